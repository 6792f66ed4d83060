import { ChevronRight } from 'lucide-react'
import { memo, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { ToolCallState, ToolResultContent } from '../../../protocol/channels/chat/tool-call.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { reasonText } from '../../platform/host-text.ts'
import { ApprovalSubject } from './approval-subject.tsx'
import { factsOf, stepWords } from './step-words.ts'
import type { RunLabel } from './fold-parts.ts'
import { Verbatim } from './verbatim.tsx'

/** One step in one line; opened by click, Enter or the right arrow. */
export const StepLine = memo(function StepLine({ call }: { call: ToolCallState }) {
  const i18n = useI18n()
  const words = stepWords(call, i18n)
  return (
    <Foldable text={words.text} details={words.details} tone={words.tone}>
      <StepDetails call={call} />
    </Foldable>
  )
})

/** Like steps in one line. */
export function RunLine({ label, calls }: { label: RunLabel; calls: readonly ToolCallState[] }) {
  const { t } = useI18n()
  return (
    <Foldable text={t(label, { count: calls.length })} details={[]} tone="plain">
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
  readonly text: string
  readonly details: readonly string[]
  readonly tone: 'plain' | 'busy' | 'bad' | 'waiting'
  readonly children: ReactNode
}

function Foldable({ text, details, tone, children }: FoldableProps) {
  const [isOpen, setOpen] = useState(false)
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
      {output !== undefined &&
        (output === '' ? (
          <p className="dim">{t('step.noOutput')}</p>
        ) : (
          <Verbatim text={output} label={t('step.output')} />
        ))}
      {call.status === 'completed' && call.error !== undefined && <p className="step__error">{call.error.message}</p>}
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
