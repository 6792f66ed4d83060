import { Plus, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ProviderFacts } from '../../../protocol/model-facts.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useOffers } from '../../hosts/use-offer.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { KeyDialog, type KeyWish } from './key-dialog.tsx'
import { ProviderRow } from './provider-row.tsx'
import { useProviders } from './use-providers.ts'
import './models.css'

/**
 * Where models are called, the keys for that, and endpoints of the person's own. A part of the settings. `needsKey`: the name of the
 * provider whose key is asked for at once.
 */
export function ModelsSettings({ needsKey }: { needsKey?: string | undefined }) {
  const { t, hostText } = useI18n()
  const toast = useToast()
  const offers = useOffers(toast)
  const isOnline = useIsOnline()
  const { items, problem, refresh, look } = useProviders()
  const [wish, setWish] = useState<KeyWish | undefined>(
    needsKey === undefined ? undefined : { kind: 'any', provider: needsKey },
  )
  const [endpoint, setEndpoint] = useState<ProviderFacts | 'new' | undefined>(undefined)
  const [isLooking, setLooking] = useState(false)
  const [hasLooked, setLooked] = useState(false)

  // Whoever opens this wants to know what is there now, not what was when the host began.
  useEffect(() => {
    if (!isOnline || hasLooked) return
    let isOver = false
    const done = () => void (!isOver && setLooked(true))
    look().then(done, done)
    return () => {
      isOver = true
    }
  }, [isOnline, hasLooked, look])

  async function lookAround(): Promise<readonly ProviderFacts[]> {
    setLooking(true)
    try {
      const found = await look()
      const count = found.reduce((sum, { status, models }) => sum + (status === 'ready' ? models : 0), 0)
      toast({ text: t('modelKeys.looked', { count }), about: 'models looked for' })
      return found
    } catch (error) {
      const reason = hostText(error instanceof Error ? error.message : String(error))
      toast({ text: t('modelKeys.failed', { reason }), tone: 'bad' })
      return []
    } finally {
      setLooking(false)
    }
  }

  async function forget({ name, resource }: ProviderFacts) {
    if (resource === undefined) return
    const words = (reason: string) => t('modelKeys.forgetFailed', { reason })
    const outcome = await offers.ask('x-roadstead/forgetModelKey', { channel: ROOT_URI, resource }, words)
    if (outcome.kind !== 'done') return
    toast({ text: t('modelKeys.forgotten', { provider: name }) })
    await refresh()
  }

  async function remove({ id, name }: ProviderFacts) {
    const words = (reason: string) => t('endpoint.removeFailed', { name, reason })
    const outcome = await offers.ask('x-roadstead/removeModelEndpoint', { channel: ROOT_URI, id }, words)
    if (outcome.kind !== 'done') return
    toast({ text: t('endpoint.removed', { name }) })
    await refresh()
  }

  async function onSaved(id: string) {
    const found = await lookAround()
    const saved = found.find((provider) => provider.id === id)
    if (saved?.resource !== undefined && (saved.status === 'needs-key' || saved.status === 'wrong-key'))
      setWish({ kind: 'resource', resource: saved.resource })
  }

  const own = (items ?? []).filter(({ custom }) => custom)
  const local = (items ?? []).filter((provider) => provider.local && !provider.custom && provider.status === 'ready')
  const others = (items ?? []).filter((provider) => !provider.local && !provider.custom)
  const row = (provider: ProviderFacts) => (
    <ProviderRow
      key={provider.id}
      provider={provider}
      isDisabled={!isOnline}
      onKey={(resource) => setWish({ kind: 'resource', resource })}
      onForget={() => void forget(provider)}
      onEdit={() => setEndpoint(provider)}
      onRemove={() => void remove(provider)}
    />
  )
  return (
    <div className="models-settings">
      <p className="models-settings__hint">{t('modelKeys.where')}</p>
      {items === undefined ? (
        problem === undefined ? (
          <Skeleton label={t('modelKeys.loading')} lines={4} />
        ) : (
          <p className="models-settings__problem" role="alert">
            {t('modelKeys.failed', { reason: hostText(problem) })}
          </p>
        )
      ) : (
        <>
          <h4>{t('modelKeys.providers')}</h4>
          <ul>{others.map(row)}</ul>
          <h4>{t('modelKeys.local')}</h4>
          {local.length === 0 ? (
            <p className="models-settings__hint">{t(hasLooked ? 'modelKeys.noLocal' : 'modelKeys.looking')}</p>
          ) : (
            <ul>{local.map(row)}</ul>
          )}
          {own.length > 0 && (
            <>
              <h4>{t('modelKeys.own')}</h4>
              <ul>{own.map(row)}</ul>
            </>
          )}
        </>
      )}
      <div className="models-settings__buttons">
        <Button
          icon={<RefreshCw size={14} className={isLooking ? 'models-settings__turning' : ''} />}
          disabled={!isOnline || isLooking}
          onClick={() => void lookAround()}
        >
          {t(isLooking ? 'modelKeys.looking' : 'modelKeys.look')}
        </Button>
        <Button icon={<Plus size={14} />} disabled={!isOnline} onClick={() => setEndpoint('new')}>
          {t('endpoint.add')}
        </Button>
      </div>
      <KeyDialog wish={wish} onClose={() => setWish(undefined)} />
      <EndpointDialog endpoint={endpoint} onClose={() => setEndpoint(undefined)} onSaved={(id) => void onSaved(id)} />
    </div>
  )
}
