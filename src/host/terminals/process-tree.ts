import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  /** The session it belongs to; on systems without `/proc` its process group. */
  readonly session: number
  /** Tells apart two processes that had the same number one after the other. */
  readonly identity: string
}

const betweenLooksMs = 15
/** How long a first process that is alone may take: a sandbox to end by itself, another to act on TERM before the hang-up. */
const hangUpAfterMs = 250

function readProc(): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The program's name stands in parentheses and may hold anything, parentheses too.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      const [state, parent, , session] = fields
      const startedAt = fields[19]
      if (state === 'Z' || state === 'X') return []
      return [{ pid: Number(name), parent: Number(parent), session: Number(session), identity: `${name} ${startedAt}` }]
    } catch {
      return []
    }
  })
}

function readPs(): ProcessEntry[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [pid, parent, session, state] = line.trim().split(/\s+/)
    if (pid === undefined || !state || state.startsWith('Z')) return []
    return [{ pid: Number(pid), parent: Number(parent), session: Number(session), identity: `${pid} ${session}` }]
  })
}

function carriesMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(mark)
  } catch {
    return false
  }
}

/** One pty's processes: the one started in it (while it runs) and a text that its environment carries. */
export interface ProcessTree {
  /** Undefined once the first process is known to have ended: its number may belong to another by now. */
  readonly root: () => number | undefined
  /** Finds what left the tree: a daemon's parent is gone, but it inherited the environment. */
  readonly mark: string
}

/**
 * Processes that belong to the tree, the first one excluded: descendants, members of its session, carriers of the mark, and
 * those in `known`, to which it adds what it finds. (What runs in a sandbox carries no mark, and when the sandbox is killed it
 * lives on for a moment without a parent of ours.)
 */
export function findMembers(tree: ProcessTree, known = new Set<string>()): number[] {
  const entries = process.platform === 'linux' ? readProc() : readPs()
  const root = tree.root()
  const isOwn = ({ pid, session, identity }: ProcessEntry) =>
    (root !== undefined && session === root) || known.has(identity) || carriesMark(pid, tree.mark)
  const own = new Set(entries.filter((entry) => entry.pid !== process.pid && isOwn(entry)).map(({ pid }) => pid))
  if (root !== undefined) own.add(root)
  for (let before = -1; before !== own.size;) {
    before = own.size
    for (const { pid, parent } of entries) if (own.has(parent)) own.add(pid)
  }
  if (root !== undefined) own.delete(root)
  for (const { pid, identity } of entries) if (own.has(pid)) known.add(identity)
  return [...own]
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Gone already, or not ours any more.
  }
}

const pause = () => new Promise((resume) => setTimeout(resume, betweenLooksMs))

/** True for bubblewrap: everything inside dies at once with it, before anything could clean up. */
function isSandbox(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'bwrap'
  } catch {
    return false
  }
}

/**
 * Ends the tree and settles when nothing of it runs. Everything is asked first (TERM), a sandbox only when nothing has run in
 * it for a while, an interactive shell by the hang-up, since it ignores TERM; whoever is left after `graceMs` is killed, again and
 * again while new ones appear. `now` is monotonic milliseconds.
 */
export async function endTree(tree: ProcessTree, graceMs: number, now: () => number): Promise<void> {
  const began = now()
  const asked = new Set<string>()
  const known = new Set<string>()
  const look = () => findMembers(tree, known)
  const ask = (pid: number, name: NodeJS.Signals) => {
    if (asked.has(`${pid} ${name}`)) return
    asked.add(`${pid} ${name}`)
    signal(pid, name)
    signal(pid, 'SIGCONT')
  }
  let withMembersAt = began
  for (let members = look(); members.length > 0 || tree.root() !== undefined; members = look()) {
    const root = tree.root()
    const passed = now() - began
    if (members.length > 0) withMembersAt = now()
    if (passed >= graceMs) {
      // Stopped first, so that nothing forks between the look and the kill.
      for (const pid of members) signal(pid, 'SIGSTOP')
      for (const pid of [...(root === undefined ? [] : [root]), ...look()]) signal(pid, 'SIGKILL')
    } else {
      for (const pid of members) ask(pid, 'SIGTERM')
      const isAlone = members.length === 0
      // A sandbox ends by itself after what ran in it, with that exit code: it is asked only when it seems to forget to.
      const isForgetful = isAlone && now() - withMembersAt >= hangUpAfterMs
      if (root !== undefined && (isForgetful || !isSandbox(root))) ask(root, 'SIGTERM')
      if (root !== undefined && isAlone && passed >= hangUpAfterMs) ask(root, 'SIGHUP')
    }
    await pause()
  }
}
