/** What a snapshot says about one file. Badge, list and diff are all made from it. */

/** A file above this many bytes on either side is flagged `large`; its lines are counted all the same. */
export const largeFileBytes = 4 * 1024 * 1024

/** One side as git has it. */
export interface BeforeSide {
  readonly oid: string
  /** As git writes it: `100644`, `100755`, `120000` (symlink), `160000` (submodule). */
  readonly mode: string
  /** Bytes; absent for a submodule. */
  readonly size?: number
}

/** One side as it lies in the folder. */
export interface AfterSide {
  readonly mode: string
  /** Bytes; absent for a submodule. */
  readonly size?: number
  /** Milliseconds since the Unix epoch. Together with `size` it tells one version from the next. */
  readonly changedAtMs?: number
  /** Where a symlink points; never followed. */
  readonly target?: string
  /** The commit a submodule is at. */
  readonly commit?: string
}

/** One changed file. Paths are relative to the repository's root, with `/`. */
export interface FileChange {
  readonly path: string
  /** The exact name where it is not UTF-8; `path` is then only for showing. */
  readonly pathBytes?: Buffer
  /** Where a renamed file was. */
  readonly oldPath?: string
  readonly oldPathBytes?: Buffer
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed'
  /** Lines, as `git diff --numstat` counts them; 0 for a binary file. */
  readonly added: number
  readonly removed: number
  readonly binary: boolean
  readonly large: boolean
  /** The file could not be read: it is listed, not counted. */
  readonly unreadable?: true
  readonly before?: BeforeSide
  readonly after?: AfterSide
}

/** One look at the work tree; `additions` and `deletions` are the sums over `files`. */
export interface ChangesetSnapshot {
  readonly files: readonly FileChange[]
  readonly additions: number
  readonly deletions: number
  /** Untracked folders that are repositories of their own: named, not entered. */
  readonly nestedRepositories: readonly string[]
}

/** The exact bytes of a change's path. */
export function pathOf(change: FileChange): Buffer {
  return change.pathBytes ?? Buffer.from(change.path)
}

/** The exact bytes of where the file was before: `oldPath` of a rename, else its path. */
export function oldPathOf(change: FileChange): Buffer {
  return change.oldPathBytes ?? (change.oldPath === undefined ? pathOf(change) : Buffer.from(change.oldPath))
}

/** A path as text, and as bytes where text cannot hold it. */
export function namedPath(bytes: Buffer): { text: string; bytes?: Buffer } {
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? { text } : { text, bytes: Buffer.from(bytes) }
}

/** `root` and a path inside it as bytes, for file system calls: a name need not be UTF-8. */
export function placeOf(root: string, path: Buffer): Buffer {
  return Buffer.concat([Buffer.from(root), Buffer.from('/'), path])
}
