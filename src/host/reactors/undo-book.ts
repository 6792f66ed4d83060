import { z } from 'zod'
import { check } from '../../protocol/schema.ts'
import type { Store } from '../store/store.ts'

const LastDone = z.object({
  commit: z.optional(z.object({ hash: z.string(), summary: z.string() })),
  discard: z.optional(
    z.object({
      path: z.string(),
      name: z.string(),
      left: z.string(),
      was: z.optional(z.object({ mode: z.string(), kept: z.string() })),
      restored: z.optional(z.string()),
    }),
  ),
})
/** The commit and the discarded change of a session that were done last and can still be taken back. */
export type LastDone = z.infer<typeof LastDone>

/** What can be taken back in each session. Kept on disk, so that it can be taken back after a restart; gone with the session. */
export interface UndoBook {
  of(session: string): LastDone
  /** `undefined` for a kind: it was taken back. */
  note(session: string, change: { readonly [K in keyof LastDone]?: LastDone[K] | undefined }): void
  removeSession(session: string): void
}

/** The undo book in the store's values. */
export function createUndoBook(values: Store['values']): UndoBook {
  const keyOf = (session: string) => `undo:${session}`
  const read = (session: string): LastDone => {
    const checked = check(LastDone, values.get(keyOf(session)))
    return checked.ok ? checked.value : {}
  }
  return {
    of: read,
    note(session, change) {
      const next = Object.entries({ ...read(session), ...change }).filter(([, value]) => value !== undefined)
      if (next.length === 0) values.delete(keyOf(session))
      else values.set(keyOf(session), Object.fromEntries(next))
    },
    removeSession: (session) => values.delete(keyOf(session)),
  }
}
