import { readdirSync, readFileSync } from 'node:fs'

/** The processes of this machine whose command line holds `text`, this one and its like excluded. Linux only. */
export function processesWith(text: string): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const state = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.[0]
      return command.includes(text) && state !== 'Z' ? [{ pid: Number(name), command: command.slice(0, 200) }] : []
    } catch {
      return []
    }
  })
}

/** Settles once `holds` does, looking again after every turn of the event loop; fails after `limitMs`. */
export async function until(holds: () => boolean, limitMs = 20_000): Promise<void> {
  const limit = performance.now() + limitMs
  while (!holds()) {
    if (performance.now() > limit) throw new Error(`waited ${limitMs} ms in vain`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
