import {
  checked,
  imageKind,
  isObject,
  list,
  object,
  onlyKeys,
  refuse,
  text,
  wellFormed,
  type Issued,
  type Json,
} from './check.ts'

/**
 * Answers a Messages request as Anthropic's API does. The rules, and where they are published:
 *
 * - The body is UTF-8 JSON without lone surrogates ("no low surrogate in string").
 * - Messages API reference: the first message is the user's, roles are user and assistant, no content is empty, text blocks are
 *   not empty and not blank, blocks have no other keys than documented, input is an object.
 * - Tool use, Handling results: every tool_use is answered in the next message, results come first in it, each once and none
 *   without its tool_use; ids are unique and match `^[a-zA-Z0-9_-]+$`, names `^[a-zA-Z0-9_-]{1,64}$`; failed results hold texts
 *   only; requests with tool blocks define tools.
 * - Extended thinking: signatures are Anthropic's own and stand with the thinking they were given for; no message ends with
 *   thinking; with a budget a final turn with calls begins with thinking, and thinking comes first where there is any; without
 *   thinking a final turn holds none.
 * - What's new in Claude 4.6: the conversation ends with the user (no prefill).
 * - Prompt caching: at most four marks, none on thinking or empty texts.
 * - Vision: jpeg, png, gif and webp, what they are said to be, up to 5 MB and 8000 pixels a side, at most a hundred, and up to 2000
 *   pixels where there are more than twenty. (Sides of PNGs only are read here.)
 */
export const checkAnthropic = checked((body, issued) => {
  wellFormed(body, 'The request body is not valid JSON: no low surrogate in string')
  const messages = list(body['messages'], 'messages: Field required').map((message, at) =>
    object(message, `messages.${at}: Input should be a valid dictionary`),
  )
  if (messages.length === 0) refuse('messages: at least one message is required')
  if (messages[0]?.['role'] !== 'user') refuse('messages: first message must use the "user" role')
  for (const block of (body['system'] as unknown[] | undefined) ?? []) {
    const systemText = isObject(block) ? block['text'] : block
    if (typeof systemText !== 'string' || systemText === '') refuse('system: text content blocks must be non-empty')
  }
  const ids = new Set<string>()
  for (const [at, message] of messages.entries()) checkMessage(message, at, body, issued, ids)
  checkPairs(messages)
  const last = messages.at(-1)
  if (last?.['role'] !== 'user') {
    refuse('This model does not support assistant message prefill. The conversation must end with a user message.')
  }
  checkThinking(messages, body)
  checkMarksAndImages(body)
})

const blockKeys: Record<string, readonly string[]> = {
  text: ['type', 'text', 'cache_control', 'citations'],
  image: ['type', 'source', 'cache_control'],
  tool_use: ['type', 'id', 'name', 'input', 'cache_control', 'caller'],
  tool_result: ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'],
  thinking: ['type', 'thinking', 'signature'],
  redacted_thinking: ['type', 'data'],
}
const blocksOf: Record<string, readonly string[]> = {
  user: ['text', 'image', 'tool_result'],
  assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use'],
}

function blocks(message: Json): readonly Json[] {
  const content = message['content']
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}

function checkMessage(message: Json, at: number, body: Json, issued: Issued, ids: Set<string>): void {
  const role = text(message['role'], `messages.${at}.role: Field required`)
  const allowed = blocksOf[role] ?? refuse(`messages.${at}.role: Input should be 'user' or 'assistant'`)
  const content = blocks(message)
  if (content.length === 0) {
    refuse(`messages.${at}: all messages must have non-empty content except for the optional final assistant message`)
  }
  for (const [index, block] of content.entries()) {
    const path = `messages.${at}.content.${index}`
    const type = String(block['type'])
    if (!allowed.includes(type))
      refuse(`${path}: Input tag '${type}' found using 'type' does not match any of the expected tags`)
    onlyKeys(block, blockKeys[type] ?? [], (key) => `${path}.${type}.${key}: Extra inputs are not permitted`)
    if (type === 'text') checkText(block)
    if (type === 'image') checkImage(block, path)
    if (type === 'tool_use') checkCall(block, path, ids)
    if (type === 'tool_result') checkResult(block, path)
    if (type === 'thinking') checkSignature(block, path, issued)
    if (type === 'redacted_thinking' && !issued.signatures.has(String(block['data']))) {
      refuse(`${path}: Invalid \`data\` in \`redacted_thinking\` block`)
    }
    if ((type === 'tool_use' || type === 'tool_result') && !Array.isArray(body['tools'])) {
      refuse('Requests which include `tool_use` or `tool_result` blocks must define tools')
    }
  }
  const end = content.at(-1)?.['type']
  if (role === 'assistant' && (end === 'thinking' || end === 'redacted_thinking')) {
    refuse(`messages.${at}: The final block in an assistant message cannot be \`thinking\`.`)
  }
}

function checkText(block: Json): void {
  const value = text(block['text'], 'messages: text content blocks must be non-empty')
  if (value === '') refuse('messages: text content blocks must be non-empty')
  if (value.trim() === '') refuse('messages: text content blocks must contain non-whitespace text')
}

function checkCall(block: Json, path: string, ids: Set<string>): void {
  const id = String(block['id'])
  if (!/^[a-zA-Z0-9_-]+$/.test(id)) refuse(`${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`)
  if (ids.has(id)) refuse('messages: `tool_use` ids must be unique')
  ids.add(id)
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(block['name']))) {
    refuse(`${path}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`)
  }
  if (!isObject(block['input'])) refuse(`${path}.tool_use.input: Input should be a valid dictionary`)
}

function checkResult(block: Json, path: string): void {
  const content = block['content']
  if (content === undefined || typeof content === 'string') return
  for (const part of list(content, `${path}.tool_result.content: Input should be a valid list`).filter(isObject)) {
    if (part['type'] === 'text') checkText(part)
    else if (block['is_error'] === true) {
      refuse(`${path}.tool_result: all content must be type "text" if "is_error" is true`)
    } else checkImage(part, `${path}.tool_result.content`)
  }
}

function checkImage(block: Json, path: string): void {
  const source = object(block['source'], `${path}.image.source: Field required`)
  const type = String(source['media_type'])
  if (!['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(type)) {
    refuse(
      `${path}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    )
  }
  const data = String(source['data'])
  const kind = imageKind(data)
  if (data.length > 5 * 1024 * 1024) {
    refuse(`${path}.image.source.base64: image exceeds 5 MB maximum: ${data.length} bytes > 5242880 bytes`)
  }
  if (!kind) refuse(`${path}.image.source.base64.data: Could not process image`)
  if (kind !== type) {
    refuse(
      `${path}.image.source.base64: The image was specified using the ${type} media type, but the image appears to be a ${kind} image`,
    )
  }
}

function checkSignature(block: Json, path: string, issued: Issued): void {
  const signature = text(block['signature'], `${path}.thinking.signature: Field required`)
  if (issued.signatures.get(signature) !== block['thinking'])
    refuse(`${path}: Invalid \`signature\` in \`thinking\` block`)
}

function checkPairs(messages: readonly Json[]): void {
  let open: string[] = []
  for (const [at, message] of messages.entries()) {
    const content = blocks(message)
    const results = content.filter((block) => block['type'] === 'tool_result')
    const first = content.slice(0, results.length).every((block) => block['type'] === 'tool_result')
    const answered = results.map((block) => String(block['tool_use_id']))
    for (const id of answered) {
      if (!open.includes(id)) {
        refuse(
          `messages.${at}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
        )
      }
      if (answered.filter((other) => other === id).length > 1) {
        refuse(
          `messages.${at}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
        )
      }
    }
    const missing = first ? open.filter((id) => !answered.includes(id)) : open
    if (missing.length > 0) {
      refuse(
        `messages.${at - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      )
    }
    open = content.flatMap((block) => (block['type'] === 'tool_use' ? [String(block['id'])] : []))
  }
}

const isThinking = (block: Json | undefined) =>
  block?.['type'] === 'thinking' || block?.['type'] === 'redacted_thinking'

/** What's new in Claude 5: models that think unless they are told not to. */
function thinksUntold(body: Json): boolean {
  return typeof body['model'] === 'string' && /claude-(fable|mythos|[a-z]+-5)/.test(body['model'])
}

/** A turn is the assistant's messages since the user said something other than results. */
function checkThinking(messages: readonly Json[], body: Json): void {
  const thinking = isObject(body['thinking']) ? body['thinking']['type'] : thinksUntold(body) ? 'adaptive' : 'disabled'
  const isBudget = thinking === 'enabled'
  const turns: { at: number; blocks: Json[] }[] = []
  let open = false
  for (const [at, message] of messages.entries()) {
    const content = blocks(message)
    if (message['role'] === 'user') {
      if (content.some((block) => block['type'] !== 'tool_result')) open = false
      continue
    }
    if (isBudget && content.some(isThinking) && !isThinking(content[0])) {
      refuse(
        `messages.${at}.content.0: If an assistant message contains any thinking blocks, the first block must be \`thinking\` or \`redacted_thinking\`. Found \`${String(content[0]?.['type'])}\`.`,
      )
    }
    if (!open) turns.push({ at, blocks: [] })
    open = true
    turns.at(-1)?.blocks.push(...content)
  }
  // The API looks at the last turn only; every turn has been the last one once.
  for (const turn of turns) {
    const calls = turn.blocks.some((block) => block['type'] === 'tool_use')
    if (isBudget && calls && !isThinking(turn.blocks[0])) {
      refuse(
        `messages.${turn.at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(turn.blocks[0]?.['type'])}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
      )
    }
    if (thinking === 'disabled' && turn.blocks.some(isThinking)) {
      refuse(
        `messages.${turn.at}.content.0: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`thinking\`. To use thinking blocks, enable \`thinking\` in your request.`,
      )
    }
  }
}

function checkMarksAndImages(body: Json): void {
  const marked: Json[] = []
  const images: number[] = []
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look)
    if (!isObject(value)) return
    if (value['cache_control'] != null) marked.push(value)
    if (value['type'] === 'image' && isObject(value['source']))
      images.push(longestSide(String(value['source']['data'])))
    for (const [key, item] of Object.entries(value)) if (key !== 'input' && key !== 'input_schema') look(item)
  }
  look(body)
  if (images.length > 100) refuse(`messages: too many images and documents: ${images.length} + 0 > 100`)
  if (Math.max(0, ...images) > 8000) {
    refuse('image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels')
  }
  if (images.length > 20 && Math.max(...images) > 2000) {
    refuse(
      'image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    )
  }
  if (marked.length > 4) refuse(`A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.`)
  for (const block of marked) {
    if (isThinking(block)) refuse('cache_control: Extra inputs are not permitted')
    if (block['type'] === 'text' && block['text'] === '') refuse('cache_control cannot be set for empty text blocks')
  }
}

function longestSide(data: string): number {
  const start = Buffer.from(data.slice(0, 32), 'base64')
  return imageKind(data) === 'image/png' ? Math.max(start.readUInt32BE(16), start.readUInt32BE(20)) : 0
}
