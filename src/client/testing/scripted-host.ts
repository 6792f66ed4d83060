import { createJsonRpcPeer, type JsonRpcPeer } from '../../protocol/json-rpc-peer.ts'
import type { CloseReason, Transport } from '../../protocol/transport.ts'

/** One connection as the host's side sees it. */
export interface HostSide {
  /** What the client asked and announced, in order. */
  readonly heard: { readonly method: string; readonly params: Record<string, unknown> }[]
  readonly peer: JsonRpcPeer
  /** Closes it; the client hears the code. */
  close(code: number, reason?: string): void
  /** True once the client's side has closed. */
  readonly closed: () => boolean
}

/** Answers a request; what it returns is the result. `silent` never answers. */
export type Script = (method: string, params: Record<string, unknown>, side: HostSide) => unknown

export const silent = Symbol('no answer')

/** A host that does what a test says, connection after connection. */
export interface ScriptedHost {
  open(): Promise<Transport>
  readonly connections: HostSide[]
  /** The newest one. */
  latest(): HostSide
}

/**
 * Messages of one turn of the host arrive in one go, each delivered before anything that waits for the first has run: as
 * sockets do it.
 */
export function createScriptedHost(script: Script): ScriptedHost {
  const connections: HostSide[] = []
  return {
    connections,
    latest() {
      const side = connections.at(-1)
      if (side === undefined) throw new Error('nobody has connected')
      return side
    },
    open() {
      const [client, host] = burstingPair()
      const heard: HostSide['heard'] = []
      let gone = false
      host.onClose(() => (gone = true))
      const note = (method: string, params: unknown) => {
        const entry = { method, params: params as Record<string, unknown> }
        heard.push(entry)
        return entry.params
      }
      const peer = createJsonRpcPeer(host, {
        onRequest(method, params) {
          const answer = script(method, note(method, params), side)
          return answer === silent ? new Promise(() => {}) : answer
        },
        onNotification: (method, params) => void script(method, note(method, params), side),
      })
      const side: HostSide = {
        heard,
        peer,
        close: (code, reason = '') => host.close(code, reason),
        closed: () => gone,
      }
      connections.push(side)
      return Promise.resolve(client)
    },
  }
}

/** Two linked transports. What one end sends within a turn is delivered together, without a break. */
function burstingPair(): [Transport, Transport] {
  const ends = [createEnd(), createEnd()] as const
  ends[0].link(ends[1])
  ends[1].link(ends[0])
  return [ends[0].transport, ends[1].transport]
}

function createEnd() {
  const messageListeners = new Set<(text: string) => void>()
  const closeListeners = new Set<(reason: CloseReason) => void>()
  const early: string[] = []
  let outgoing: string[] = []
  let closed: CloseReason | undefined
  let other: { receive(text: string): void; shut(reason: CloseReason): void } | undefined

  function receive(text: string): void {
    if (closed !== undefined) return
    if (messageListeners.size === 0) early.push(text)
    for (const listener of [...messageListeners]) listener(text)
  }

  function shut(reason: CloseReason): void {
    if (closed !== undefined) return
    closed = reason
    for (const listener of [...closeListeners]) listener(reason)
  }

  const transport: Transport = {
    send(text) {
      if (closed !== undefined) return
      outgoing.push(text)
      if (outgoing.length > 1) return
      void laterThanAnswers().then(() => {
        const texts = outgoing
        outgoing = []
        for (const each of texts) other?.receive(each)
      })
    },
    onMessage(listener) {
      messageListeners.add(listener)
      for (const text of early.splice(0)) listener(text)
      return () => void messageListeners.delete(listener)
    },
    onClose(listener) {
      closeListeners.add(listener)
      return () => void closeListeners.delete(listener)
    },
    close(code = 1000, reason = '') {
      shut({ code, reason })
      void laterThanAnswers().then(() => other?.shut({ code, reason }))
    },
  }
  return { transport, receive, shut, link: (end: typeof other) => void (other = end) }
}

/** Some turns later, so that a request answered and an action published right after it travel together. */
async function laterThanAnswers(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await Promise.resolve()
}
