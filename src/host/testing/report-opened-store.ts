/** A process for tests: opens the data folder named first, perhaps as another user, and prints what came of it as JSON. */
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { openStore } from '../store/open-store.ts'

const opened = openStore({ dataDir: process.argv[2] ?? '', clock: systemClock, logger: silentLogger })
if (opened.kind === 'opened') {
  const { store } = opened
  let refusal: string | undefined
  try {
    store.values.set('written', true)
  } catch (error) {
    refusal = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
  const channels = store.channels().map(({ channel }) => channel)
  process.stdout.write(JSON.stringify({ kind: 'opened', mode: store.mode, channels, refusal }))
  store.close()
} else process.stdout.write(JSON.stringify(opened))
