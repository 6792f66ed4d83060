import type { FolderFacts } from '../../../protocol/roadstead.ts'

/** What there is of a session that is to be started. */
export interface StartFacts {
  readonly isOnline: boolean
  /** Whether a folder is written, and how it stands; undefined until that is known. */
  readonly isWritten: boolean
  readonly folder: FolderFacts['status'] | undefined
  /** The folder is trusted, or only to be looked at. */
  readonly mayWork: boolean
  readonly hasAgent: boolean
  readonly needsModel: boolean
  readonly hasTask: boolean
}

export type MissingKey = `first.needs.${'host' | 'folder' | 'checked' | 'trust' | 'agent' | 'model' | 'task'}`

/** The first thing that is missing before a session can be started, in the order it is given; the key of its text. */
export function missingFor(facts: StartFacts): MissingKey | undefined {
  if (!facts.isOnline) return 'first.needs.host'
  if (!facts.isWritten) return 'first.needs.folder'
  if (facts.folder === undefined) return 'first.needs.checked'
  if (facts.folder !== 'ok') return 'first.needs.folder'
  if (!facts.mayWork) return 'first.needs.trust'
  if (!facts.hasAgent) return 'first.needs.agent'
  if (facts.needsModel) return 'first.needs.model'
  return facts.hasTask ? undefined : 'first.needs.task'
}
