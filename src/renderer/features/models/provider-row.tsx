import { CircleAlert, CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { ProviderFacts } from '../../../protocol/model-facts.ts'
import { Button } from '../../components/button.tsx'
import { failureText, providerText } from '../../platform/host-text.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { takesKey } from './key-dialog.tsx'
import { providerTone, providerWords } from './provider-words.ts'

interface ProviderRowProps {
  readonly provider: ProviderFacts
  readonly isDisabled: boolean
  onKey(resource: string): void
  onForget(): void
  onEdit(): void
  onRemove(): void
}

/** A provider: how it stands, in words, and what can be done about it. */
export function ProviderRow({ provider, isDisabled, onKey, onForget, onEdit, onRemove }: ProviderRowProps) {
  const i18n = useI18n()
  const { t, locale } = i18n
  const { name, baseUrl, problem, text, custom, endpoint, key, status } = provider
  const tone = providerTone(provider)
  const hasKey = key === 'client' || key === 'environment'
  return (
    <li className={`provider provider--${tone}`}>
      <span className="provider__sign" aria-hidden="true">
        {tone === 'on' ? (
          <CircleCheck size={16} />
        ) : tone === 'bad' ? (
          status === 'wrong-key' ? (
            <CircleX size={16} />
          ) : (
            <CircleAlert size={16} />
          )
        ) : (
          <CircleDashed size={16} />
        )}
      </span>
      <div className="provider__words">
        <span className="provider__name">
          {name}
          <span className="provider__url mono truncate">{baseUrl.replace(/^https?:\/\//, '')}</span>
        </span>
        <span className="provider__state">{providerWords(provider, i18n)}</span>
        {problem !== undefined && (
          <span className="provider__problem">
            {text === undefined ? providerText(problem, locale) : failureText(problem, text, locale)}
          </span>
        )}
      </div>
      <div className="provider__buttons">
        {takesKey(provider) && (
          <Button
            disabled={isDisabled}
            aria-label={t(hasKey ? 'modelKeys.changeFor' : 'modelKeys.addFor', { provider: name })}
            onClick={() => onKey(provider.resource)}
          >
            {t(hasKey ? 'modelKeys.change' : 'modelKeys.add')}
          </Button>
        )}
        {key === 'client' && (
          <Button
            look="quiet"
            disabled={isDisabled}
            aria-label={t('modelKeys.forgetFor', { provider: name })}
            onClick={onForget}
          >
            {t('modelKeys.forget')}
          </Button>
        )}
        {endpoint !== undefined && (
          <Button disabled={isDisabled} aria-label={t('endpoint.editTitle', { name })} onClick={onEdit}>
            {t('endpoint.edit')}
          </Button>
        )}
        {custom && (
          <Button look="danger" disabled={isDisabled} aria-label={t('endpoint.remove', { name })} onClick={onRemove}>
            {t('common.remove')}
          </Button>
        )}
      </div>
    </li>
  )
}
