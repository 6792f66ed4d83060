import { ChevronRight } from 'lucide-react'
import { memo, type KeyboardEvent, type ReactNode } from 'react'
import type { ToolCallState, ToolResultContent } from '../../../protocol/channels/chat/tool-call.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { problemText, reasonText } from '../../platform/host-text.ts'
import { ApprovalSubject } from './approval-subject.tsx'
import { factsOf, stepWords } from './step-words.ts'
import type { RunLabel } from './fold-parts.ts'
import { useFold } from './fold-memory.ts'
import { Output } from './output.tsx'

/** One step in one line; opened by click, Enter or the right arrow. */
export const StepLine = memo(function StepLine({ call }: { call: ToolCallState }) {
  const i18n = useI18n()
  const words = stepWords(call, i18n)
  return (
    <Foldable id={`step ${call.toolCallId}`} text={words.text} details={words.details} tone={words.tone}>
      <StepDetails call={call} />
    </Foldable>
  )
})

interface RunLineProps {
  readonly id: string
  readonly label: RunLabel
  readonly calls: readonly ToolCallState[]
}

/** Like steps in one line. */
export function RunLine({ id, label, calls }: RunLineProps) {
  const { t } = useI18n()
  return (
    <Foldable id={`run ${id}`} text={t(label, { count: calls.length })} details={[]} tone="plain">
      <ul className="step__run">
        {calls.map((call) => (
          <li key={call.toolCallId}>
            <StepLine call={call} />
          </li>
        ))}
      </ul>
    </Foldable>
  )
}

interface FoldableProps {
  readonly id: string
  readonly text: string
  readonly details: readonly string[]
  readonly tone: 'plain' | 'busy' | 'bad' | 'waiting'
  readonly children: ReactNode
}

function Foldable({ id, text, details, tone, children }: FoldableProps) {
  const [isOpen, setOpen] = useFold(id)
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') setOpen(true)
    else if (event.key === 'ArrowLeft') setOpen(false)
    else return
    event.preventDefault()
  }
  return (
    <div className={`step step--${tone}`}>
      <button
        type="button"
        className="step__line"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={onKeyDown}
      >
        <ChevronRight className="step__arrow" size={14} aria-hidden="true" />
        <span className="step__text truncate">{text}</span>
        {details.length > 0 && <span className="step__details tabular">{details.join(' · ')}</span>}
      </button>
      {isOpen && <div className="step__body">{children}</div>}
    </div>
  )
}

function StepDetails({ call }: { call: ToolCallState }) {
  const { t, locale } = useI18n()
  const facts = factsOf(call)
  const output = outputOf(call)
  const reasons = (facts?.reasons ?? [])
    .map((reason) => `${reasonText(reason.text, locale)} (${reason.rule})`)
    .join('; ')
  return (
    <>
      <ApprovalSubject call={call} />
      {output !== undefined && (output === '' ? <p className="dim">{t('step.noOutput')}</p> : <Output text={output} />)}
      {call.status === 'completed' && call.error !== undefined && (
        <p className="step__error">{problemText(call.error.message, locale)}</p>
      )}
      {facts?.tests !== undefined && facts.tests.failures.length > 0 && (
        <ul className="step__failures">
          {facts.tests.failures.map((failure) => (
            <li key={failure.name}>
              {failure.name}
              {failure.message !== undefined && <span className="dim"> · {failure.message}</span>}
            </li>
          ))}
        </ul>
      )}
      {facts?.decidedBy !== undefined && (
        <p className="step__why">
          {t(`step.allowedBy.${facts.decidedBy}`)}
          {reasons !== '' && ` · ${reasons}`}
        </p>
      )}
    </>
  )
}

/** What a step printed, as far as the call carries it; undefined while nothing is known. */
function outputOf(call: ToolCallState): string | undefined {
  const content = 'content' in call ? call.content : undefined
  if (content === undefined) return undefined
  const texts = content.map(textOf).filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : texts.join('\n').replace(ansi, '').trimEnd()
}

function textOf(content: ToolResultContent): string | undefined {
  if (content.type === 'text') return content.text
  if (content.type === 'terminal') return content.result?.preview
  return undefined
}

/** Colours and cursor moves of a terminal; the terminal itself shows them. */
// oxlint-disable-next-line no-control-regex
const ansi = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\r(?=\n)/g
