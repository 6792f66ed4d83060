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
