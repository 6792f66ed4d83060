import type { SecretBook } from './secret-book.ts'

/** Facts beside a log message. Never a secret: tokens, keys and prompts do not belong here. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** The host's own log: JSON lines on stderr or in a file. It is not the event log. */
export interface Logger {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

/** Says what `logger` says, without secrets: errors of other programs end up in it, with whatever they hold. */
export function redactingLogger(
  logger: Logger,
  { redact, redactValue }: Pick<SecretBook, 'redact' | 'redactValue'>,
): Logger {
  const log = (level: keyof Logger) => (message: string, fields?: LogFields) =>
    fields === undefined ? logger[level](redact(message)) : logger[level](redact(message), redactValue(fields))
  return { info: log('info'), warn: log('warn'), error: log('error') }
}

/** A logger that says nothing. */
export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} }

/** Writes one JSON line for each message to `write` (a stream's `write`, say). */
export function jsonLineLogger(write: (line: string) => void, now: () => number): Logger {
  const log = (level: string) => (message: string, fields?: LogFields) =>
    write(`${JSON.stringify({ at: new Date(now()).toISOString(), level, message, ...fields })}\n`)
  return { info: log('info'), warn: log('warn'), error: log('error') }
}
