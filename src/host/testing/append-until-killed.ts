/**
 * A process for tests: opens the data folder named first, appends batches and says after each, on standard output, the last
 * number that is on disk. With a count second it stops appending there and holds the folder. It ends by being killed.
 */
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { openStore } from '../store/open-store.ts'
import type { LogRecord } from '../store/store.ts'

const [dataDir = '', count = 'Infinity'] = process.argv.slice(2)
const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened))
const { store } = opened
const channel = 'ahp-session:/killed'
const at = '2026-01-01T00:00:00.000Z'

function appendBatch(): void {
  const batch = Array.from({ length: 5 }, (): LogRecord => {
    const seq = store.nextSeq()
    return { kind: 'action', seq, channel, at, action: { type: 'session/titleChanged', title: `number ${seq}` } }
  })
  store.append(batch)
  process.stdout.write(`${store.lastSeq}\n`)
}

const limit = Number(count)
let done = 0
function step(): void {
  if (done++ < limit) {
    appendBatch()
    setImmediate(step)
  } else setInterval(() => {}, 60_000)
}
step()
