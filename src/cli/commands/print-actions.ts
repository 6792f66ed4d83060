import type { HostClient } from '../../client/host-client.ts'
import type { ActionEnvelope } from '../../protocol/envelope.ts'
import type { Output } from '../output.ts'

/** Prints each action the host applied to a chat, in order, as `{kind: 'action', seq, action}`. */
export function printActions(client: HostClient, chat: string, output: Output): { stop(): void } {
  const stop = client.onEnvelope((envelope: ActionEnvelope) => {
    if (envelope.channel !== chat || envelope.rejectionReason !== undefined) return
    output.json({ kind: 'action', seq: envelope.serverSeq, action: envelope.action })
  })
  return { stop }
}
