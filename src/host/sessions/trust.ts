import { z } from 'zod'
import { check } from '../../protocol/schema.ts'
import type { Store } from '../store/store.ts'

const Folders = z.record(z.string(), z.object({ trusted: z.boolean(), lastUsedAt: z.string() }))

/** A folder the person has worked in. `path` is absolute and real. */
export interface KnownFolder {
  readonly path: string
  readonly trusted: boolean
  readonly lastUsedAt: string
}

/** Which folders the person trusts. A folder is untrusted until they say so; trust covers exactly that folder. */
export interface FolderBook {
  isTrusted(path: string): boolean
  setTrusted(path: string, trusted: boolean, at: string): void
  used(path: string, at: string): void
  /** Most recently used first. */
  recent(): readonly KnownFolder[]
}

const key = 'folders'

/** The folder book in the store's values. */
export function createFolderBook(values: Store['values']): FolderBook {
  function read(): z.infer<typeof Folders> {
    const checked = check(Folders, values.get(key))
    return checked.ok ? checked.value : {}
  }
  function put(path: string, entry: { trusted: boolean; lastUsedAt: string }): void {
    values.set(key, { ...read(), [path]: entry })
  }
  return {
    isTrusted: (path) => Object.hasOwn(read(), path) && read()[path]?.trusted === true,
    setTrusted: (path, trusted, at) => put(path, { trusted, lastUsedAt: at }),
    used(path, at) {
      put(path, { trusted: read()[path]?.trusted === true, lastUsedAt: at })
    },
    recent: () =>
      Object.entries(read())
        .map(([path, entry]) => ({ path, ...entry }))
        .sort((a, b) => (a.lastUsedAt < b.lastUsedAt ? 1 : -1)),
  }
}
