import type { HostClient } from '../../../client/host-client.ts'
import type { StateAction } from '../../../protocol/actions.ts'
import { activityOf } from '../../../protocol/status.ts'
import { lookAt } from '../../hosts/look-at.ts'

type Offer = (channel: string, action: StateAction) => Promise<unknown>

/**
 * Stops whatever runs in a session, in any of its chats: the list says of the session that it works, not in which chat. Answers
 * whether the host said in time what runs; where it did not, nothing is stopped later either.
 */
export async function stopSession(
  client: Pick<HostClient, 'watch' | 'connection'>,
  session: string,
  offer: Offer,
): Promise<boolean> {
  const isThere = ({ status }: { readonly status: string }) => status !== 'loading'
  const chats = await lookAt(client, session, isThere, (view) =>
    view.status === 'ready' && view.channel.kind === 'session' ? view.channel.state.chats : [],
  )
  if (chats === undefined) return false
  const atWork = chats.filter(({ status }) => ['inProgress', 'inputNeeded'].includes(activityOf(status)))
  const heard = await Promise.all(
    atWork.map(({ resource }) =>
      lookAt(client, resource, isThere, async (view) => {
        const turn = view.status === 'ready' && view.channel.kind === 'chat' ? view.channel.state.activeTurn : undefined
        if (turn === undefined) return true
        const duration = Math.max(0, Date.now() - Date.parse(turn.startedAt))
        await offer(resource, { type: 'chat/turnCancelled', turnId: turn.id, duration })
        return true
      }),
    ),
  )
  return heard.every((each) => each === true)
}
