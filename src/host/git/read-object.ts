import type { Git } from './git.ts'
import { isObjectId } from './object-id.ts'
import { firstLine } from './read-facts.ts'

/** A blob's bytes as git stored them, or why there are none. */
export type ObjectContent =
  | { readonly kind: 'read'; readonly content: Buffer }
  | { readonly kind: 'missing'; readonly reason: string }
  | { readonly kind: 'too-large'; readonly size: number }

/** Reads the blob `oid` of the repository at `root`, no filter and no conversion applied; at most `maxBytes`. */
export async function readObject(
  git: Git,
  root: string,
  oid: string,
  { maxBytes = 64 * 1024 * 1024 }: { maxBytes?: number } = {},
): Promise<ObjectContent> {
  if (!isObjectId(oid)) return { kind: 'missing', reason: `${JSON.stringify(oid.slice(0, 80))} is not an object id.` }
  const size = await git.run(root, ['cat-file', '-s', oid])
  if (size.exitCode !== 0) return { kind: 'missing', reason: `Git has no object ${oid}: ${firstLine(size.stderr)}` }
  const bytes = Number(size.stdout.toString('latin1'))
  if (bytes > maxBytes) return { kind: 'too-large', size: bytes }
  const blob = await git.run(root, ['cat-file', 'blob', oid], { maxBytes: maxBytes + 1 })
  if (blob.exitCode !== 0) return { kind: 'missing', reason: `Git object ${oid} is no file: ${firstLine(blob.stderr)}` }
  return { kind: 'read', content: blob.stdout }
}
