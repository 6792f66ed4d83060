import { Check, ChevronRight, Copy, FileDiff } from 'lucide-react'
import { memo, useId, useMemo, useState } from 'react'
import type { ActiveTurn, Turn } from '../../../protocol/channels/chat/turn.ts'
import { INTERRUPTED, translatableText } from '../../../protocol/roadstead.ts'
import type { ErrorInfo } from '../../../protocol/values.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { useI18n, type Translate } from '../../platform/i18n.tsx'
import { DeniedCard } from './denied-card.tsx'
import { foldParts, type TurnItem } from './fold-parts.ts'
import { AnsweredQuestion } from './answered-question.tsx'
import { RunLine, StepLine } from './step-line.tsx'
import { turnSummary } from './turn-summary.ts'

interface TurnViewProps {
  readonly turn: Turn | ActiveTurn
  readonly isActive: boolean
  /** The running turn waits for the person. */
  readonly isWaiting?: boolean
  /** Given for the turn that can be resumed. */
  readonly onResume?: () => void
  onShowChanges(): void
}

/** One turn: the person's message, the agent's answer, and a foot once it is over. */
export const TurnView = memo(function TurnView({
  turn,
  isActive,
  isWaiting = false,
  onResume,
  onShowChanges,
}: TurnViewProps) {
  const { t } = useI18n()
  const messageId = useId()
  const items = useMemo(() => foldParts(turn.responseParts), [turn.responseParts])
  return (
    <article id={`turn-${turn.id}`} className="turn" tabIndex={-1} aria-labelledby={messageId}>
      <div className="turn__message">
        <span className="visually-hidden">{t('chat.you')}: </span>
        <span id={messageId}>{turn.message.text}</span>
      </div>
      {items.map((item, index) => (
        <TurnItemView
          key={item.key}
          item={item}
          isLast={isActive && index === items.length - 1}
          {...(onResume === undefined ? {} : { onResume })}
        />
      ))}
      {isActive ? (
        items.at(-1)?.kind !== 'step' &&
        items.at(-1)?.kind !== 'reasoning' && (
          <p className="turn__working" role="status">
            <span className="turn__pulse" aria-hidden="true" />
            {isWaiting ? t('step.waiting') : t('chat.working')}
          </p>
        )
      ) : (
        <TurnFoot turn={turn} onShowChanges={onShowChanges} />
      )}
    </article>
  )
})

function TurnItemView({ item, isLast, onResume }: { item: TurnItem; isLast: boolean; onResume?: () => void }) {
  const { t } = useI18n()
  switch (item.kind) {
    case 'prose':
      return <Markdown text={item.text} copyLabel={t('common.copy')} copiedLabel={t('common.copied')} />
    case 'reasoning':
      return <Reasoning text={item.text} isLive={isLast} />
    case 'step':
      return <StepLine call={item.call} />
    case 'run':
      return <RunLine label={item.label} calls={item.calls} />
    case 'denied':
      return <DeniedCard call={item.call} />
    case 'question':
      return item.part.response === undefined ? null : <AnsweredQuestion part={item.part} />
    case 'notice':
      return <p className="turn__notice">{item.text}</p>
    case 'error':
      return (
        <section className="turn-error" role="alert">
          <p>{errorWords(item.error, item.resumable && onResume !== undefined, t)}</p>
          {item.resumable && onResume !== undefined && (
            <Button look="primary" onClick={onResume}>
              {t('chat.resume')}
            </Button>
          )}
        </section>
      )
  }
}

/** What went wrong, in the person's language where the host told it in a translatable form. */
function errorWords(error: ErrorInfo, canResume: boolean, t: Translate): string {
  const key = translatableText(error._meta)?.key
  const question = canResume ? ` ${t('chat.resumeQuestion')}` : ''
  if (key === 'interrupted.host-stopped') return t('chat.interrupted.host-stopped') + question
  if (key === 'interrupted.storage') return t('chat.interrupted.storage') + question
  if (error.errorType === INTERRUPTED) return t('chat.interrupted') + question
  return t('chat.failed', { reason: error.message })
}

/** Thoughts of the agent: one dim line, live; folded open on demand. */
function Reasoning({ text, isLive }: { text: string; isLive: boolean }) {
  const { t } = useI18n()
  const last = text.trim().split('\n').at(-1) ?? ''
  return (
    <details className="reasoning">
      <summary className="reasoning__line">
        <ChevronRight className="step__arrow" size={14} aria-hidden="true" />
        {isLive ? t('chat.reasoning') : t('chat.reasoned')}{' '}
        <span className="truncate">{isLive ? last.slice(-160) : ''}</span>
      </summary>
      <p className="reasoning__text">{text}</p>
    </details>
  )
}

function TurnFoot({ turn, onShowChanges }: { turn: Turn | ActiveTurn; onShowChanges(): void }) {
  const { t, duration, number } = useI18n()
  const [isCopied, setCopied] = useState(false)
  const { files, added, removed, answer } = turnSummary(turn.responseParts)
  const tokens = (turn.usage?.inputTokens ?? 0) + (turn.usage?.outputTokens ?? 0)
  const tookMs = 'duration' in turn ? turn.duration : undefined
  return (
    <footer className="turn__foot tabular">
      {'state' in turn && turn.state === 'cancelled' && <span className="turn__stopped">{t('chat.stopped')}</span>}
      {tookMs !== undefined && <span>{duration(tookMs)}</span>}
      {tokens > 0 && <span>{t('chat.tokens', { count: number(tokens) })}</span>}
      {files > 0 && (
        <button type="button" className="turn__files" onClick={onShowChanges}>
          <FileDiff size={14} aria-hidden="true" />
          {t('chat.filesChanged', { count: files })}
          <span className="lines-added">+{added}</span>
          <span className="lines-removed">−{removed}</span>
        </button>
      )}
      {answer !== '' && (
        <IconButton
          className="turn__copy"
          label={isCopied ? t('common.copied') : t('chat.copyTurn')}
          icon={isCopied ? <Check size={14} /> : <Copy size={14} />}
          onClick={() =>
            void navigator.clipboard.writeText(answer).then(() => {
              setCopied(true)
              setTimeout(() => setCopied(false), 1500)
            })
          }
        />
      )}
    </footer>
  )
}
