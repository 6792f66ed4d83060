import type { HostClient } from '../../../client/host-client.ts'
import type { ChannelView } from '../../../client/mirror.ts'
import { waitFor } from '../../../client/readable.ts'
import type { StateAction } from '../../../protocol/actions.ts'
import { activityOf } from '../../../protocol/status.ts'

type Offer = (channel: string, action: StateAction) => Promise<unknown>

/** Stops whatever runs in a session, in any of its chats: the list says of the session that it works, not in which chat. */
export async function stopSession(client: Pick<HostClient, 'watch'>, session: string, offer: Offer): Promise<void> {
  const chats = await lookAt(client, session, async (view) =>
    view.status === 'ready' && view.channel.kind === 'session' ? view.channel.state.chats : [],
  )
  const atWork = chats.filter(({ status }) => ['inProgress', 'inputNeeded'].includes(activityOf(status)))
  await Promise.all(
    atWork.map(({ resource }) =>
      lookAt(client, resource, async (view) => {
        const turn = view.status === 'ready' && view.channel.kind === 'chat' ? view.channel.state.activeTurn : undefined
        if (turn === undefined) return
        const duration = Math.max(0, Date.now() - Date.parse(turn.startedAt))
        await offer(resource, { type: 'chat/turnCancelled', turnId: turn.id, duration })
      }),
    ),
  )
}

/** Watches a channel for as long as something is done with what it holds. */
async function lookAt<T>(
  client: Pick<HostClient, 'watch'>,
  channel: string,
  task: (view: ChannelView) => Promise<T>,
): Promise<T> {
  const watched = client.watch(channel)
  try {
    return await task(await waitFor(watched.view, ({ status }) => status !== 'loading'))
  } finally {
    watched.release()
  }
}
