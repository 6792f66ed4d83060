import type { StateAction } from '../../protocol/actions.ts'
import type { ChannelState } from '../../protocol/channel-kind.ts'
import type { Held, Waiting } from './waiting.ts'

/**
 * What the disk refused: undoes the batch from its end, then does again what needs no disk (actions never logged and
 * channels never logged). Clients' actions become rejections under the number they already have; the host's own are
 * dropped. Returns what may be published. `fold` answers nothing when the reducer threw.
 */
export function takeBack(
  channels: Map<string, Held>,
  batch: readonly Waiting[],
  reason: string,
  fold: (state: ChannelState, action: StateAction) => ChannelState | undefined,
): Waiting[] {
  for (const entry of batch.toReversed()) {
    if (entry.kind === 'opened') channels.delete(entry.channel)
    else if (entry.kind === 'closed') channels.set(entry.channel, entry.held)
    else if (entry.kind === 'action') entry.held.current = entry.before
  }
  return batch.flatMap((entry): Waiting[] => {
    const { channel, record } = entry
    if (entry.kind === 'rejected') return [entry]
    if (record !== undefined) {
      if (entry.kind !== 'action' || entry.envelope.origin === undefined) return []
      return [{ kind: 'rejected', channel, envelope: { ...entry.envelope, rejectionReason: reason } }]
    }
    if (entry.kind === 'opened') channels.set(channel, entry.held)
    else if (channels.get(channel) !== entry.held) return []
    else if (entry.kind === 'closed') channels.delete(channel)
    else {
      const before = entry.held.current
      const after = fold(before, entry.envelope.action) ?? before
      entry.held.current = after
      return [{ ...entry, before, after }]
    }
    return [entry]
  })
}
