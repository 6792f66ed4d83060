import { isAlive } from '../host/platform/is-alive.ts'
import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { ConnectionRefused } from '../client/connection.ts'
import { createHostClient, type HostClient } from '../client/host-client.ts'
import { waitFor } from '../client/readable.ts'
import { openWebSocket, type WebSocketLike } from '../client/transports/web-socket.ts'
import { readEndpoint } from '../host/endpoint-file.ts'
import { programVersion } from './program.ts'

/** A client on a host, or in words why there is none. */
export type Connected =
  | { readonly kind: 'connected'; readonly client: HostClient; readonly pageUrl: string }
  | { readonly kind: 'not-running' }
  | { readonly kind: 'failed'; readonly reason: string }

/** A client of the host at `url`; the token travels in a header, never in the address. */
export function createCliClient(url: string, token: string): HostClient {
  return createHostClient({
    open: () => openSocket(url, token),
    timers: {
      now: () => Date.now(),
      after(ms, task) {
        const timer = setTimeout(task, ms)
        return () => clearTimeout(timer)
      },
    },
    clientId: `cli-${randomUUID()}`,
    clientInfo: { name: 'roadstead-cli', version: programVersion() },
  })
}

function openSocket(url: string, token: string) {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` }, perMessageDeflate: false })
  let refused: ConnectionRefused | undefined
  socket.on('unexpected-response', (_request, response) => {
    if (response.statusCode === 401)
      refused = new ConnectionRefused('credential', 'The host does not accept this token.')
    socket.terminate()
  })
  return openWebSocket(() => socket as unknown as WebSocketLike).catch((error: unknown) => {
    throw refused ?? error
  })
}

/** Joins the host that has the data folder, if one runs. */
export async function connectToRunning(dataFolder: string): Promise<Connected> {
  const endpoint = readEndpoint(dataFolder)
  if (endpoint === undefined || !isAlive(endpoint.pid)) return { kind: 'not-running' }
  const client = createCliClient(endpoint.url, endpoint.token)
  const state = await waitFor(client.connection, ({ status }) => status !== 'connecting' && status !== 'catching-up')
  if (state.status === 'in-sync') return { kind: 'connected', client, pageUrl: endpoint.pageUrl }
  client.close()
  const reason = 'reason' in state ? state.reason : 'the connection was closed'
  return {
    kind: 'failed',
    reason: `The host of this data folder (process ${endpoint.pid}) cannot be reached: ${reason}`,
  }
}
