import { z } from 'zod'
import { check } from '../../protocol/schema.ts'
import type { Store } from '../store/store.ts'

const Keys = z.array(z.string())

/** Yeses a person gave for a whole session. Kept on disk, so that a restart asks nothing twice; gone with the session. */
export interface RememberedRules {
  of(session: string): ReadonlySet<string>
  add(session: string, key: string): void
  removeSession(session: string): void
}

/** The remembered rules in the store's values. */
export function createRememberedRules(values: Store['values']): RememberedRules {
  const keyOf = (session: string) => `allowed:${session}`
  const read = (session: string) => {
    const checked = check(Keys, values.get(keyOf(session)))
    return checked.ok ? checked.value : []
  }
  return {
    of: (session) => new Set(read(session)),
    add(session, key) {
      const keys = read(session)
      if (!keys.includes(key)) values.set(keyOf(session), [...keys, key])
    },
    removeSession: (session) => values.delete(keyOf(session)),
  }
}
