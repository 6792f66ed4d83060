import { FileDiff, GitFork } from 'lucide-react'
import type { ActiveTurn, Turn } from '../../../protocol/channels/chat/turn.ts'
import { UsageFacts } from '../../../protocol/model-facts.ts'
import { roadsteadMeta } from '../../../protocol/roadstead.ts'
import { IconButton } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { compact, usd } from '../../platform/figures.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { turnSummary } from './turn-summary.ts'

interface TurnFootProps {
  readonly turn: Turn | ActiveTurn
  onShowChanges(): void
  /** Where the agent can begin another conversation from a turn. */
  readonly onFork?: ((turnId: string) => void) | undefined
}

/** What a turn took and came to, and what can be done with it. */
export function TurnFoot({ turn, onShowChanges, onFork }: TurnFootProps) {
  const { t, duration } = useI18n()
  const { files, added, removed, answer } = turnSummary(turn.responseParts)
  const tookMs = 'duration' in turn ? turn.duration : undefined
  return (
    <footer className="turn__foot tabular">
      {'state' in turn && turn.state === 'cancelled' && <span className="turn__stopped">{t('chat.stopped')}</span>}
      {tookMs !== undefined && <span>{duration(tookMs)}</span>}
      <Spent turn={turn} />
      {files > 0 && (
        <button type="button" className="turn__files" onClick={onShowChanges}>
          <FileDiff size={14} aria-hidden="true" />
          {t('chat.filesChanged', { count: files })}
          <span className="lines-added">+{added}</span>
          <span className="lines-removed">−{removed}</span>
        </button>
      )}
      <span className="turn__actions">
        {answer !== '' && (
          <CopyButton text={() => answer} label={t('chat.copyTurn')} copiedLabel={t('common.copied')} />
        )}
        {onFork !== undefined && (
          <IconButton label={t('foot.fork')} icon={<GitFork size={14} />} onClick={() => onFork(turn.id)} />
        )}
      </span>
    </footer>
  )
}

/** Tokens and cost; a cost that is not known is said to be so. */
function Spent({ turn }: { turn: Turn | ActiveTurn }) {
  const { t, number, locale } = useI18n()
  const { usage } = turn
  const facts = roadsteadMeta(UsageFacts, usage?._meta)
  const input = usage?.inputTokens ?? 0
  const output = usage?.outputTokens ?? 0
  if (input + output === 0) return null
  const hint = [
    t('foot.tokensHint', { input: number(input), cached: number(usage?.cacheReadTokens ?? 0), output: number(output) }),
    ...(facts === undefined ? [] : [t('foot.rounds', { count: facts.rounds })]),
    ...(usage?.model === undefined ? [] : [usage.model]),
  ]
  return (
    <>
      <Tooltip text={hint.join(' · ')}>
        <button type="button" className="turn__figure">
          {t('chat.tokens', { count: compact(input + output, locale) })}
        </button>
      </Tooltip>
      {facts !== undefined &&
        (facts.costUsd === undefined ? (
          <Tooltip text={t('foot.costUnknown')}>
            <button type="button" className="turn__figure" aria-label={t('foot.cost', { cost: '—' })}>
              —
            </button>
          </Tooltip>
        ) : (
          <span aria-label={t('foot.cost', { cost: usd(facts.costUsd, locale) })}>{usd(facts.costUsd, locale)}</span>
        ))}
    </>
  )
}
