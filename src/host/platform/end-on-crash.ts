import { writeSync } from 'node:fs'
import { detailOf } from './error-detail.ts'

/**
 * Ends the process at an error nobody caught, as Node does, but says of it only its redacted stack: Node would print the error with
 * all it carries, requests and their headers among it.
 */
export function endOnCrash(
  process: Pick<NodeJS.Process, 'on' | 'exit'>,
  redact: (text: string) => string,
  write: (text: string) => void = (text) => void writeSync(2, text),
): void {
  process.on('uncaughtException', (error: unknown) => {
    try {
      write(`${redact(detailOf(error))}\n`)
    } finally {
      process.exit(1)
    }
  })
}
