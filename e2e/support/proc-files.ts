import { readdirSync, readFileSync } from 'node:fs'

/** Linux only: what /proc says of processes. A process that is gone or not ours reads as empty. */

function read(pid: number, name: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** Its program and arguments, as anybody on the machine can read them. */
export function processArguments(pid: number): string[] {
  return read(pid, 'cmdline').split('\0').filter(Boolean)
}

/** The environment it was started with, as `NAME=value`. */
export function processEnvironment(pid: number): string[] {
  return read(pid, 'environ').split('\0').filter(Boolean)
}

export function allProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** All processes that descend from `pid`, without itself. */
export function descendants(pid: number): number[] {
  const parents = new Map(
    // The name in brackets may hold anything; the parent is the second word behind it.
    allProcesses().map((each) => [each, Number(read(each, 'stat').split(') ').at(-1)?.split(' ')[1])]),
  )
  const found = new Set([pid])
  for (let before = 0; before !== found.size;) {
    before = found.size
    for (const [child, parent] of parents) if (found.has(parent)) found.add(child)
  }
  found.delete(pid)
  return [...found]
}
