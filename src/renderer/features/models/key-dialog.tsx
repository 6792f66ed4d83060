import { useState } from 'react'
import type { ProviderFacts } from '../../../protocol/model-facts.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { KeyForm } from './key-form.tsx'
import { useProviders } from './use-providers.ts'
import './models.css'

/** For which provider a key is to be given; `any`: that is chosen in the dialog, where the one that is named stands first. */
export type KeyWish =
  { readonly kind: 'any'; readonly provider?: string } | { readonly kind: 'resource'; readonly resource: string }

interface KeyDialogProps {
  readonly wish: KeyWish | undefined
  onClose(): void
}

/** Asks for a key. */
export function KeyDialog({ wish, onClose }: KeyDialogProps) {
  const { t } = useI18n()
  const toast = useToast()
  const { items, refresh } = useProviders(wish !== undefined)
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const takers = (items ?? []).filter(takesKey)
  const named = wish?.kind === 'any' ? takers.find(({ name }) => name === wish.provider)?.resource : undefined
  const wanted = wish?.kind === 'resource' ? wish.resource : (chosen ?? named)
  const provider = takers.find(({ resource }) => resource === wanted) ?? (wish?.kind === 'any' ? takers[0] : undefined)
  const hasKey = provider?.key === 'client' || provider?.key === 'environment'
  const title =
    provider === undefined
      ? t('modelKeys.add')
      : t(hasKey ? 'modelKeys.changeFor' : 'modelKeys.addFor', { provider: provider.name })
  return (
    <Dialog
      view="key"
      open={wish !== undefined}
      onOpenChange={onClose}
      title={wish?.kind === 'any' ? t('modelKeys.add') : title}
      closeLabel={t('common.close')}
    >
      <div className="key-dialog">
        {items === undefined && <Skeleton label={t('modelKeys.loading')} lines={2} />}
        {wish?.kind === 'any' && takers.length > 0 && (
          <label className="key-dialog__choice">
            <span>{t('modelKeys.choose')}</span>
            <select value={provider?.resource ?? ''} onChange={(event) => setChosen(event.target.value)}>
              {takers.map(({ id, name, resource }) => (
                <option key={id} value={resource}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {provider !== undefined && (
          <KeyForm
            key={provider.resource}
            provider={provider}
            onTaken={() => {
              onClose()
              void refresh().then((found) => {
                const now = found?.find(({ id }) => id === provider.id)
                const words = now?.status === 'unreachable' ? 'modelKeys.keptUntried' : 'modelKeys.saved'
                toast({ text: t(words, { provider: provider.name }) })
              })
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Those a key can be given to. */
export function takesKey(provider: ProviderFacts): provider is ProviderFacts & { readonly resource: string } {
  return provider.resource !== undefined && provider.key !== 'not-needed'
}
