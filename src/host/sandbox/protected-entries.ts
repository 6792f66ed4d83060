import { lstatSync, readdirSync, readlinkSync, type BigIntStats, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { protectedNames } from './protected-names.ts'
import type { SandboxViolation } from './sandbox.ts'

/** Folders of dependencies and build output: huge, and full of protected names that nothing reads from there. */
const notEntered = new Set(['node_modules', '.venv', 'venv', '__pycache__', '.tox', 'target', 'bower_components'])
const protectedSet = new Set(protectedNames)

/** Folders looked at per scan at most; beyond them a scan says less, but a command never waits long for it. */
const folderLimit = 20_000
/** Folders looked at between two turns of the event loop. */
const foldersPerTurn = 250

/** What a folder held when its change time was `ctimeNs`. Change times cannot be set by programs, unlike modification times. */
interface KnownFolder {
  readonly ctimeNs: bigint
  readonly folders: readonly string[]
  readonly protectedEntries: readonly string[]
}

/** Protected entries by absolute path, each with a text that differs if the entry was replaced. */
export type ProtectedEntries = ReadonlyMap<string, string>

function status(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function changeTime(path: string): string {
  return String(status(path)?.ctimeNs ?? 'none')
}

/** A link may be exchanged between two looks: that differs from whatever it was. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return '\0gone'
  }
}

/** Undefined for an empty folder: it does nothing, and it is what stands in for a missing name while a command runs. */
function identify(path: string): string | undefined {
  const found = status(path)
  if (!found) return undefined
  const same = `${found.dev}:${found.ino}:${found.mode}`
  if (found.isSymbolicLink()) return `${same}:${targetOf(path)}`
  if (!found.isDirectory()) return `${same}:${found.size}:${found.ctimeNs}`
  if (entriesOf(path).length === 0) return undefined
  // Git itself changes its folder all the time; what names programs in it should not change while a command runs.
  return `${same}:${changeTime(join(path, 'config'))}:${changeTime(join(path, 'hooks'))}`
}

/**
 * Finds protected names (P6) at any depth of one workspace, cheaply when little changed since the last time: one status call
 * for each known folder.
 */
export class ProtectedScan {
  private known = new Map<string, KnownFolder>()
  private readonly root: string

  constructor(root: string) {
    this.root = root
  }

  /** The protected entries there are now. Links are not followed. */
  async read(): Promise<ProtectedEntries> {
    const seen = new Map<string, KnownFolder>()
    const found = new Map<string, string>()
    const waiting = [this.root]
    for (let folder = waiting.pop(); folder !== undefined && seen.size < folderLimit; folder = waiting.pop()) {
      const here = this.look(folder)
      if (!here) continue
      seen.set(folder, here)
      for (const name of here.folders) waiting.push(join(folder, name))
      for (const name of here.protectedEntries) {
        const path = join(folder, name)
        const identity = identify(path)
        if (identity !== undefined) found.set(path, identity)
      }
      if (seen.size % foldersPerTurn === 0) await new Promise((resume) => setImmediate(resume))
    }
    this.known = seen
    return found
  }

  private look(folder: string): KnownFolder | undefined {
    const now = status(folder)
    if (!now?.isDirectory()) return undefined
    const before = this.known.get(folder)
    if (before?.ctimeNs === now.ctimeNs) return before
    const entries = entriesOf(folder)
    return {
      ctimeNs: now.ctimeNs,
      folders: entries.filter((entry) => entry.isDirectory() && isEntered(entry.name)).map((entry) => entry.name),
      protectedEntries: entries.filter((entry) => protectedSet.has(entry.name)).map((entry) => entry.name),
    }
  }
}

function isEntered(name: string): boolean {
  return !protectedSet.has(name) && !notEntered.has(name)
}

/** What differs between two scans, by path. */
export function compareEntries(before: ProtectedEntries, after: ProtectedEntries): SandboxViolation[] {
  const gone = [...before.keys()].filter((path) => !after.has(path)).map((path) => ({ path, what: 'removed' as const }))
  const rest = [...after].flatMap(([path, identity]): SandboxViolation[] => {
    const was = before.get(path)
    if (was === undefined) return [{ path, what: 'appeared' }]
    return was === identity ? [] : [{ path, what: 'changed' }]
  })
  return [...gone, ...rest].sort((a, b) => (a.path < b.path ? -1 : 1))
}
