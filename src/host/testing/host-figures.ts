import fs from 'node:fs'
import path from 'node:path'

/** What a running host uses, seen from outside. Linux only. Sizes in bytes. */
export interface HostFigures {
  readonly rss: number
  readonly openFiles: number
  readonly processes: number
  readonly wal: number
  readonly database: number
}

export function readHostFigures(pid: number, dataDir: string, processes: number): HostFigures {
  const sizeOf = (name: string) => fs.statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return {
    rss: Number(kilobytes) * 1024,
    openFiles: fs.readdirSync(`/proc/${pid}/fd`).length,
    processes,
    wal: sizeOf('roadstead.db-wal'),
    database: sizeOf('roadstead.db'),
  }
}

/** What each open file of a process is, numbers taken out: what is left in a list of them says who forgot it. */
export function openFilesOf(pid: number): string[] {
  return fs.readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/fd/${name}`).replaceAll(/\d+/g, 'N')
    } catch {
      return []
    }
  })
}

/** By how much a series rises from its second quarter to its last, by their medians: the first one is warming up. */
export function riseOf(values: readonly number[]): number {
  const quarter = Math.floor(values.length / 4)
  const middle = (from: number, to: number) => {
    const sorted = values.slice(from, to).toSorted((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  return middle(values.length - quarter, values.length) - middle(quarter, 2 * quarter)
}

/** Every file and folder below a folder, relative to it. */
export function namesBelow(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted() : []
}
