import { CircleAlert } from 'lucide-react'
import { INTERRUPTED, translatableText } from '../../../protocol/roadstead.ts'
import type { ErrorInfo } from '../../../protocol/values.ts'
import { Button } from '../../components/button.tsx'
import { failureText } from '../../platform/host-text.ts'
import { useI18n, type Translate } from '../../platform/i18n.tsx'
import type { Locale } from '../../platform/locale.ts'
import { useOpenSettings } from '../../platform/open-settings.ts'

interface TurnErrorProps {
  readonly error: ErrorInfo
  /** The turn ended with it, and nothing came after: then there is a next step. */
  readonly isLatest: boolean
  readonly onResume?: (() => void) | undefined
  readonly onChooseModel?: (() => void) | undefined
}

/** Failures that another key helps against, and those that another model does. */
const keyFailures = ['model.no-key', 'model.wrong-key', 'model.forbidden']
const modelFailures = [
  'model.unknown-model',
  'model.forbidden',
  'model.quota',
  'model.overloaded',
  'model.rate-limit',
  'model.context-too-long',
  'model.refused',
  'model.server-error',
  'model.unreachable',
]

/** What went wrong, what is kept, and what can be done now. */
export function TurnError({ error, isLatest, onResume, onChooseModel }: TurnErrorProps) {
  const { t, locale } = useI18n()
  const openSettings = useOpenSettings()
  const text = translatableText(error._meta)
  const key = text?.key ?? ''
  const provider = text?.params?.['provider']
  const isInterrupted = error.errorType === INTERRUPTED
  const words = errorWords(error, isLatest && onResume !== undefined, t, locale)
  if (!isLatest)
    return (
      <p className="turn__notice turn__notice--bad">
        <CircleAlert size={14} aria-hidden="true" />
        {words}
      </p>
    )
  const needsKey = keyFailures.includes(key)
  const needsModel = modelFailures.includes(key) && onChooseModel !== undefined
  return (
    // Not a live region: it would be spoken each time it scrolls back into view. The list of sessions says it, once.
    <section className="turn-error" data-view="turn-error" aria-label={t('glyph.failed')}>
      <p className="turn-error__what">{words}</p>
      <p className="turn-error__kept">{t('error.kept')}</p>
      {(onResume !== undefined || needsKey || needsModel) && (
        <div className="turn-error__buttons">
          {needsKey && (
            <Button look="primary" onClick={() => openSettings('models', typeof provider === 'string' ? provider : '')}>
              {t(key === 'model.no-key' ? 'error.addKey' : 'error.changeKey')}
            </Button>
          )}
          {needsModel && <Button onClick={onChooseModel}>{t('error.otherModel')}</Button>}
          {onResume !== undefined && (
            <Button look={needsKey ? 'plain' : 'primary'} onClick={onResume}>
              {t('chat.resume')}
            </Button>
          )}
        </div>
      )}
      {error.stack !== undefined && !isInterrupted && (
        <details className="state__details">
          <summary>{t('common.details')}</summary>
          <pre>{error.stack}</pre>
        </details>
      )}
    </section>
  )
}

/** What went wrong, in the person's language where the host told it in a translatable form. */
export function errorWords(error: ErrorInfo, canResume: boolean, t: Translate, locale: Locale): string {
  const text = translatableText(error._meta)
  const question = canResume ? ` ${t('chat.resumeQuestion')}` : ''
  if (text?.key === 'interrupted.host-stopped') return t('chat.interrupted.host-stopped') + question
  if (text?.key === 'interrupted.storage') return t('chat.interrupted.storage') + question
  if (error.errorType === INTERRUPTED) return t('chat.interrupted') + question
  return failureText(error.message, text, locale)
}
