import { CircleCheck } from 'lucide-react'
import { memo } from 'react'
import { Markdown } from '../../components/markdown.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { summaryText } from '../../platform/host-text.ts'
import { AnsweredQuestion } from './answered-question.tsx'
import { DeniedCard } from './denied-card.tsx'
import type { TurnItem } from './fold-parts.ts'
import { MessageBlock } from './message-block.tsx'
import { Reasoning } from './reasoning.tsx'
import type { Row } from './rows.ts'
import { RunLine, StepLine } from './step-line.tsx'
import { oneLine } from './step-words.ts'
import { TurnActivity } from './turn-activity.tsx'
import { TurnError } from './turn-error.tsx'
import { TurnFoot } from './turn-foot.tsx'
import { useMarkdownLabels } from './use-markdown-labels.ts'

interface TurnViewProps {
  readonly row: Row
  /** The running turn waits for the person. */
  readonly isWaiting?: boolean
  /** What the host says the running turn waits for. */
  readonly activity?: string | undefined
  /** The chat's last turn, and none is running. */
  readonly isLatest: boolean
  /** Given for the turn that can be resumed. */
  readonly onResume?: (() => void) | undefined
  readonly onChooseModel?: (() => void) | undefined
  readonly onFork?: ((turnId: string) => void) | undefined
  onShowChanges(): void
}

/** The id of a turn's element, or of a later stretch of it. */
export const elementIdOf = (row: Row): string => `turn-${row.key.replaceAll(' ', '-')}`

/** One turn, or a stretch of a long one: the person's message, the agent's answer, and a foot once it is over. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { row, isWaiting = false, activity, isLatest, onResume, onChooseModel, onFork, onShowChanges } = props
  const { turn, items, isActive, isFirst, isLast } = row
  const { t } = useI18n()
  const label = { who: t('chat.you'), text: oneLine(turn.message.text, 80) }
  const last = items.at(-1)
  const id = elementIdOf(row)
  return (
    <article
      id={id}
      className={`turn ${isLast ? 'turn--last' : ''}`}
      tabIndex={-1}
      aria-label={t(isFirst ? 'chat.turnLabel' : 'chat.turnGoesOn', label)}
      aria-busy={isActive && isLast ? true : undefined}
    >
      {isFirst && <MessageBlock message={turn.message} id={`${id}-message`} />}
      {items.map((item) => (
        <TurnItemView
          key={item.key}
          item={item}
          isLive={isActive && isLast && item === last}
          isEnd={isLatest && isLast && item === last}
          onResume={onResume}
          onChooseModel={onChooseModel}
        />
      ))}
      {isLast &&
        (isActive ? (
          <TurnActivity
            activity={activity}
            isWaiting={isWaiting}
            isShown={activity !== undefined || (last?.kind !== 'step' && last?.kind !== 'reasoning')}
          />
        ) : (
          <TurnFoot turn={turn} onShowChanges={onShowChanges} onFork={onFork} />
        ))}
    </article>
  )
})

interface TurnItemViewProps {
  readonly item: TurnItem
  /** The end of the running turn: more of it may come. */
  readonly isLive: boolean
  /** The end of the chat, with nothing running. */
  readonly isEnd: boolean
  readonly onResume: (() => void) | undefined
  readonly onChooseModel: (() => void) | undefined
}

const TurnItemView = memo(function TurnItemView({ item, isLive, isEnd, onResume, onChooseModel }: TurnItemViewProps) {
  const { locale } = useI18n()
  const labels = useMarkdownLabels()
  switch (item.kind) {
    case 'prose':
      return <Markdown text={item.text} labels={labels} isStreaming={isLive} />
    case 'reasoning':
      return <Reasoning id={item.key} text={item.text} isLive={isLive} />
    case 'step':
      return <StepLine call={item.call} />
    case 'run':
      return <RunLine id={item.key} label={item.label} calls={item.calls} />
    case 'denied':
      return <DeniedCard call={item.call} />
    case 'question':
      return item.part.response === undefined ? null : <AnsweredQuestion part={item.part} />
    case 'steering':
      return <MessageBlock message={item.message} id={item.key} isSteering />
    case 'complete':
      return <TaskComplete summary={item.summary} />
    case 'notice':
      return <p className="turn__notice">{summaryText(item.text, locale)}</p>
    case 'error':
      return (
        <TurnError
          error={item.error}
          isLatest={isEnd}
          onResume={item.resumable ? onResume : undefined}
          onChooseModel={onChooseModel}
        />
      )
  }
})

/** The agent's own word that the task is done; that a turn merely ended is never shown like this. */
function TaskComplete({ summary }: { summary: string }) {
  const { t } = useI18n()
  const labels = useMarkdownLabels()
  return (
    <section className="task-complete" data-view="task-complete" aria-label={t('chat.complete')}>
      <h2 className="task-complete__title">
        <CircleCheck size={16} aria-hidden="true" />
        {t('chat.complete')}
      </h2>
      {summary.trim() !== '' && <Markdown text={summary} labels={labels} />}
    </section>
  )
}
