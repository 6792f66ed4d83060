import { readdirSync, readFileSync } from 'node:fs'

/**
 * Ends sandboxes that an earlier host of this data folder has left. One that is killed in the moment bubblewrap starts leaves
 * bubblewrap's first process waiting for ever: it is the first of its namespace, so no hang-up reaches it. It is known by its
 * arguments, which hide this folder. Only for whoever owns the folder, before anything of its own runs. Linux only.
 * @returns how many there were
 */
export function endLeftovers(dataFolder: string): number {
  if (process.platform !== 'linux') return 0
  let ended = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || !isSandboxOf(name, dataFolder)) continue
    try {
      process.kill(Number(name), 'SIGKILL')
      ended += 1
    } catch {
      // It has ended meanwhile, or is another account's.
    }
  }
  return ended
}

function isSandboxOf(pid: string, dataFolder: string): boolean {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'bwrap') return false
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return args.some((arg, at) => arg === '--tmpfs' && args[at + 1] === dataFolder)
  } catch {
    return false
  }
}
