import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { ToolCallState } from '../../protocol/channels/chat/tool-call.ts'
import type { ResponsePart, Turn } from '../../protocol/channels/chat/turn.ts'
import { roadsteadMeta, SteeringFacts } from '../../protocol/roadstead.ts'
import { plainTextOf } from '../../protocol/values.ts'

/** A long transcript is cut at its beginning: what was said last matters most. */
const longest = 100_000

/**
 * What was said in a chat through a turn that is over, or through the last of them; what is attached inside is named and not
 * followed (SPEC 14.3). Undefined when there is no such turn. Thinking is left out.
 */
export function transcriptOf(chat: ChatState, endTurn: string | undefined): string | undefined {
  const upTo = endTurn === undefined ? chat.turns.length - 1 : chat.turns.findIndex(({ id }) => id === endTurn)
  if (endTurn !== undefined && upTo === -1) return undefined
  const text = chat.turns
    .slice(0, upTo + 1)
    .map((turn) => turnText(turn))
    .join('\n\n')
  return text.length <= longest ? text : `… the beginning is left out …\n${text.slice(-longest)}`
}

function turnText({ message, responseParts, state }: Turn): string {
  const attached = message.attachments?.map(({ label }) => `\n[attached: ${label}]`).join('') ?? ''
  const parts = responseParts.map(partText).filter((text) => text !== '')
  const end = state === 'cancelled' ? ['[stopped]'] : []
  return [`Person: ${message.text}${attached}`, ...(parts.length > 0 ? ['Agent:', ...parts] : []), ...end].join('\n')
}

function partText(part: ResponsePart): string {
  switch (part.kind) {
    case 'markdown':
      return part.content
    case 'toolCall':
      return `[${callText(part.toolCall)}]`
    case 'systemNotification': {
      const steering = roadsteadMeta(SteeringFacts, part._meta)
      return steering === undefined ? `[${plainTextOf(part.content)}]` : `Person: ${steering.message.text}`
    }
    case 'error':
      return `[error: ${part.error.message}]`
    default:
      return ''
  }
}

function callText(call: ToolCallState): string {
  if (call.status === 'completed') return plainTextOf(call.pastTenseMessage)
  const invocation = 'invocationMessage' in call ? call.invocationMessage : undefined
  return `not done: ${invocation === undefined ? call.displayName : plainTextOf(invocation)}`
}
