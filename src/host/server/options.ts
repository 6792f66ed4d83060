import type { Channels } from '../channels/channels.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import type { After } from '../platform/timers.ts'
import type { ActionRule, CommandTable, ServerFacts, ServerLimits } from './server.ts'

/** What a server is made of. */
export interface ServerOptions {
  readonly channels: Channels
  readonly commands: CommandTable
  readonly rules: ActionRule
  readonly clock: Clock
  readonly logger: Logger
  /** What must not be told; keys of known shapes where no book is given. */
  readonly secrets?: Pick<SecretBook, 'redact' | 'redactValue'>
  readonly facts: ServerFacts
  readonly limits?: Partial<ServerLimits>
  /** Opens a channel that is made only when somebody asks for it; leaves the others alone. */
  readonly prepareChannel?: (channel: string) => Promise<void> | void
  /** Runs a task later and returns how to call it off; the process's timers unless a test decides. */
  readonly after?: After
}
