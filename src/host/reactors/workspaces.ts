import type { ToolCallState } from '../../protocol/channels/chat/tool-call.ts'
import { filePathOf } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import type { SessionIndex } from '../sessions/session-index.ts'
import { approvalContext, type TurnContextNeeds } from './turn-context.ts'

/** The folder a session works in, absolute and real as it was when the session began. */
export function workspaceOf(channels: Channels, session: string): string | undefined {
  const directory = channels.state(session, 'session')?.workingDirectories?.[0]
  return directory === undefined ? undefined : filePathOf(directory)
}

/** An edited input is judged again by the rules: malformed or denied is refused at once (attacks README, W11). */
export function judgeEditedInput(
  needs: TurnContextNeeds,
  index: SessionIndex,
  chat: string,
  call: ToolCallState,
  text: string,
): string | undefined {
  const session = index.sessionOf(chat)
  const workspace = session === undefined ? undefined : workspaceOf(needs.channels, session)
  if (session === undefined || workspace === undefined) return 'the session is gone'
  const parsed = needs.parseInput(call.toolName, text)
  if (parsed.kind === 'bad') return parsed.problem
  const verdict = needs.decide(needs.accessOf(call.toolName, parsed.input), approvalContext(needs, session, workspace))
  if (verdict.kind !== 'deny') return undefined
  return `the edited input is denied: ${verdict.reasons.map((reason) => `${reason.text} (${reason.rule})`).join('; ')}`
}
