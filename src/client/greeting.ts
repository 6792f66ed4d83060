import type { Implementation } from '../protocol/capabilities.ts'
import type { ActionEnvelope } from '../protocol/envelope.ts'
import { ErrorCode, ProtocolError } from '../protocol/errors.ts'
import type { JsonRpcPeer } from '../protocol/json-rpc-peer.ts'
import type { Snapshot } from '../protocol/snapshot.ts'
import { ROOT_URI } from '../protocol/uri.ts'
import { PROTOCOL_VERSIONS } from '../protocol/version.ts'
import { readResult } from './commands.ts'
import type { HostIdentity } from './connection.ts'

/** Who greets, and what it wants to watch. */
export interface Greeter {
  readonly clientId: string
  readonly clientInfo?: Implementation
  /** BCP 47. */
  readonly locale?: string
  readonly channels: readonly string[]
  /** Of these only a part is wanted, which a greeting cannot ask for: a new client subscribes to each by itself. */
  isPartial(channel: string): boolean
}

/** What came of a greeting: what is missing to be up to date. */
export interface Greeting {
  readonly host: HostIdentity
  /** The host's number this builds on; undefined when the one seen before still counts. */
  readonly serverSeq?: number
  readonly snapshots: readonly Snapshot[]
  readonly missed: readonly ActionEnvelope[]
  /** Wanted channels that the host does not have. */
  readonly gone: readonly string[]
  /** Channels the connection is subscribed to now. */
  readonly resumed: ReadonlySet<string>
}

/** Time the host has to answer the greeting. */
const answerWithinMs = 15_000

/** The greeting of a client the host has not seen in this life of either (SPEC 4). */
export async function initialize(peer: JsonRpcPeer, greeter: Greeter): Promise<Greeting> {
  const params = {
    channel: ROOT_URI,
    protocolVersions: [...PROTOCOL_VERSIONS],
    clientId: greeter.clientId,
    initialSubscriptions: greeter.channels.filter((channel) => !greeter.isPartial(channel)),
    ...(greeter.clientInfo !== undefined && { clientInfo: greeter.clientInfo }),
    ...(greeter.locale !== undefined && { locale: greeter.locale }),
  }
  const answer = await peer.request('initialize', params, { timeoutMs: answerWithinMs })
  const result = readResult('initialize', answer)
  if (!PROTOCOL_VERSIONS.includes(result.protocolVersion)) {
    throw new ProtocolError(ErrorCode.UnsupportedProtocolVersion, 'the host chose a version that was not offered', {
      supportedVersions: [],
    })
  }
  return {
    host: {
      protocolVersion: result.protocolVersion,
      ...(result.serverInfo !== undefined && { serverInfo: result.serverInfo }),
      ...(result.defaultDirectory !== undefined && { defaultDirectory: result.defaultDirectory }),
      ...(result.completionTriggerCharacters !== undefined && {
        completionTriggerCharacters: result.completionTriggerCharacters,
      }),
      ...(result._meta !== undefined && { meta: result._meta }),
    },
    serverSeq: result.serverSeq,
    snapshots: result.snapshots,
    missed: [],
    // A channel without a snapshot is asked for on its own, which tells why.
    gone: [],
    resumed: new Set(result.snapshots.map(({ resource }) => resource)),
  }
}

/** The greeting on a new transport (SPEC 5). A host that knows nothing of this client any more may refuse it. */
export async function reconnect(
  peer: JsonRpcPeer,
  greeter: Greeter,
  host: HostIdentity,
  lastSeenServerSeq: number,
): Promise<Greeting> {
  const params = {
    channel: ROOT_URI,
    clientId: greeter.clientId,
    lastSeenServerSeq: Math.max(0, lastSeenServerSeq),
    subscriptions: [...greeter.channels],
  }
  const answer = await peer.request('reconnect', params, { timeoutMs: answerWithinMs })
  const result = readResult('reconnect', answer)
  if (result.type === 'replay') {
    const gone = greeter.channels.filter((channel) => result.missing.includes(channel))
    const resumed = new Set(greeter.channels.filter((channel) => !gone.includes(channel)))
    return { host, snapshots: [], missed: result.actions, gone, resumed }
  }
  const resumed = new Set(result.snapshots.map(({ resource }) => resource))
  return {
    host,
    ...(result.snapshots.length > 0 && { serverSeq: Math.max(...result.snapshots.map(({ fromSeq }) => fromSeq)) }),
    snapshots: result.snapshots,
    missed: [],
    gone: greeter.channels.filter((channel) => !resumed.has(channel)),
    resumed,
  }
}
