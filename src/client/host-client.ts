import type { StateAction } from '../protocol/actions.ts'
import type { ActionEnvelope } from '../protocol/envelope.ts'
import type { Implementation } from '../protocol/capabilities.ts'
import type { NotificationName, NotificationParams } from '../protocol/messages.ts'
import type { Transport } from '../protocol/transport.ts'
import { ROOT_URI } from '../protocol/uri.ts'
import type { ConnectionState } from './connection.ts'
import type { AnyCommand, AnyParams, AnyResult } from './commands.ts'
import { createDispatches, type DispatchOutcome } from './dispatches.ts'
import { createHostLink } from './host-link.ts'
import type { Readable } from './readable.ts'
import { createSessionList, type SessionListView } from './session-list.ts'
import { createSubscriptions, type WatchedChannel } from './subscription.ts'
import type { Timers } from './timers.ts'

export interface HostClientOptions {
  /** Opens an authenticated transport. Throw ConnectionRefused when retrying is of no use. */
  readonly open: () => Promise<Transport>
  readonly timers: Timers
  /** Stable over reconnects of this client, not over restarts (SPEC section 4). */
  readonly clientId: string
  readonly clientInfo?: Implementation
  /** BCP 47. */
  readonly locale?: string
  /** How many of a chat's latest turns come with its snapshot; `fetchTurns` brings older ones. All of them when absent. */
  readonly turnWindow?: number
}

/** One host, seen from anywhere. It connects by itself, stays connected, and keeps what it watches up to date. */
export interface HostClient {
  readonly clientId: string
  readonly connection: Readable<ConnectionState>
  /** All sessions of the host, most recently changed first. */
  readonly sessions: Readable<SessionListView>
  /** Subscribes while anybody watches; survives reconnects. */
  watch(channel: string): WatchedChannel
  /** Offers an action and shows it at once. Never rejects. */
  dispatch(channel: string, action: StateAction): Promise<DispatchOutcome>
  /** Sends a command. Rejects with ProtocolError for the host's no, with ConnectionLost when no answer can come. */
  request<M extends AnyCommand>(method: M, params: AnyParams<M>): Promise<AnyResult<M>>
  /** Every envelope of a watched channel as it comes, replayed ones too. For those who print rather than show. */
  onEnvelope(listener: (envelope: ActionEnvelope) => void): () => void
  /** What the host says once and keeps nowhere, `auth/required` say (SPEC 9). Returns how to stop. */
  onNotification<N extends NotificationName>(method: N, listener: (params: NotificationParams<N>) => void): () => void
  /** Tries again now, from `waiting` or a terminal state. */
  retry(): void
  close(): void
}

/** Creates a client and starts to connect. */
export function createHostClient(options: HostClientOptions): HostClient {
  const dispatches = createDispatches(options.timers, (channel, clientSeq) => subscriptions.forget(channel, clientSeq))
  const subscriptions = createSubscriptions(options.clientId, (channel, reason) =>
    dispatches.loseChannel(channel, reason),
  )
  // The notifications about sessions go to those who are subscribed to the root channel.
  const root = subscriptions.watch(ROOT_URI)
  const link = createHostLink({ ...options, subscriptions, dispatches })
  const sessions = createSessionList(link)
  return {
    clientId: options.clientId,
    connection: link.connection,
    sessions: sessions.view,
    watch: (channel) => subscriptions.watch(channel),
    dispatch: (channel, action) => link.dispatch(channel, action),
    request: (method, params) => link.request(method, params),
    onEnvelope: (listener) => link.onEnvelope(listener),
    onNotification: (wanted, listener) =>
      link.onNotification((method, params) => {
        // The link has checked the parameters against the schema of their method.
        if (method === wanted) listener(params as Parameters<typeof listener>[0])
      }),
    retry: () => link.retry(),
    close() {
      sessions.dispose()
      link.close()
      root.release()
    },
  }
}
