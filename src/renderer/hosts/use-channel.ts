import { useMemo, useSyncExternalStore } from 'react'
import type { ChannelState } from '../../protocol/channel-kind.ts'
import type { ChannelKind, StateOf } from '../../protocol/channel-kind.ts'
import { HostFacts, roadsteadMeta } from '../../protocol/roadstead.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import type { ChannelView } from '../../client/mirror.ts'
import type { Readable } from '../../client/readable.ts'
import { useHost } from './host-context.ts'

/** A channel as a view shows it. `state` under `gone` is what was known before. */
export type ChannelResult<K extends ChannelKind> =
  | { readonly status: 'loading'; readonly state: undefined }
  | { readonly status: 'ready'; readonly state: StateOf[K] }
  | { readonly status: 'gone'; readonly reason: string; readonly state: StateOf[K] | undefined }

const nothing: Readable<ChannelView> = { get: () => loading, subscribe: () => () => {} }
const loading: ChannelView = { status: 'loading' }

/** Subscribes to a channel while the component is there. `undefined` waits for a URI. */
export function useChannel<K extends ChannelKind>(uri: string | undefined, kind: K): ChannelResult<K> {
  const { watches } = useHost()
  const readable = uri === undefined ? nothing : watches.readable(uri)
  const view = useSyncExternalStore(readable.subscribe, readable.get)
  return useMemo(() => resultOf(view, kind), [view, kind])
}

function resultOf<K extends ChannelKind>(view: ChannelView, kind: K): ChannelResult<K> {
  if (view.status === 'loading') return { status: 'loading', state: undefined }
  if (view.status === 'gone')
    return {
      status: 'gone',
      reason: view.reason,
      state: view.last === undefined ? undefined : stateOf(view.last, kind),
    }
  const state = stateOf(view.channel, kind)
  return state === undefined
    ? { status: 'gone', reason: `This is not a ${kind} channel.`, state: undefined }
    : { status: 'ready', state }
}

function stateOf<K extends ChannelKind>(channel: ChannelState, kind: K): StateOf[K] | undefined {
  return channel.kind === kind ? (channel.state as StateOf[K]) : undefined
}

/** What the host says of itself and its machine; undefined until it has. */
export function useHostFacts(): HostFacts | undefined {
  const root = useChannel(ROOT_URI, 'root').state
  return useMemo(() => (root === undefined ? undefined : roadsteadMeta(HostFacts, root._meta)), [root])
}
