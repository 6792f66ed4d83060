import { z } from 'zod'
import type { AuditEntry } from '../../../protocol/roadstead.ts'

/** Kinds people filter by; what the host may add later counts as other. */
export const entryKinds = ['turn', 'call', 'approval', 'edit', 'command', 'commit', 'session', 'other'] as const
export type EntryKind = (typeof entryKinds)[number]

export function kindOf(entry: AuditEntry): EntryKind {
  return entryKinds.find((kind) => kind === entry.kind) ?? 'other'
}

/** Who did it, without the id of the client. */
export function actorOf(entry: AuditEntry): 'person' | 'agent' | 'host' | 'policy' {
  if (entry.actor === 'agent' || entry.actor === 'policy') return entry.actor
  return entry.actor.startsWith('client:') ? 'person' : 'host'
}

/** The kinds there is anything of, in their order. */
export function shownKinds(entries: readonly AuditEntry[]): readonly EntryKind[] {
  const present = new Set(entries.map(kindOf))
  return entryKinds.filter((kind) => present.has(kind))
}

/** Newest first; every word of `text` must be in the entry, its record included. */
export function filterEntries(entries: readonly AuditEntry[], text: string, kind: EntryKind | 'all'): AuditEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries
    .filter((entry) => kind === 'all' || kindOf(entry) === kind)
    .filter((entry) => {
      if (words.length === 0) return true
      const record = `${entry.summary} ${entry.actor} ${JSON.stringify(entry.detail)}`.toLowerCase()
      return words.every((word) => record.includes(word))
    })
    .toSorted((a, b) => b.index - a.index)
}

/** What an approval was about and by which rules: the call it belongs to stands in an entry of its own. */
export interface ApprovalFacts {
  readonly outcome: 'allowed' | 'denied'
  readonly by: 'policy' | 'person' | 'remembered'
  /** The call in the host's words: what came of it, else what it would have done. */
  readonly call: string | undefined
  readonly rules: readonly string[]
}

const Detail = z.object({
  toolCallId: z.optional(z.string()),
  call: z.optional(z.string()),
  reasons: z.optional(z.array(z.object({ rule: z.string() }))),
})

/** Summaries of the calls of a session, by the id of the call. */
export function callSummaries(entries: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const summaries = new Map<string, string>()
  for (const entry of entries) {
    const detail = Detail.safeParse(entry.detail)
    if (entry.kind === 'call' && detail.data?.toolCallId !== undefined)
      summaries.set(detail.data.toolCallId, entry.summary)
  }
  return summaries
}

/** Reads an approval entry; undefined for other kinds and for words this page does not know. */
export function approvalFacts(entry: AuditEntry, calls: ReadonlyMap<string, string>): ApprovalFacts | undefined {
  const said = /^(Allowed|Denied) by (policy|person|remembered)\b/.exec(entry.summary)
  if (entry.kind !== 'approval' || said === null) return undefined
  const detail = Detail.safeParse(entry.detail).data
  return {
    outcome: said[1] === 'Allowed' ? 'allowed' : 'denied',
    by: said[2] === 'person' ? 'person' : said[2] === 'remembered' ? 'remembered' : 'policy',
    call: calls.get(detail?.toolCallId ?? '') ?? detail?.call,
    rules: [...new Set((detail?.reasons ?? []).map(({ rule }) => rule))],
  }
}
