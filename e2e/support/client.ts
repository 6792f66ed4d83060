import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { createHostClient, type HostClient } from '../../src/client/host-client.ts'
import { waitFor } from '../../src/client/readable.ts'
import { openWebSocket, type WebSocketLike } from '../../src/client/transports/web-socket.ts'
import type { ChannelState } from '../../src/protocol/channel-kind.ts'
import type { ChatState } from '../../src/protocol/channels/chat/state.ts'
import type { SessionState } from '../../src/protocol/channels/session/state.ts'
import { fileUri, ROOT_URI, sessionUri } from '../../src/protocol/uri.ts'
import type { RunningHost } from './host.ts'

/** A client of a host that runs as a program of its own; what a window is, without the window. */
export async function connect(host: Pick<RunningHost, 'url' | 'token'>): Promise<HostClient> {
  return (await connectCuttable(host)).client
}

/** As `connect`; `cut` breaks the connection off as a network would, and the client comes back by itself. */
export async function connectCuttable(
  host: Pick<RunningHost, 'url' | 'token'>,
): Promise<{ client: HostClient; cut(): void }> {
  let socket: WebSocket | undefined
  const client = createHostClient({
    // `ws` has every member this needs; its event types are only wider.
    open: () => openWebSocket(() => (socket = openSocket(host)) as unknown as WebSocketLike),
    timers: {
      now: () => Date.now(),
      after(ms, task) {
        const timer = setTimeout(task, ms)
        return () => clearTimeout(timer)
      },
    },
    clientId: `test-${randomUUID()}`,
  })
  await waitFor(client.connection, ({ status }) => status === 'in-sync')
  return { client, cut: () => socket?.terminate() }
}

function openSocket({ url, token }: Pick<RunningHost, 'url' | 'token'>): WebSocket {
  return new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
}

/** Settles with the state of a channel once `test` holds for it; rejects when the channel is gone. */
export async function stateWhen<K extends ChannelState['kind']>(
  client: HostClient,
  channel: string,
  kind: K,
  test: (state: Extract<ChannelState, { kind: K }>['state']) => boolean,
): Promise<Extract<ChannelState, { kind: K }>['state']> {
  const watched = client.watch(channel)
  try {
    const view = await waitFor(
      watched.view,
      (each) =>
        each.status === 'gone' ||
        (each.status === 'ready' && each.channel.kind === kind && test(each.channel.state as never)),
    )
    if (view.status !== 'ready') throw new Error(`${channel} is gone`)
    // Its kind was compared above, which the compiler cannot carry over to a type parameter.
    return view.channel.state as never
  } finally {
    watched.release()
  }
}

/** A session of the scripted agent in a trusted folder, ready for a message. */
export async function createScriptedSession(
  client: HostClient,
  folder: string,
  script: object,
  config: Readonly<Record<string, unknown>> = {},
): Promise<{ session: string; chat: string; state: SessionState }> {
  await client.request('x-roadstead/setFolderTrust', { channel: ROOT_URI, folder: fileUri(folder), trusted: true })
  const session = sessionUri(randomUUID())
  await client.request('createSession', {
    channel: session,
    provider: 'scripted',
    workingDirectories: [fileUri(folder)],
    config: { script: { ...script }, ...config },
  })
  const state = await stateWhen(client, session, 'session', ({ lifecycle }) => lifecycle === 'ready')
  if (state.defaultChat === undefined) throw new Error('the session has no chat')
  return { session, chat: state.defaultChat, state }
}

/** Sends a message; the chat must be idle. Settles with the turn's id when the host has it. */
export async function say(client: HostClient, chat: string, text: string): Promise<string> {
  const turnId = randomUUID()
  const watched = client.watch(chat)
  await waitFor(watched.view, ({ status }) => status !== 'loading')
  const message = { text, origin: { kind: 'user' as const } }
  const outcome = await client.dispatch(chat, {
    type: 'chat/turnStarted',
    turnId,
    startedAt: new Date().toISOString(),
    message,
  })
  watched.release()
  if (outcome.kind !== 'applied') throw new Error(`the turn was not started: ${outcome.reason}`)
  return turnId
}

/** The names of the tools a turn has called, in order, with how each call ended. */
export function callsOf(chat: ChatState, turnId: string): string[] {
  const turn = chat.activeTurn?.id === turnId ? chat.activeTurn : chat.turns.find(({ id }) => id === turnId)
  return (turn?.responseParts ?? []).flatMap((part) =>
    part.kind === 'toolCall' ? [`${part.toolCall.toolName} ${part.toolCall.status}`] : [],
  )
}
