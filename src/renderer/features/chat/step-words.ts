import type { ToolCallState } from '../../../protocol/channels/chat/tool-call.ts'
import { roadsteadMeta, ToolCallFacts } from '../../../protocol/roadstead.ts'
import type { I18n, MessageKey } from '../../platform/i18n.tsx'
import { summaryText } from '../../platform/host-text.ts'
import { stepKindOf, type StepKind } from './step-kind.ts'
import { inputOf, plainText, textField } from './tool-input.ts'
import { visibleText } from '../../components/visible-text.ts'

/** One step in a line: `Ran npm test`, then `exit 1 · 4.2 s`. */
export interface StepWords {
  readonly text: string
  readonly details: readonly string[]
  readonly tone: 'plain' | 'busy' | 'bad' | 'waiting'
}

const verbs: Partial<Record<StepKind, MessageKey>> = {
  read: 'step.read',
  list: 'step.listed',
  search: 'step.searched',
  find: 'step.found',
  edit: 'step.edited',
  create: 'step.created',
  delete: 'step.deleted',
  move: 'step.moved',
  patch: 'step.patched',
  run: 'step.ran',
  commit: 'step.committed',
  done: 'step.done',
}
const wholeLines: Partial<Record<StepKind, MessageKey>> = {
  todos: 'step.todos',
  ask: 'step.asked',
  terminal: 'step.terminal',
}

/** Our facts of a call, if it has them. */
export function factsOf(call: ToolCallState): ToolCallFacts | undefined {
  return roadsteadMeta(ToolCallFacts, call._meta)
}

/** What a step is about: a file, a command, a pattern. One line. */
export function subjectOf(call: ToolCallState): string {
  const input = inputOf(call)
  const field = ['command', 'message', 'summary', 'path', 'pattern', 'from']
    .map((name) => textField(input, name))
    .find(Boolean)
  // The summary line of a commit says enough; a command with more lines must not look whole.
  if (field !== undefined) return stepKindOf(call.toolName) === 'commit' ? (field.split('\n')[0] ?? '') : oneLine(field)
  if (stepKindOf(call.toolName) === 'list') return '.'
  return oneLine(call.intention ?? call.displayName)
}

/** The line of a step, as much as is known of it now. */
export function stepWords(
  call: ToolCallState,
  { t, duration, locale }: Pick<I18n, 't' | 'duration' | 'locale'>,
): StepWords {
  const subject = subjectOf(call)
  const what = subject === '.' ? t('step.workspace') : subject
  const kind = stepKindOf(call.toolName)
  const whole = wholeLines[kind]
  const verb = verbs[kind]
  const facts = factsOf(call)
  if (call.status === 'streaming') return { text: t('step.preparing', { what }), details: [], tone: 'busy' }
  if (call.status === 'pending-confirmation' || call.status === 'pending-result-confirmation')
    return {
      text: kind === 'commit' ? t('step.commit', { what }) : what,
      details: [t('step.waiting')],
      tone: 'waiting',
    }
  if (call.status === 'running' || call.status === 'auth-required')
    return {
      text: whole !== undefined ? t(whole) : t(kind === 'commit' ? 'step.committing' : 'step.running', { what }),
      details: [],
      tone: 'busy',
    }

  const past = call.status === 'completed' ? plainText(call.pastTenseMessage) : ''
  const failed = call.status === 'completed' && !call.success
  const text =
    whole !== undefined && !failed
      ? t(whole)
      : verb !== undefined && (!failed || kind === 'run') && (facts?.exitCode !== undefined) === (kind === 'run')
        ? t(verb, { what })
        : summaryText(past, locale) || what
  const details: string[] = []
  if (facts?.exitCode !== undefined) details.push(t('step.exit', { code: facts.exitCode }))
  if (facts?.tests !== undefined)
    details.push(t('step.tests', { passed: facts.tests.passed, failed: facts.tests.failed }))
  if (facts?.durationMs !== undefined) details.push(duration(facts.durationMs))
  const lines = linesOf(call)
  if (lines !== undefined) details.push(t('chat.lineChanges', lines))
  if (failed && facts?.exitCode === undefined) details.push(t('step.failed'))
  const bad = failed || (facts?.exitCode !== undefined && facts.exitCode !== 0)
  return { text, details, tone: bad ? 'bad' : 'plain' }
}

/** Lines a call added and removed, over all files it edited; nothing where a file was only moved. */
export function linesOf(call: ToolCallState): { added: number; removed: number } | undefined {
  if (call.status !== 'completed') return undefined
  let found = false
  let added = 0
  let removed = 0
  for (const content of call.content ?? []) {
    if (content.type !== 'fileEdit' || content.diff === undefined) continue
    found = true
    added += content.diff.added ?? 0
    removed += content.diff.removed ?? 0
  }
  return found && added + removed > 0 ? { added, removed } : undefined
}

/** The first line of a text, short enough for a row. */
export function oneLine(text: string, max = 120): string {
  const line = visibleText(text.split('\n').find((each) => each.trim() !== '') ?? '')
  const short = line.length > max ? `${line.slice(0, max)}…` : line
  return short === line && text.trim().includes('\n') ? `${short} …` : short
}
