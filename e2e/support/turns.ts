import type { DispatchOutcome } from '../../src/client/dispatches.ts'
import type { HostClient } from '../../src/client/host-client.ts'
import { waitFor } from '../../src/client/readable.ts'
import type { StateAction } from '../../src/protocol/actions.ts'
import type { ChatState } from '../../src/protocol/channels/chat/state.ts'
import type { ToolCallPendingConfirmationState, ToolCallState } from '../../src/protocol/channels/chat/tool-call.ts'
import type { ActiveTurn, Turn } from '../../src/protocol/channels/chat/turn.ts'
import { stateWhen } from './client.ts'

/** A script of one turn (resources/scripts/README.md). */
export function scriptOf(...rounds: readonly object[]) {
  return { version: 1, name: 'Test', pace: 'instant', turns: [{ rounds }] }
}

/** A script that answers each message in turn, one list of rounds each. */
export function scriptOfTurns(...turns: readonly (readonly object[])[]) {
  return { version: 1, name: 'Test', pace: 'instant', turns: turns.map((rounds) => ({ rounds })) }
}

export const call = (tool: string, input: object) => ({ calls: [{ tool, input }] })
export const command = (text: string) => call('run_command', { command: text })

/** Offers an action and waits for the host's word on it, whoever else watches the channel. */
export async function offer(client: HostClient, channel: string, action: StateAction): Promise<DispatchOutcome> {
  const watched = client.watch(channel)
  try {
    await waitFor(watched.view, ({ status }) => status !== 'loading')
    return await client.dispatch(channel, action)
  } finally {
    watched.release()
  }
}

/** The turn of a chat, running or over. */
export function turnOf(chat: ChatState, turnId: string): Turn | ActiveTurn | undefined {
  return chat.activeTurn?.id === turnId ? chat.activeTurn : chat.turns.find(({ id }) => id === turnId)
}

/** Settles with the turn once it is over. */
export async function turnEnded(client: HostClient, chat: string, turnId: string): Promise<Turn> {
  const over = (state: ChatState) => state.turns.find(({ id }) => id === turnId)
  const state = await stateWhen(client, chat, 'chat', (each) => over(each) !== undefined)
  return over(state)!
}

/** The tool calls of a turn, in order. */
export function toolCallsOf(turn: Turn | ActiveTurn | undefined): ToolCallState[] {
  return (turn?.responseParts ?? []).flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []))
}

/** All markdown of a turn. */
export function textOf(turn: Turn | ActiveTurn | undefined): string {
  return (turn?.responseParts ?? []).map((part) => (part.kind === 'markdown' ? part.content : '')).join('\n')
}

/** The message of the turn's last error part, if it ends in one. */
export function errorOf(turn: Turn | undefined): string | undefined {
  const last = turn?.responseParts.at(-1)
  return last?.kind === 'error' ? last.error.message : undefined
}

/** What people see of a finished call: its one line, its error, its texts. */
export function shownOf(toolCall: ToolCallState | undefined): string {
  if (toolCall?.status === 'cancelled') return plain(toolCall.reasonMessage)
  if (toolCall?.status !== 'completed') return ''
  const texts = (toolCall.content ?? []).map((item) => {
    if (item.type === 'terminal') return item.result?.preview ?? ''
    return item.type === 'text' ? item.text : ''
  })
  return [plain(toolCall.pastTenseMessage), toolCall.error?.message ?? '', ...texts].join('\n')
}

function plain(text: string | { markdown: string } | undefined): string {
  return typeof text === 'object' ? text.markdown : (text ?? '')
}

/** Settles with the first call of the active turn that waits for a person. */
export async function waitingCall(
  client: HostClient,
  chat: string,
): Promise<{ turnId: string; toolCall: ToolCallPendingConfirmationState }> {
  const waiting = (state: ChatState) =>
    toolCallsOf(state.activeTurn).find((each) => each.status === 'pending-confirmation')
  const state = await stateWhen(client, chat, 'chat', (each) => waiting(each) !== undefined)
  return { turnId: state.activeTurn!.id, toolCall: waiting(state) as ToolCallPendingConfirmationState }
}

/** A person's answer to a call, with the option that a button would carry. */
export function answerTo(
  { turnId, toolCall }: { turnId: string; toolCall: { toolCallId: string } },
  option: 'allow-once' | 'allow-session' | 'deny',
): StateAction {
  const base = { type: 'chat/toolCallConfirmed' as const, turnId, toolCallId: toolCall.toolCallId }
  return option === 'deny'
    ? { ...base, approved: false, reason: 'denied', selectedOptionId: option }
    : { ...base, approved: true, confirmed: 'user-action', selectedOptionId: option }
}
