import type { Git, GitOutput } from './git.ts'
import type { GitSetting } from './git-environment.ts'
import { joinNul, splitNul } from './nul-list.ts'

/** Subcommands that never convert the content of a work tree file, so no filter could run in them. */
const neverFilter = new Set([
  'check-attr',
  'check-ignore',
  'commit-tree',
  'config',
  'diff-tree',
  'for-each-ref',
  'ls-files',
  'ls-tree',
  'merge-base',
  'mktree',
  'rev-list',
  'rev-parse',
  'symbolic-ref',
  'update-ref',
  'var',
  'version',
  'write-tree',
])

/**
 * Commands that convert nothing as long as they are given these arguments in these places and, beyond them, trees, paths and
 * what is said to be harmless here: they write entries, or compare entries with trees.
 */
const entriesOnly: readonly (readonly string[])[] = [
  ['update-index', '-z', '--index-info'],
  ['diff-index', '--cached', '--raw', '-z', '--full-index', '--no-renames'],
  ['read-tree'],
]

/** Whether `git …args` could run a filter: anything not known to be free of it, and `cat-file` when asked to filter. */
export function couldFilter(args: readonly string[]): boolean {
  const subcommand = args[0] ?? ''
  if (subcommand === 'cat-file') return args.some((arg) => arg === '--filters' || arg === '--textconv')
  if (neverFilter.has(subcommand)) return false
  return !entriesOnly.some((known) => {
    const rest = args.slice(known.length)
    const paths = rest.indexOf('--')
    const options = paths < 0 ? rest : rest.slice(0, paths)
    return known.every((arg, at) => args[at] === arg) && options.every((arg) => !arg.startsWith('-'))
  })
}

/** Asks git for the settings that would make a filter run. */
export const listFilterArgs = [
  'config',
  '-z',
  '--name-only',
  '--get-regexp',
  '^filter\\..*\\.(clean|smudge|process|required)$',
] as const

/** Settings that empty every filter named in `listFilterArgs`' output; git passes the bytes through then. */
export function emptiedFilters(listed: GitOutput): GitSetting[] {
  const keys = new Set(splitNul(listed.stdout).map((key) => key.toString('utf8')))
  return [...keys].map((key) => [key, key.endsWith('.required') ? 'false' : ''])
}

/**
 * Those of `paths` whose attributes name a filter that is configured here (Git LFS, git-crypt, …), with its name.
 * Roadstead runs no filter, so the bytes it would store or restore for them are not those the person expects.
 */
export async function filteredPaths(
  git: Git,
  root: string,
  paths: readonly (Buffer | string)[],
  env?: Record<string, string>,
): Promise<{ path: Buffer; filter: string }[]> {
  if (paths.length === 0) return []
  const configured = await git.run(root, listFilterArgs)
  const drivers = new Set(
    splitNul(configured.stdout).map((key) => key.toString('utf8').replace(/^filter\.(.*)\.[a-z]+$/s, '$1')),
  )
  if (drivers.size === 0) return []
  const options = { stdin: joinNul(paths), ...(env && { env }) }
  const attributes = await git.run(root, ['check-attr', '-z', '--stdin', 'filter'], options)
  const fields = splitNul(attributes.stdout)
  const found: { path: Buffer; filter: string }[] = []
  for (let index = 0; index + 2 < fields.length; index += 3) {
    const [path, filter] = [fields[index], fields[index + 2]?.toString('utf8')]
    if (path && filter !== undefined && drivers.has(filter)) found.push({ path, filter })
  }
  return found
}
