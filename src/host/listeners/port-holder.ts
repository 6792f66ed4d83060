import { readFile, readdir, readlink } from 'node:fs/promises'

/** The process that listens on a port. */
export interface PortHolder {
  readonly pid: number
  /** The program's short name. */
  readonly program: string
}

const listening = '0A'

/** Who listens on that TCP port of this machine, where the system tells (Linux, own processes); else undefined. */
export async function findPortHolder(port: number): Promise<PortHolder | undefined> {
  try {
    const sockets = new Set<string>()
    for (const table of ['/proc/net/tcp', '/proc/net/tcp6'])
      for (const inode of listeningInodes(await readFile(table, 'utf8').catch(() => ''), port))
        sockets.add(`socket:[${inode}]`)
    if (sockets.size === 0) return undefined
    for (const entry of await readdir('/proc')) {
      if (/^\d+$/.test(entry) && (await holdsOneOf(entry, sockets)))
        return { pid: Number(entry), program: (await readFile(`/proc/${entry}/comm`, 'utf8')).trim() }
    }
  } catch {
    // No such tables on this system, or the process ended meanwhile.
  }
  return undefined
}

/** Columns of the kernel's table: 1 local address and port (hex), 3 state, 9 inode. */
function listeningInodes(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(suffix) === true && columns[3] === listening)
    .map((columns) => columns[9] ?? '')
}

async function holdsOneOf(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => [])
  for (const descriptor of descriptors)
    if (sockets.has(await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => ''))) return true
  return false
}
