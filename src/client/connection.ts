import type { Implementation } from '../protocol/capabilities.ts'
import type { CloseReason } from '../protocol/transport.ts'

/**
 * How the way to a host is, told apart by `status`. Connected is not in sync: `catching-up` lasts until every channel
 * somebody watches has its state.
 */
export type ConnectionState =
  | { readonly status: 'connecting'; readonly attempt: number; readonly sinceMs: number }
  | { readonly status: 'catching-up'; readonly sinceMs: number; readonly host: HostIdentity }
  | { readonly status: 'in-sync'; readonly sinceMs: number; readonly host: HostIdentity; readonly latencyMs?: number }
  | {
      readonly status: 'waiting'
      readonly attempt: number
      readonly sinceMs: number
      readonly retryAtMs: number
      readonly reason: string
    }
  | TerminalConnectionState

/** States no retry leaves: the person has to do something. */
export type TerminalConnectionState =
  { readonly status: 'refused'; readonly cause: RefusalCause; readonly reason: string } | { readonly status: 'closed' }

/** `credential`: not let in. `version`: no common protocol version. `taken-over`: another window of this client is live. */
export type RefusalCause = 'credential' | 'version' | 'taken-over'

/** What the host said of itself in `initialize`. */
export interface HostIdentity {
  readonly protocolVersion: string
  readonly serverInfo?: Implementation
  readonly defaultDirectory?: string
  /** What makes it worth to ask for `completions`, `@` say. */
  readonly completionTriggerCharacters?: readonly string[]
  /** `_meta` of the answer, as it came. */
  readonly meta?: Readonly<Record<string, unknown>>
}

/** Thrown by a transport factory when trying again is of no use. */
export class ConnectionRefused extends Error {
  readonly refusal: RefusalCause
  constructor(refusal: RefusalCause, message: string) {
    super(message)
    this.name = 'ConnectionRefused'
    this.refusal = refusal
  }
}

/** Milliseconds to wait before attempt `attempt` (1-based): doubling from a quarter of a second to eight seconds. */
export function backoffMs(attempt: number): number {
  return Math.min(8_000, 250 * 2 ** Math.min(attempt - 1, 10))
}

/** Close codes after which coming back by itself would be wrong. */
const takenOverCode = 4000
const policyCode = 1008

/** Whether a host that closed like this does not want this client back; undefined when it may try again. */
export function refusalOf({ code, reason }: CloseReason): { cause: RefusalCause; reason: string } | undefined {
  if (code === takenOverCode)
    return { cause: 'taken-over', reason: 'Another window of this client is connected instead.' }
  if (code === policyCode) return { cause: 'credential', reason: reason || 'The host closed the connection.' }
  return undefined
}
