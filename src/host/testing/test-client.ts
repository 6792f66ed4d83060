import type { ActionEnvelope } from '../../protocol/envelope.ts'
import { createJsonRpcPeer, type JsonRpcPeer } from '../../protocol/json-rpc-peer.ts'
import { transportPair, type CloseReason, type Transport } from '../../protocol/transport.ts'
import type { Principal, Server } from '../server/server.ts'

/** The barest client: asks, dispatches, and keeps what came. */
export interface TestClient {
  readonly peer: JsonRpcPeer
  readonly transport: Transport
  readonly envelopes: ActionEnvelope[]
  readonly notifications: { method: string; params: unknown }[]
  readonly closed: Promise<CloseReason>
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows the shape of what it asks for
  ask(method: string, params?: object): Promise<any>
  dispatch(channel: string, clientSeq: number, action: object): void
  /** Resolves when everything the host had for this client so far has come. */
  caughtUp(): Promise<void>
}

export const hostToken: Principal = { kind: 'host-token' }

export function connectClient(
  server: Server,
  principal: Principal = hostToken,
  wrap: (host: Transport) => Transport = (t) => t,
): TestClient {
  const [here, there] = transportPair()
  const envelopes: ActionEnvelope[] = []
  const notifications: { method: string; params: unknown }[] = []
  const closed = new Promise<CloseReason>((resolve) => here.onClose(resolve))
  const peer = createJsonRpcPeer(here, {
    onRequest: () => null,
    onNotification(method, params) {
      if (method === 'action') envelopes.push(params as ActionEnvelope)
      else notifications.push({ method, params })
    },
  })
  server.accept(wrap(there), principal)
  const ask: TestClient['ask'] = (method, params = {}) => peer.request(method, { channel: 'ahp-root://', ...params })
  return {
    peer,
    transport: here,
    envelopes,
    notifications,
    closed,
    ask,
    dispatch: (channel, clientSeq, action) => peer.notify('dispatchAction', { channel, clientSeq, action }),
    async caughtUp() {
      // The first answer says that what was dispatched has been applied; its append is at the end of that tick.
      await ask('ping')
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
      await ask('ping')
    },
  }
}

export function initialize(
  client: TestClient,
  clientId: string,
  subscriptions: readonly string[] = [],
  versions = ['1.0.0', '0.9.0'],
): ReturnType<TestClient['ask']> {
  return client.ask('initialize', { protocolVersions: versions, clientId, initialSubscriptions: subscriptions })
}
