import { z } from 'zod'
import type { ToolCallState, ToolResultContent } from '../../protocol/channels/chat/tool-call.ts'
import { Reason, ROADSTEAD, ToolCallFacts } from '../../protocol/roadstead.ts'
import { check } from '../../protocol/schema.ts'
import { filePathOf } from '../../protocol/uri.ts'
import { plainTextOf } from '../../protocol/values.ts'
import type { AuditEntry } from './audit.ts'
import { codeSpan, plainLine } from './markdown-text.ts'

/** The input of whatever runs a command line. */
const CommandInput = z.object({ command: z.string(), cwd: z.optional(z.string()) })

const DecisionDetail = z.object({
  toolCallId: z.string(),
  reasons: z.optional(z.array(Reason)),
  rememberedFor: z.optional(z.string()),
})

/**
 * A tool call in one line: what it did, a command's exit code, duration, the commit it ran on and its tests, the counts of
 * lines of each edit (never their content), who allowed it and why. `approvals`: the audit's entries about this call.
 */
export function callLine(call: ToolCallState, folder: string | undefined, approvals: readonly AuditEntry[]): string {
  const checked = check(ToolCallFacts, call._meta?.[ROADSTEAD])
  const facts = checked.ok ? checked.value : undefined
  const command = commandOf(call)
  const message = messageOf(call)
  const words = [
    command === undefined ? plainLine(message) : codeSpan(command.command),
    command?.cwd === undefined ? undefined : `in ${codeSpan(command.cwd, 300)}`,
    command !== undefined && facts?.exitCode === undefined && call.status === 'completed'
      ? plainLine(message)
      : undefined,
    facts?.exitCode === undefined ? undefined : `exit ${facts.exitCode}`,
    facts?.durationMs === undefined ? undefined : durationText(facts.durationMs),
    facts?.gitHead === undefined ? undefined : `on ${codeSpan(facts.gitHead.slice(0, 12))}`,
    facts?.tests === undefined
      ? undefined
      : `tests: ${facts.tests.passed} passed, ${facts.tests.failed} failed, ${facts.tests.skipped} skipped`,
    ...editsOf(call, folder),
    endOf(call),
    ...approvals.map(approvalText),
  ]
  return `- ${codeSpan(call.toolName, 100)}: ${words.filter((each) => each !== undefined).join(' · ')}`
}

/** The tool call an approval is about. */
export function callOfApproval(entry: AuditEntry): string | undefined {
  if (entry.kind !== 'approval') return undefined
  const checked = check(DecisionDetail, entry.detail)
  return checked.ok ? checked.value.toolCallId : undefined
}

/** `340 ms`, `12.5 s`, `3 min 20 s`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** `client:<id>` as a person reads it. */
export function actorText(actor: string): string {
  return actor.startsWith('client:') ? `client ${codeSpan(actor.slice('client:'.length), 100)}` : plainLine(actor)
}

function commandOf(call: ToolCallState): z.infer<typeof CommandInput> | undefined {
  const text = 'toolInput' in call && typeof call.toolInput === 'string' ? call.toolInput : undefined
  if (text === undefined) return undefined
  try {
    const checked = check(CommandInput, JSON.parse(text))
    return checked.ok ? checked.value : undefined
  } catch {
    return undefined
  }
}

function messageOf(call: ToolCallState): string {
  if (call.status === 'completed' || call.status === 'pending-result-confirmation')
    return plainTextOf(call.pastTenseMessage)
  return call.invocationMessage === undefined ? call.displayName : plainTextOf(call.invocationMessage)
}

function endOf(call: ToolCallState): string | undefined {
  switch (call.status) {
    case 'completed':
      return call.error === undefined ? undefined : `failed: ${plainLine(call.error.message)}`
    case 'cancelled':
      return call.reason === 'denied' ? undefined : `not run (${plainLine(call.reason)})`
    case 'pending-confirmation':
      return '**waits for a person**'
    case 'pending-result-confirmation':
      return '**its result waits for a person**'
    case 'running':
      return 'running'
    case 'streaming':
      return 'being written'
    default:
      return plainLine(call.status)
  }
}

function editsOf(call: ToolCallState, folder: string | undefined): string[] {
  const content: readonly ToolResultContent[] = 'content' in call ? (call.content ?? []) : []
  return content.flatMap((part) => {
    if (part.type !== 'fileEdit') return []
    const { before, after, diff } = part
    const uri = after?.uri ?? before?.uri
    if (uri === undefined) return []
    const kind =
      before === undefined
        ? ' new'
        : after === undefined
          ? ' deleted'
          : before.uri === after.uri
            ? ''
            : ` from ${codeSpan(shownPath(before.uri, folder), 500)}`
    return [`${codeSpan(shownPath(uri, folder), 500)}${kind} +${diff?.added ?? 0} −${diff?.removed ?? 0}`]
  })
}

/** Relative to the session's folder where it is inside, else whole. */
function shownPath(uri: string, folder: string | undefined): string {
  const path = filePathOf(uri) ?? uri
  if (folder === undefined || !path.startsWith(folder)) return path
  const rest = path.slice(folder.length)
  return /^[\\/]/.test(rest) ? rest.slice(1) : path
}

function approvalText(entry: AuditEntry): string {
  const checked = check(DecisionDetail, entry.detail)
  const { reasons = [], rememberedFor } = checked.ok ? checked.value : {}
  // A refusal by policy says its reasons itself.
  const unsaid = reasons.filter(({ text }) => !entry.summary.includes(text))
  const why = unsaid.map(({ rule, text }) => `${plainLine(rule, 40)}: ${plainLine(text.replace(/\.$/, ''))}`)
  if (rememberedFor !== undefined) why.push(`remembered for the ${plainLine(rememberedFor, 40)}`)
  const actor = entry.actor === 'policy' ? '' : ` (${actorText(entry.actor)})`
  return `${plainLine(entry.summary, 500)}${actor}${why.length === 0 ? '' : ` [${why.join('; ')}]`}`
}
