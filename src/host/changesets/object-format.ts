import type { Git } from '../git/git.ts'
import { lineOf } from '../git/read-facts.ts'
import { accepted } from './private-index.ts'

/** Ids that are the same in every repository of a hash. */
export interface KnownObjects {
  readonly emptyTree: string
  readonly emptyBlob: string
  /** "No object", as `update-ref` takes it. */
  readonly none: string
}

const sha1: KnownObjects = {
  emptyTree: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  emptyBlob: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  none: '0'.repeat(40),
}
const sha256: KnownObjects = {
  emptyTree: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
  emptyBlob: '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
  none: '0'.repeat(64),
}

/** The known ids in the repository's hash. */
export async function knownObjects(git: Git, root: string): Promise<KnownObjects> {
  const format = lineOf(accepted(await git.run(root, ['rev-parse', '--show-object-format'])))
  return format === 'sha256' ? sha256 : sha1
}

/** The commit HEAD points at; undefined before the first commit. */
export async function headCommit(git: Git, root: string): Promise<string | undefined> {
  const read = git.head(root)
  if (read !== undefined) return read
  // Refs may be kept in a form other than files.
  const output = await git.run(root, ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'])
  return output.exitCode === 0 ? lineOf(output.stdout) : undefined
}
