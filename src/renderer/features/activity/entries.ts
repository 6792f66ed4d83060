import { z } from 'zod'
import type { ModelCall } from '../../../protocol/model-facts.ts'
import { Reason, type AuditEntry } from '../../../protocol/roadstead.ts'

/** One thing that happened: a link of the audit chain, or a call of a model. */
export type Entry =
  | { readonly kind: 'audit'; readonly key: string; readonly at: string; readonly audit: AuditEntry }
  | { readonly kind: 'model'; readonly key: string; readonly at: string; readonly call: ModelCall }

/** What people filter by. An entry may be in more than one. */
export const entryGroups = [
  'messages',
  'models',
  'tools',
  'approvals',
  'edits',
  'commits',
  'errors',
  'session',
] as const
export type EntryGroup = (typeof entryGroups)[number]

const groupsOfKinds: Readonly<Record<string, EntryGroup>> = {
  turn: 'messages',
  'model-call': 'models',
  call: 'tools',
  command: 'tools',
  terminal: 'tools',
  approval: 'approvals',
  edit: 'edits',
  commit: 'commits',
}

const Detail = z.object({
  turnId: z.optional(z.string()),
  toolCallId: z.optional(z.string()),
  call: z.optional(z.string()),
  success: z.optional(z.boolean()),
  durationMs: z.optional(z.number()),
  reasons: z.optional(z.array(Reason)),
  rememberedFor: z.optional(z.string()),
})
/** What the record of an entry holds, as far as this page knows of it. */
export type EntryDetail = z.infer<typeof Detail>

const details = new WeakMap<AuditEntry, EntryDetail>()

export function detailOf(audit: AuditEntry): EntryDetail {
  let detail = details.get(audit)
  if (detail === undefined) {
    detail = Detail.safeParse(audit.detail).data ?? {}
    details.set(audit, detail)
  }
  return detail
}

/** The turn an entry belongs to. */
export function turnOf(entry: Entry): string | undefined {
  return entry.kind === 'model' ? entry.call.turnId : detailOf(entry.audit).turnId
}

/** The groups of an entry; the first is what it is, by its icon. A kind this page does not know is about the session. */
export function groupsOf(entry: Entry): readonly EntryGroup[] {
  if (entry.kind === 'model') return entry.call.status === 'failed' ? ['models', 'errors'] : ['models']
  const { audit } = entry
  const own = Object.hasOwn(groupsOfKinds, audit.kind) ? groupsOfKinds[audit.kind]! : 'session'
  const isError =
    (audit.kind === 'turn' && audit.summary.startsWith('The turn ended:')) ||
    (audit.kind === 'call' && detailOf(audit).success === false)
  return isError ? [own, 'errors'] : [own]
}

/** Who did it, without the id of the client. */
export function actorOf(audit: AuditEntry): 'person' | 'agent' | 'host' | 'policy' {
  if (audit.actor === 'agent' || audit.actor === 'policy') return audit.actor
  return audit.actor.startsWith('client:') ? 'person' : 'host'
}

/** Everything in one list, newest first. The audit's own line on a call of a model gives way to the call's record. */
export function timeline(audits: readonly AuditEntry[], calls: readonly ModelCall[]): readonly Entry[] {
  const recorded = new Set(calls.map(({ id }) => id))
  const entries: Entry[] = [
    ...audits
      .filter((audit) => audit.kind !== 'model-call' || !recorded.has(String(audit.detail['call'])))
      .map((audit): Entry => ({ kind: 'audit', key: `a${audit.index}`, at: audit.at, audit })),
    ...calls.map((call): Entry => ({ kind: 'model', key: `m${call.id}`, at: call.at, call })),
  ]
  // Within one millisecond the audit knows the order: it has a line on each call of a model when that is over.
  const ended = new Map(
    audits.filter(({ kind }) => kind === 'model-call').map((each) => [each.detail['call'], each.index]),
  )
  const order = (entry: Entry): number =>
    entry.kind === 'audit' ? entry.audit.index : (ended.get(entry.call.id) ?? 1e9 + entry.call.round)
  return entries.toSorted((a, b) => (a.at === b.at ? order(b) - order(a) : a.at < b.at ? 1 : -1))
}

const texts = new WeakMap<AuditEntry | ModelCall, string>()

/** Those in any of the groups (in all when none is named), with every word of `text` in them, their record included. */
export function filterEntries(
  entries: readonly Entry[],
  text: string,
  groups: ReadonlySet<EntryGroup>,
): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (groups.size > 0 && !groupsOf(entry).some((group) => groups.has(group))) return false
    if (words.length === 0) return true
    const record = textOf(entry)
    return words.every((word) => record.includes(word))
  })
}

function textOf(entry: Entry): string {
  const record = entry.kind === 'audit' ? entry.audit : entry.call
  let text = texts.get(record)
  if (text === undefined) {
    text = JSON.stringify(record).toLowerCase()
    texts.set(record, text)
  }
  return text
}

/** How many there are of each group. */
export function countGroups(entries: readonly Entry[]): ReadonlyMap<EntryGroup, number> {
  const counts = new Map<EntryGroup, number>()
  for (const entry of entries) for (const group of groupsOf(entry)) counts.set(group, (counts.get(group) ?? 0) + 1)
  return counts
}

/** What of other entries explains one: kept by the ids of turns and tool calls. */
export interface Background {
  /** What was asked for in a turn. */
  asked(turnId: string): AuditEntry | undefined
  /** Why a tool call might run, or not. */
  approval(toolCallId: string): AuditEntry | undefined
  /** What came of a tool call, in the host's words. */
  outcome(toolCallId: string): string | undefined
}

export function backgroundOf(audits: readonly AuditEntry[]): Background {
  const asked = new Map<string, AuditEntry>()
  const approvals = new Map<string, AuditEntry>()
  const outcomes = new Map<string, string>()
  for (const audit of audits) {
    const { turnId, toolCallId } = detailOf(audit)
    if (audit.kind === 'turn' && turnId !== undefined && audit.summary.startsWith('Asked: ')) asked.set(turnId, audit)
    if (toolCallId === undefined) continue
    if (audit.kind === 'approval') approvals.set(toolCallId, audit)
    if (audit.kind === 'call') outcomes.set(toolCallId, audit.summary)
  }
  return {
    asked: (turnId) => asked.get(turnId),
    approval: (toolCallId) => approvals.get(toolCallId),
    outcome: (toolCallId) => outcomes.get(toolCallId),
  }
}

/** What an approval was about and by which rules: the call it belongs to stands in an entry of its own. */
export interface ApprovalFacts {
  readonly outcome: 'allowed' | 'denied'
  readonly by: 'policy' | 'person' | 'remembered'
  /** The call in the host's words: what it would do, for nothing had come of it then; else what came of it. */
  readonly call: string | undefined
  readonly reasons: readonly Reason[]
}

/** Reads an approval entry; undefined for other kinds and for words this page does not know. */
export function approvalFacts(audit: AuditEntry, background: Background): ApprovalFacts | undefined {
  const said = /^(Allowed|Denied) by (policy|person|remembered)\b/.exec(audit.summary)
  if (audit.kind !== 'approval' || said === null) return undefined
  const detail = detailOf(audit)
  return {
    outcome: said[1] === 'Allowed' ? 'allowed' : 'denied',
    by: said[2] === 'person' ? 'person' : said[2] === 'remembered' ? 'remembered' : 'policy',
    call: detail.call ?? (detail.toolCallId === undefined ? undefined : background.outcome(detail.toolCallId)),
    reasons: detail.reasons ?? [],
  }
}
