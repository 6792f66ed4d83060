import type { ActionEnvelope } from '../../protocol/envelope.ts'
import { invalidParams, unsupportedProtocolVersion } from '../../protocol/errors.ts'
import type { CommandParams, CommandResult } from '../../protocol/messages.ts'
import { negotiate, PROTOCOL_VERSION } from '../../protocol/version.ts'
import { seeEnvelope } from './client-view.ts'
import { closeCodes, type Connection, type ConnectionHost } from './connection.ts'
import type { CommandContext } from './server.ts'
import type { Subscriptions } from './subscriptions.ts'

/** The connection a handshake is done on. */
export interface HandshakeNeeds {
  readonly host: ConnectionHost
  readonly connection: Connection
  readonly subscriptions: Subscriptions
  /** From here on the client may ask and is told. */
  begin(clientId: string, protocolVersion: string, locale: string | undefined): CommandContext
  /** Runs `finish` at once, or after channels that are made when they are asked for are there. */
  prepared<T>(wanted: readonly string[], finish: () => T): T | Promise<T>
}

/** `initialize` (SPEC 4): a client that has seen nothing yet gets snapshots. */
export function initialize(needs: HandshakeNeeds, params: CommandParams<'initialize'>): unknown {
  const { host, connection, subscriptions } = needs
  const { channels, facts } = host.options
  const negotiation = negotiate(params.protocolVersions)
  if (negotiation.kind === 'malformed') throw invalidParams(negotiation.problem)
  if (negotiation.kind === 'unsupported') {
    queueMicrotask(() => connection.close(closeCodes.policy, 'no common protocol version'))
    throw unsupportedProtocolVersion(negotiation.supportedVersions)
  }
  const { protocolVersion } = negotiation
  const wanted = [...new Set(params.initialSubscriptions ?? [])]
  subscriptions.checkRoom(wanted)
  return needs.prepared(wanted, () => {
    host.claimClientId(connection, params.clientId)
    needs.begin(params.clientId, protocolVersion, params.locale)
    channels.flush()
    const snapshots = wanted
      .filter((channel) => channels.has(channel))
      .map((channel) => subscriptions.takeSnapshot(channel, protocolVersion))
    host.onReady(connection, params.clientId, undefined)
    return {
      protocolVersion,
      serverSeq: channels.serverSeq,
      snapshots,
      serverInfo: facts.serverInfo,
      ...(facts.defaultDirectory !== undefined && { defaultDirectory: facts.defaultDirectory }),
      ...(facts.completionTriggerCharacters && {
        completionTriggerCharacters: [...facts.completionTriggerCharacters],
      }),
      ...(facts.meta && { _meta: facts.meta() }),
    } satisfies CommandResult<'initialize'>
  })
}

/** `reconnect` (SPEC 5): what the client missed, or snapshots where that is not known any more. */
export function reconnect(needs: HandshakeNeeds, params: CommandParams<'reconnect'>): unknown {
  const { host, connection, subscriptions } = needs
  const { channels } = host.options
  const wanted = [...new Set(params.subscriptions)]
  subscriptions.checkRoom(wanted)
  return needs.prepared(wanted, () => {
    host.claimClientId(connection, params.clientId)
    const known = host.clients.find(params.clientId, connection.principal)
    // `reconnect` names no version. One nobody remembers is taken for the newest: others ignore what they do not know.
    const protocolVersion = known?.protocolVersion ?? PROTOCOL_VERSION
    const who = needs.begin(params.clientId, protocolVersion, known?.locale)
    channels.flush()
    const there = wanted.filter((channel) => channels.has(channel))
    const after = params.lastSeenServerSeq
    const missed = known === undefined || after > channels.serverSeq ? undefined : replay(host, who, after, there)
    let result: CommandResult<'reconnect'>
    if (missed === undefined) {
      result = {
        type: 'snapshot',
        snapshots: there.map((channel) => subscriptions.takeSnapshot(channel, protocolVersion)),
      }
    } else {
      for (const channel of there) subscriptions.resume(channel)
      result = { type: 'replay', actions: missed, missing: wanted.filter((channel) => !channels.has(channel)) }
    }
    host.onReady(connection, params.clientId, there)
    return result
  })
}

function replay(
  host: ConnectionHost,
  who: CommandContext,
  after: number,
  there: readonly string[],
): ActionEnvelope[] | undefined {
  const missed = there.length === 0 ? [] : host.options.channels.since(after, new Set(there))
  return missed?.flatMap((envelope) => seeEnvelope(envelope, who) ?? [])
}
