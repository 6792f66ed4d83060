import { checkChatMessage, checkChatPairs, messagesOf } from './check-chat.ts'
import { checked, isObject, refuse, wellFormed, type CheckBody, type Issued, type Json } from './check.ts'

/** Which of the compatible servers' own rules are in force. */
export interface CompatibleRules {
  /** `needed` with calls (DeepSeek, Kimi), `refused` as an unknown property (Mistral, Groq). */
  readonly reasoning: 'needed' | 'refused'
  /** The chat template and the host look at the order of roles and at ids (Mistral). */
  readonly strictTurns: boolean
}

/**
 * Answers a chat request as servers do that resemble OpenAI's. The rules, and where they are published:
 *
 * - All of OpenAI's own (check-chat.ts), save the length of ids.
 * - DeepSeek, Thinking mode, Tool calls: an assistant with calls brings its `reasoning_content`; it is the model's own or empty.
 * - DeepSeek, Reasoning model: no two messages of the user, nor of the assistant, in a row.
 * - Chat templates of Qwen, Llama and Gemma: one system message, which is the first.
 * - Mistral, mistral-common's request validation: ids are nine letters and digits, no user speaks after a tool, properties that
 *   are not documented are refused.
 */
export function checkCompatible(rules: CompatibleRules): CheckBody {
  return checked((body, issued) => {
    wellFormed(body, 'Failed to parse the request body as JSON')
    const messages = messagesOf(body)
    for (const [at, message] of messages.entries()) {
      checkChatMessage(withShortIds(message), at, rules.reasoning === 'needed' ? ['reasoning_content'] : [])
      if (message['role'] === 'system' && at > 0) refuse('System message must be at the beginning.')
      if (message['role'] === 'assistant') checkReasoning(message, at, rules, issued)
      checkTurn(messages[at - 1]?.['role'], message['role'], at, rules)
      if (rules.strictTurns) checkIds(message)
    }
    checkChatPairs(messages)
    if (messages.at(-1)?.['role'] === 'assistant')
      refuse('Expected last role User or Tool for serving but got assistant')
  })
}

function withShortIds(message: Json): Json {
  const calls = message['tool_calls']
  if (!Array.isArray(calls)) return message
  return {
    ...message,
    tool_calls: calls.map((call) => (isObject(call) ? { ...call, id: String(call['id']).slice(0, 40) } : call)),
  }
}

function checkReasoning(message: Json, at: number, rules: CompatibleRules, issued: Issued): void {
  const reasoning = message['reasoning_content']
  if (rules.reasoning === 'refused') return
  if (message['tool_calls'] !== undefined && typeof reasoning !== 'string') {
    refuse(
      `Missing \`reasoning_content\` field in the assistant message at message index ${at}. The \`reasoning_content\` in the thinking mode must be passed back to the API.`,
    )
  }
  if (typeof reasoning === 'string' && reasoning !== '' && !issued.signatures.has(reasoning)) {
    refuse(`The \`reasoning_content\` at message index ${at} is not this model's own.`)
  }
}

function checkTurn(before: unknown, role: unknown, at: number, rules: CompatibleRules): void {
  if ((role === 'user' || role === 'assistant') && before === role) {
    refuse(
      `deepseek-reasoner does not support successive user or assistant messages (messages[${at - 1}] and messages[${at}] in your input). You should interleave the user/assistant messages in the message sequence.`,
    )
  }
  if (before === undefined || before === 'system') {
    if (role === 'assistant' || role === 'tool')
      refuse('Conversation roles must alternate user/assistant/user/assistant/...')
  }
  if (rules.strictTurns && before === 'tool' && role === 'user') refuse("Unexpected role 'user' after role 'tool'")
}

function checkIds(message: Json): void {
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'].filter(isObject) : []
  for (const call of calls) {
    const id = String(call['id'])
    if (!/^[a-zA-Z0-9]{9}$/.test(id)) refuse(`Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`)
  }
}
