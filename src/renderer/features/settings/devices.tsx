import { useState } from 'react'
import type { Device } from '../../../protocol/roadstead.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useNow } from '../../hosts/use-now.ts'
import { useOffers } from '../../hosts/use-offer.ts'
import { useCommand, useRequest } from '../../hosts/use-request.ts'
import { useI18n } from '../../platform/i18n.tsx'

/** Who may speak to this host: list, revoke, and a code for another one. */
export function Devices() {
  const { t, ago, time, hostText } = useI18n()
  const toast = useToast()
  const command = useCommand()
  const offers = useOffers(toast)
  const now = useNow()
  const devices = useRequest('x-roadstead/listDevices', { channel: ROOT_URI })
  const [revoking, setRevoking] = useState<Device | undefined>(undefined)
  const [code, setCode] = useState<{ code: string; expiresAt: string } | undefined>(undefined)

  async function revoke(device: Device) {
    setRevoking(undefined)
    const outcome = await command('x-roadstead/revokeDevice', { channel: ROOT_URI, id: device.id })
    if (outcome.kind === 'done') toast({ text: t('settings.revoked', { name: device.name }) })
    // Who revokes oneself is cut off before the answer; the pairing screen says the rest.
    else if (outcome.kind === 'lost' && device.current) return
    else toast({ text: offers.whyNot(outcome) ?? '', tone: 'bad' })
    await devices.refetch()
  }

  async function addDevice() {
    const outcome = await offers.ask('x-roadstead/createPairingCode', { channel: ROOT_URI })
    if (outcome.kind === 'done') setCode(outcome.result)
  }

  if (devices.isError)
    return (
      <ErrorState
        text={t('settings.devicesFailed', { reason: hostText(devices.error.message) })}
        action={<Button onClick={() => void devices.refetch()}>{t('common.retry')}</Button>}
        detailsLabel={t('common.details')}
      />
    )
  if (devices.data === undefined) return <Skeleton label={t('common.loading')} lines={3} />
  return (
    <>
      <ul className="devices">
        {devices.data.items.map((device) => (
          <li key={device.id} className="devices__row">
            <div className="devices__words">
              <span>
                {device.name}
                {device.current && <span className="devices__mark">{t('settings.thisDevice')}</span>}
              </span>
              <span className="setting__hint">
                {[
                  t(`settings.scope.${device.scope}`),
                  t('settings.paired', { ago: ago(device.createdAt, now) }),
                  device.lastUsedAt === undefined ? '' : t('settings.lastUsed', { ago: ago(device.lastUsedAt, now) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            <Button
              look="danger"
              aria-label={t('settings.revokeLabel', { name: device.name })}
              onClick={() => setRevoking(device)}
            >
              {t('settings.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      <div className="devices__add">
        <Button onClick={() => void addDevice()}>{t('settings.addDevice')}</Button>
        {code !== undefined && (
          <span className="mono" role="status">
            {t('settings.pairingCode', {
              code: code.code,
              time: time(code.expiresAt, 'short'),
            })}
          </span>
        )}
      </div>
      <Dialog
        view="revoke-device"
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={t('settings.revokeTitle', { name: revoking?.name ?? '' })}
        description={t('settings.revokeText')}
        closeLabel={t('common.close')}
      >
        <div className="dialog__foot">
          <Button onClick={() => setRevoking(undefined)}>{t('common.cancel')}</Button>
          <Button look="danger" onClick={() => revoking !== undefined && void revoke(revoking)}>
            {t('settings.revoke')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
