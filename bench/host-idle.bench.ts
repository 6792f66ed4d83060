import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startHost } from '../e2e/support/host.ts'
import { tellFigure, tellSkipped } from './support/figure.ts'

const name = 'host memory when idle'
/** Start-up garbage is collected by then. */
const SETTLE_MS = 5_000

/** Resident memory in MB of 10^6 bytes, as Linux tells it. */
function residentMegabytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return (Number(line?.[1]) * 1024) / 1e6
}

if (process.platform !== 'linux') tellSkipped(name, 'it is read from /proc, which only Linux has')
else {
  const host = await startHost()
  try {
    const atOnce = residentMegabytes(host.pid)
    await wait(SETTLE_MS)
    tellFigure(name, residentMegabytes(host.pid), 'MB', { atOnce })
  } finally {
    await host.stop()
  }
}
