import type { HostClient } from '../../client/host-client.ts'
import type { ChannelView } from '../../client/mirror.ts'
import type { Readable } from '../../client/readable.ts'

/** Channels in view, shared by everybody who shows one and kept a little after the last has gone. */
export interface WatchCache {
  /** What is known of the channel; watching begins with the first subscriber. */
  readable(channel: string): Readable<ChannelView>
  dispose(): void
}

/** Going back to a session within this time shows it at once. Milliseconds. */
export const lingerMs = 20_000

const loading: ChannelView = { status: 'loading' }

export function createWatchCache(client: Pick<HostClient, 'watch'>): WatchCache {
  interface Entry {
    readonly view: Readable<ChannelView>
    release(): void
    users: number
    timer: ReturnType<typeof setTimeout> | undefined
  }
  const entries = new Map<string, Entry>()
  const readables = new Map<string, Readable<ChannelView>>()

  function acquire(channel: string): Entry {
    let entry = entries.get(channel)
    if (entry === undefined) {
      const watched = client.watch(channel)
      entry = { view: watched.view, release: () => watched.release(), users: 0, timer: undefined }
      entries.set(channel, entry)
    }
    clearTimeout(entry.timer)
    entry.timer = undefined
    entry.users += 1
    return entry
  }

  function leave(channel: string, entry: Entry): void {
    entry.users -= 1
    if (entry.users > 0) return
    entry.timer = setTimeout(() => {
      entries.delete(channel)
      readables.delete(channel)
      entry.release()
    }, lingerMs)
  }

  return {
    readable(channel) {
      let readable = readables.get(channel)
      if (readable === undefined) {
        readable = {
          get: () => entries.get(channel)?.view.get() ?? loading,
          subscribe(listener) {
            const entry = acquire(channel)
            const stop = entry.view.subscribe(listener)
            return () => {
              stop()
              leave(channel, entry)
            }
          },
        }
        readables.set(channel, readable)
      }
      return readable
    },
    dispose() {
      for (const entry of entries.values()) {
        clearTimeout(entry.timer)
        entry.release()
      }
      entries.clear()
      readables.clear()
    },
  }
}
