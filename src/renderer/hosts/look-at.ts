import type { HostClient } from '../../client/host-client.ts'
import type { ChannelView } from '../../client/mirror.ts'

/** Within this time a channel says what a person's click needs to know, or the click comes to nothing. Milliseconds. */
export const lookWithinMs = 10_000

type Client = Pick<HostClient, 'watch' | 'connection'>

/**
 * What a channel holds, once `isEnough` says so, watched until `task` is done with it. Undefined when that is not known in time
 * or the connection is gone: what a person asked for is done now or not at all, never later when nobody looks any more.
 */
export async function lookAt<T>(
  client: Client,
  channel: string,
  isEnough: (view: ChannelView) => boolean,
  task: (view: ChannelView) => T | Promise<T>,
  withinMs = lookWithinMs,
): Promise<T | undefined> {
  const watched = client.watch(channel)
  try {
    const view = await inTime(client, watched.view, isEnough, withinMs)
    return view === undefined ? undefined : await task(view)
  } finally {
    watched.release()
  }
}

function inTime(
  { connection }: Client,
  shown: ReturnType<HostClient['watch']>['view'],
  isEnough: (view: ChannelView) => boolean,
  withinMs: number,
): Promise<ChannelView | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(undefined), withinMs)
    const stops = [shown.subscribe(look), connection.subscribe(look)]
    function finish(view: ChannelView | undefined): void {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve(view)
    }
    function look(): void {
      const { status } = connection.get()
      if (status !== 'in-sync' && status !== 'catching-up') return finish(undefined)
      const view = shown.get()
      if (isEnough(view)) finish(view)
    }
    look()
  })
}
