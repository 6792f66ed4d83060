import type { CommitFacts, Git } from '../git/git.ts'
import { firstLine } from '../git/read-facts.ts'

/** The commit that wrote a line, that none has yet, or why it is not known. */
export type BlamedLine =
  | { readonly kind: 'commit'; readonly commit: CommitFacts }
  | { readonly kind: 'uncommitted' }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Which text `line` counts in: the work tree's, HEAD's (`ignoreWorkingTree`), or one handed in. */
export interface BlameOptions {
  readonly ignoreWorkingTree?: boolean
  readonly content?: string
}

/** Asks `git blame` about one line (1-based) of `path`, which is relative to `root`. */
export async function blameLine(
  git: Git,
  root: string,
  path: string,
  line: number,
  { ignoreWorkingTree = false, content }: BlameOptions = {},
): Promise<BlamedLine> {
  const args = ['blame', '--porcelain', '--ignore-revs-file=', '-L', `${line},${line}`]
  if (content !== undefined) args.push('--contents', '-')
  else if (ignoreWorkingTree) args.push('HEAD')
  const output = await git.run(root, [...args, '--', path], { ...(content !== undefined && { stdin: content }) })
  if (output.exitCode !== 0) {
    if (/no such path/.test(output.stderr) && !ignoreWorkingTree) return { kind: 'uncommitted' }
    return { kind: 'unknown', reason: firstLine(output.stderr) }
  }
  const text = output.stdout.toString('utf8')
  const hash = text.slice(0, text.indexOf(' '))
  if (/^0+$/.test(hash)) return { kind: 'uncommitted' }
  const field = (name: string) => text.match(new RegExp(`^${name} (.*)$`, 'm'))?.[1] ?? ''
  const at = new Date(Number(field('author-time')) * 1000).toISOString()
  return { kind: 'commit', commit: { hash, author: field('author'), at, summary: field('summary') } }
}
