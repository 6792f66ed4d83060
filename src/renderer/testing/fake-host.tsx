import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConnectionState } from '../../client/connection.ts'
import type { DispatchOutcome } from '../../client/dispatches.ts'
import type { HostClient } from '../../client/host-client.ts'
import type { ChannelView } from '../../client/mirror.ts'
import { createCell, type Cell } from '../../client/readable.ts'
import type { SessionListView } from '../../client/session-list.ts'
import type { StateAction } from '../../protocol/actions.ts'
import type { RootState } from '../../protocol/channels/root/state.ts'
import type { SessionSummary } from '../../protocol/channels/session/state.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import { ToastProvider } from '../components/toast.tsx'
import { HostContext, type Host } from '../hosts/host-context.ts'
import { createQueryClient } from '../hosts/host-provider.tsx'

type Answer = (params: never) => unknown

/** A host whose channels and answers a test sets, and what it was asked. */
export interface FakeHost {
  readonly client: HostClient
  readonly asked: readonly { readonly method: string; readonly params: unknown }[]
  readonly dispatched: readonly { readonly channel: string; readonly action: StateAction }[]
  cell(channel: string): Cell<ChannelView>
  setRoot(state: RootState): void
  setSessions(items: readonly SessionSummary[]): void
  setConnection(state: ConnectionState): void
  /** Answers a command; one that nobody answers is refused. */
  answer(method: string, answer: Answer): void
  /** What comes of the actions that follow. */
  settleWith(outcome: DispatchOutcome): void
  notify(method: string, params: unknown): void
  /** Everything a view needs around it. */
  around(children: ReactNode): ReactNode
}

export function createFakeHost(): FakeHost {
  const cells = new Map<string, Cell<ChannelView>>()
  const answers = new Map<string, Answer>()
  const asked: { method: string; params: unknown }[] = []
  const dispatched: { channel: string; action: StateAction }[] = []
  const listeners = new Set<(method: string, params: unknown) => void>()
  const queries = createQueryClient()
  let outcome: DispatchOutcome = { kind: 'applied' }
  const cell = (uri: string) => {
    const held = cells.get(uri) ?? createCell<ChannelView>({ status: 'loading' })
    cells.set(uri, held)
    return held
  }
  const sessions = createCell<SessionListView>({ status: 'loading' })
  const connection = createCell<ConnectionState>({ status: 'in-sync', sinceMs: 0, host: { protocolVersion: '1' } })
  async function request(method: string, params: unknown): Promise<unknown> {
    asked.push({ method, params })
    const answer = answers.get(method)
    if (answer === undefined) throw new Error(`Nobody answers ${method}`)
    return await answer(params as never)
  }
  const client: HostClient = {
    clientId: 'me',
    connection,
    sessions,
    watch: (channel) => ({ view: cell(channel), release() {} }),
    async dispatch(channel, action) {
      dispatched.push({ channel, action })
      return outcome
    },
    request: request as HostClient['request'],
    onEnvelope: () => () => {},
    onNotification(wanted, listener) {
      const hear = (method: string, params: unknown): void => {
        if (method === wanted) listener(params as never)
      }
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
    retry() {},
    close() {},
  }
  const host: Host = {
    client,
    watches: { readable: cell, dispose() {} },
    platform: {
      kind: 'web',
      keyboard: 'other',
      clientId: 'me',
      launch: { demo: false },
      deviceName: 'test',
      host: {
        admit: async () => ({ status: 'admitted' }),
        pair: async () => ({ kind: 'paired' }),
        open: () => Promise.reject(new Error('no')),
        async forget() {},
      },
    },
    unpair() {},
  }
  return {
    client,
    asked,
    dispatched,
    cell,
    setRoot: (state) => cell(ROOT_URI).set({ status: 'ready', channel: { kind: 'root', state }, pending: 0 }),
    setSessions: (items) => sessions.set({ status: 'ready', items, stale: false }),
    setConnection: (state) => connection.set(state),
    answer: (method, answer) => void answers.set(method, answer),
    settleWith: (next) => (outcome = next),
    notify: (method, params) => {
      for (const listener of [...listeners]) listener(method, params)
    },
    around: (children) => (
      <QueryClientProvider client={queries}>
        <HostContext value={host}>
          <ToastProvider closeLabel="Close">{children}</ToastProvider>
        </HostContext>
      </QueryClientProvider>
    ),
  }
}
