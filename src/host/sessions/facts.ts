import { z } from 'zod'
import { ROADSTEAD } from '../../protocol/roadstead.ts'
import type { SessionState } from '../../protocol/channels/session/state.ts'
import { check } from '../../protocol/schema.ts'
import { ChangesSummary } from '../../protocol/values.ts'

/** The key under which everything of ours stands in `_meta` objects. */
export const metaKey = ROADSTEAD

const TodoItem = z.object({ id: z.string(), text: z.string(), status: z.enum(['pending', 'in-progress', 'done']) })

/** What Roadstead knows of a session beyond the protocol; stands in `SessionState._meta['x-roadstead']`. */
export const SessionFacts = z.object({
  createdAt: z.string(),
  folderTrust: z.enum(['trusted', 'untrusted']),
  branch: z.optional(z.string()),
  todo: z.optional(z.array(TodoItem)),
  demo: z.optional(z.boolean()),
  changes: z.optional(ChangesSummary),
  /** The tree the session's files stood at when it began, for the session changeset. */
  startTree: z.optional(z.string()),
})
export type SessionFacts = z.infer<typeof SessionFacts>

const unknownFacts: SessionFacts = { createdAt: '1970-01-01T00:00:00.000Z', folderTrust: 'untrusted' }

/** Facts of a session; what is not there or not readable counts as untrusted. */
export function sessionFactsOf(session: SessionState): SessionFacts {
  const checked = check(SessionFacts, session._meta?.[metaKey])
  return checked.ok ? checked.value : unknownFacts
}

/** `_meta` with the facts changed; everything else in it stays. */
export function withSessionFacts(session: SessionState, changes: Partial<SessionFacts>): Record<string, unknown> {
  return { ...session._meta, [metaKey]: { ...sessionFactsOf(session), ...changes } }
}
