import { checked, imageKind, isObject, list, object, onlyKeys, refuse, text, wellFormed, type Json } from './check.ts'

/**
 * Answers a Chat Completions request as OpenAI's API does. The rules, and where they are published:
 *
 * - The body is UTF-8 JSON without lone surrogates.
 * - API reference, Create chat completion: roles; content is a text or a list of parts that is not empty; only an assistant with
 *   calls may have none; no other keys than documented; ids of calls have at most 40 characters, names match
 *   `^[a-zA-Z0-9_-]{1,64}$`, arguments are a text that holds a JSON object.
 * - Function calling: a message with calls is followed by a tool message for each, and a tool message answers a call before it.
 * - Images and vision: images are the user's, png, jpeg, webp or gif.
 */
export const checkChat = checked((body) => {
  wellFormed(body, 'We could not parse the JSON body of your request.')
  const messages = messagesOf(body)
  for (const [at, message] of messages.entries()) checkChatMessage(message, at, [])
  checkChatPairs(messages)
})

/** The messages of a chat request; at least one. */
export function messagesOf(body: Json): readonly Json[] {
  const messages = list(body['messages'], "Missing required parameter: 'messages'.")
  if (messages.length === 0)
    refuse("Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.")
  return messages.map((message, at) => object(message, `Invalid type for 'messages[${at}]': expected an object.`))
}

const roleKeys: Record<string, readonly string[]> = {
  system: ['role', 'content', 'name'],
  developer: ['role', 'content', 'name'],
  user: ['role', 'content', 'name'],
  assistant: ['role', 'content', 'name', 'tool_calls', 'refusal', 'audio'],
  tool: ['role', 'content', 'tool_call_id'],
}

/** Checks one message; `extraKeys` are taken beside those OpenAI documents. */
export function checkChatMessage(message: Json, at: number, extraKeys: readonly string[]): void {
  const role = String(message['role'])
  const keys =
    roleKeys[role] ??
    refuse(`Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', 'tool', and 'developer'.`)
  onlyKeys(
    message,
    [...keys, ...extraKeys],
    (key) => `Additional properties are not allowed ('${key}' was unexpected) - 'messages.${at}'`,
  )
  const calls =
    message['tool_calls'] === undefined
      ? []
      : list(message['tool_calls'], `Invalid type for 'messages[${at}].tool_calls'.`)
  if (message['tool_calls'] !== undefined && calls.length === 0)
    refuse(`Invalid 'messages[${at}].tool_calls': empty array.`)
  const content = message['content']
  if (content === null || content === undefined) {
    if (calls.length === 0) refuse(`Invalid value for 'content': expected a string, got null. (messages.${at})`)
  } else if (typeof content !== 'string') {
    const parts = list(content, `Invalid type for 'messages[${at}].content'.`)
    if (parts.length === 0) refuse(`Invalid 'messages[${at}].content': empty array.`)
    for (const part of parts) checkPart(object(part, 'expected an object'), at, role)
  }
  for (const [index, call] of calls.entries())
    checkCall(object(call, 'expected an object'), `messages[${at}].tool_calls[${index}]`)
}

function checkPart(part: Json, at: number, role: string): void {
  if (part['type'] === 'text') {
    text(part['text'], `Missing required parameter: 'messages[${at}].content[].text'.`)
    return
  }
  if (part['type'] !== 'image_url' || role !== 'user') {
    refuse(
      `Invalid 'messages[${at}]'. Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
    )
  }
  const url = String(isObject(part['image_url']) ? part['image_url']['url'] : '')
  checkDataUrl(url, (kind) => kind !== undefined)
}

/** Refuses a data URL that holds no image or one of another kind than it says. */
export function checkDataUrl(url: string, takes: (kind: string | undefined) => boolean): void {
  const [, type, data] = /^data:([^;]+);base64,(.*)$/s.exec(url) ?? refuse('Invalid image data.')
  const kind = imageKind(data ?? '')
  if (kind !== type || !takes(kind)) {
    refuse(
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    )
  }
}

function checkCall(call: Json, path: string): void {
  const id = text(call['id'], `Missing required parameter: '${path}.id'.`)
  if (id === '')
    refuse(
      `Invalid '${path}.id': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
    )
  if (id.length > 40) {
    refuse(
      `Invalid '${path}.id': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`,
    )
  }
  const called = object(call['function'], `Missing required parameter: '${path}.function'.`)
  checkName(called['name'], `${path}.function.name`)
  checkArguments(called['arguments'], `${path}.function.arguments`)
}

/** Refuses a name of a function OpenAI would not take. */
export function checkName(value: unknown, path: string): void {
  const name = text(value, `Missing required parameter: '${path}'.`)
  if (name.length > 64) {
    refuse(
      `Invalid '${path}': string too long. Expected a string with maximum length 64, but got a string with length ${name.length} instead.`,
    )
  }
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
    refuse(
      `Invalid '${path}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    )
  }
}

/** Refuses arguments that are no JSON text of an object. */
export function checkArguments(value: unknown, path: string): void {
  const written = text(value, `Invalid type for '${path}': expected a string.`)
  let parsed: unknown
  try {
    parsed = JSON.parse(written)
  } catch {
    refuse(`Invalid '${path}': expected a valid JSON string.`)
  }
  if (!isObject(parsed)) refuse(`Invalid '${path}': expected a JSON object.`)
  wellFormed(parsed, `Invalid '${path}': expected a valid JSON string.`)
}

/** Refuses calls without answers and answers without calls. */
export function checkChatPairs(messages: readonly Json[]): void {
  let open: string[] = []
  const seen = new Set<string>()
  for (const [at, message] of messages.entries()) {
    if (message['role'] === 'tool') {
      const id = String(message['tool_call_id'])
      if (!open.includes(id)) {
        refuse(
          `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'. (messages.[${at}].role)`,
        )
      }
      open = open.filter((other) => other !== id)
      continue
    }
    refuseOpen(open)
    open = callIds(message)
    for (const id of open) {
      if (seen.has(id)) refuse(`Duplicate value for 'tool_call_id' of '${id}'`)
      seen.add(id)
    }
  }
  refuseOpen(open)
}

function refuseOpen(open: readonly string[]): void {
  if (open.length === 0) return
  refuse(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
  )
}

function callIds(message: Json): string[] {
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : []
  return calls.filter(isObject).map((call) => String(call['id']))
}
