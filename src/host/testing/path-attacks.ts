/** The pretended file tree of the attack corpus's path cases, on disk or in memory. */
import { execFileSync, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { diskTree } from '../platform/paths/file-tree.ts'
import type { Entry, EntryKind, FileTree } from '../platform/paths/file-tree.ts'
import { foldName } from '../platform/paths/place.ts'

const Kind = z.enum(['dir', 'file', 'symlink', 'fifo', 'socket', 'device'])
const Case = z.object({
  id: z.string(),
  category: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32']),
  scope: z.string(),
  op: z.enum(['read', 'write', 'create', 'delete', 'rename', 'mkdir', 'symlink', 'link']),
  path: z.string(),
  to: z.string().optional(),
  cwd: z.string().optional(),
  via: z.enum(['uri', 'patch']).optional(),
  race: z.object({ replace: z.string(), withSymlinkTo: z.string() }).optional(),
  expected: z.enum(['allow', 'ask', 'deny']),
  why: z.string(),
})
const FixtureEntry = z.tuple([z.string(), Kind], z.union([z.string(), z.number(), z.null()]))
const Corpus = z.object({
  fixture: z.object({ home: z.string(), workspace: z.string(), entries: z.array(FixtureEntry) }),
  scopes: z.record(
    z.string(),
    z.object({ read: z.array(z.string()), write: z.array(z.string()), outside: z.enum(['ask', 'deny']) }),
  ),
  cases: z.array(Case),
})
export type PathCase = z.infer<typeof Case>
export type PathCorpus = z.infer<typeof Corpus>
type FixtureEntries = PathCorpus['fixture']['entries']

/** Reads the corpus under the product's own names; undefined where the shared folder is not there. */
export function readPathCorpus(): PathCorpus | undefined {
  const shared = process.env['ROADSTEAD_SHARED'] ?? resolve(import.meta.dirname, '../../../../shared')
  try {
    const text = readFileSync(join(shared, 'attacks/paths.json'), 'utf8')
    return Corpus.parse(JSON.parse(text.replaceAll('workbench', 'roadstead')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Builds the entries below `root`. `place` maps a pretended path into a link's target. Devices are left to the tree. */
export function buildFixture(root: string, entries: FixtureEntries, place: (path: string) => string): void {
  for (const [path, kind, target, links] of entries) {
    const real = join(root, path)
    mkdirSync(dirname(real), { recursive: true })
    if (kind === 'dir') mkdirSync(real, { recursive: true })
    if (kind === 'file') writeFileSync(real, `content of ${path}\n`)
    if (kind === 'symlink') symlinkSync(place(String(target)), real)
    if (kind === 'fifo') execFileSync('mkfifo', [real])
    if (kind === 'socket') spawnSync(process.execPath, ['-e', socketScript, real])
    if (links === 2) linkSync(real, `${real}.second-name`)
  }
}

/** Leaves a socket file behind: the process ends without closing its listener. */
const socketScript = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`

/** The disk as seen by somebody whose root is `root`, with devices from the list (making one needs rights). */
export function treeBelow(root: string, entries: FixtureEntries): FileTree {
  const devices = new Set(entries.filter(([, kind]) => kind === 'device').map(([path]) => path))
  return {
    look: (path) => (devices.has(path) ? { kind: 'device', links: 1 } : diskTree.look(join(root, path))),
    list: (path) => diskTree.list(join(root, path)),
  }
}

/** The entries in memory, on a disk that compares names without case and form. */
export function foldingTree(entries: FixtureEntries): FileTree {
  const key = (path: string) => path.split('/').map(foldName).join('/')
  const known = new Map<string, Entry>()
  const add = (path: string, entry: Entry) => {
    const parent = dirname(path)
    if (parent !== path && !known.has(key(parent))) add(parent, { kind: 'dir', links: 1 })
    known.set(key(path), entry)
  }
  for (const [path, kind, target, links] of entries)
    add(path, { kind, links: typeof links === 'number' ? links : 1, ...(typeof target === 'string' && { target }) })
  return {
    look: (path) => known.get(key(path)),
    list: (path) =>
      [...known]
        .filter(([name]) => dirname(name) === key(path))
        .map(([name, entry]): { name: string; kind: EntryKind } => ({
          name: name.slice(key(path).length + 1),
          kind: entry.kind,
        })),
  }
}

/** A disk with nothing on it: what is judged is the text. */
export const emptyTree: FileTree = { look: () => undefined, list: () => [] }
