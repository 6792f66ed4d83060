import { onTestFinished } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { silentLogger, type Logger } from '../platform/logger.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

/** The store of a data folder; closed when the running test is over. */
export function openTestStore(dataDir: string): Store {
  const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
  if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened))
  onTestFinished(() => opened.store.close())
  return opened.store
}

/** A logger that keeps what is said, for tests of what must or must not be in the log. */
export function keepingLogger(): Logger & { readonly lines: string[] } {
  const lines: string[] = []
  const log = (level: string) => (message: string, fields?: object) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`)
  return { lines, info: log('info'), warn: log('warn'), error: log('error') }
}
