import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathFolders } from './environment.ts'
import { insideGitFolders, outsideGitFolders } from './git-folders.ts'
import type { Mount } from './mounts.ts'
import { isWithin } from './path-relation.ts'
import { protectedNames, systemSecrets } from './protected-names.ts'
import type { ProtectedEntries } from './protected-entries.ts'
import type { SandboxPolicy } from './sandbox.ts'
import { findToolchains } from './toolchains.ts'

/** Folders of the system that programs need. All of it is public; what is not lies in `systemSecrets` or has a closed mode. */
const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/libx32',
  '/lib64',
  '/etc',
  '/opt',
  '/nix/store',
  '/gnu/store',
  '/run/current-system',
  '/home/linuxbrew/.linuxbrew',
  '/sys/devices/system/cpu',
]

/** Nested repositories and settings mounted read-only at most; more are only watched. */
const nestedLimit = 64

/** What the machine offers, found once by the self-test. */
export interface MachineFacts {
  readonly bubblewrap: string
  readonly bash: string
  /** An `env` that can give signals their default meaning back, so that Ctrl-C reaches the command and not the sandbox. */
  readonly resettingEnv?: string
  /** Whether bubblewrap can limit folders in memory. */
  readonly sizes: boolean
  /** System folders as mounts, and what is closed in them. */
  readonly system: readonly Mount[]
}

/** What is so on disk for one policy at one moment. */
export interface PolicyFacts {
  readonly toolchains: readonly string[]
  /** Git folders outside the workspace that its `.git` file leads to. */
  readonly gitFolders: readonly string[]
  /** Protected entries to mount read-only: existing ones, and missing top-level names that get a stand-in. */
  readonly protectedPaths: readonly string[]
  /** Which of `policy.hidden` exist, and as what. */
  readonly hiddenFolders: readonly string[]
  readonly hiddenFiles: readonly string[]
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Entries of `/etc` that their mode closes to other people. */
function closedByMode(folder: string): string[] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return [folder]
  }
  return names.flatMap((name) => {
    const path = join(folder, name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found || found.isSymbolicLink()) return []
    if ((found.mode & 0o004) === 0) return [path]
    return found.isDirectory() ? closedByMode(path) : []
  })
}

/** The system's folders as they are here, links kept as links, secrets closed. Reads the disk; a few milliseconds. */
export function findSystem(): Mount[] {
  const folders = systemFolders.flatMap((at): Mount[] => {
    const found = lstatSync(at, { throwIfNoEntry: false })
    if (!found) return []
    return found.isSymbolicLink() ? [{ kind: 'link', at, to: readlinkSync(at) }] : [{ kind: 'read-only', at }]
  })
  const closed = [...new Set([...systemSecrets, ...closedByMode('/etc')])].filter((path) => existsSync(path))
  return [...folders, ...closed.map((at): Mount => ({ kind: isFolder(at) ? 'empty' : 'closed', at }))]
}

/** What to mount for a protected entry: itself, or where its link leads if that is in the workspace. */
function mountable(path: string, workspace: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isSymbolicLink()) return [path]
  try {
    const target = realpathSync(path)
    return isWithin(target, workspace) && target !== workspace ? [target] : []
  } catch {
    return []
  }
}

/** Reads what the policy means on disk now. Call it after the stand-ins are there. */
export function findPolicyFacts(
  policy: SandboxPolicy,
  entries: ProtectedEntries,
  hostPath: string | undefined,
): PolicyFacts {
  const top = protectedNames.map((name) => join(policy.workspace, name))
  const nested = [...entries.keys()].filter((path) => !top.includes(path)).slice(0, nestedLimit)
  const hidden = policy.hidden.filter((path) => existsSync(path))
  return {
    toolchains: findToolchains(policy.home, pathFolders(hostPath), policy.hidden).filter(
      (folder) => !isWithin(folder, policy.workspace),
    ),
    gitFolders: outsideGitFolders(policy.workspace),
    protectedPaths: [
      ...[...top, ...nested].flatMap((path) => mountable(path, policy.workspace)),
      ...insideGitFolders(policy.workspace),
    ],
    hiddenFolders: hidden.filter((path) => isFolder(path)),
    hiddenFiles: hidden.filter((path) => !isFolder(path)),
  }
}
