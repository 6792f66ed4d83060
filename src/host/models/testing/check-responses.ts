import { checkArguments, checkDataUrl, checkName } from './check-chat.ts'
import { checked, list, object, onlyKeys, refuse, text, wellFormed, type Issued, type Json } from './check.ts'

/**
 * Answers a Responses request as OpenAI's API does. The rules, and where they are published:
 *
 * - The body is UTF-8 JSON without lone surrogates.
 * - API reference, Create a model response: kinds of items and their keys; call ids have at most 64 characters, names match
 *   `^[a-zA-Z0-9_-]{1,64}$`, arguments are a text that holds a JSON object; no item comes twice.
 * - Function calling: every call has its output and every output its call.
 * - Reasoning models, Encrypted reasoning items: without storage an item is known by its encrypted content only, which is
 *   OpenAI's own; a reasoning item is followed by what it led to; nothing can be referred to.
 * - Images and vision: png, jpeg, webp, gif.
 */
export const checkResponses = checked((body, issued) => {
  wellFormed(body, 'We could not parse the JSON body of your request.')
  const input = list(body['input'], "Missing required parameter: 'input'.").map((item, at) =>
    object(item, `Invalid type for 'input[${at}]': expected an object.`),
  )
  if (input.length === 0)
    refuse("Invalid 'input': empty array. Expected an array with minimum length 1, but got an empty array instead.")
  const calls = new Map<string, boolean>()
  const ids = new Set<string>()
  for (const [at, item] of input.entries()) {
    const type = typeOf(item)
    onlyKeys(
      item,
      itemKeys[type] ?? refuse(`Invalid value: '${type}'. (input[${at}])`),
      (key) => `Unknown parameter: 'input[${at}].${key}'.`,
    )
    if (typeof item['id'] === 'string') {
      if (ids.has(item['id']))
        refuse(`Duplicate item found with id ${item['id']}. Remove duplicate items from your input and try again.`)
      ids.add(item['id'])
    }
    if (type === 'message') checkMessage(item, at)
    if (type === 'item_reference') refuseItem(item['id'])
    if (type === 'reasoning') checkReasoning(item, input[at + 1], issued, body['store'] === false)
    if (type === 'function_call') checkCall(item, at, calls)
    if (type === 'function_call_output') checkOutput(item, at, calls)
  }
  for (const [id, answered] of calls) if (!answered) refuse(`No tool output found for function call ${id}.`)
})

const itemKeys: Record<string, readonly string[]> = {
  message: ['type', 'role', 'content', 'phase'],
  reasoning: ['type', 'id', 'encrypted_content', 'summary'],
  function_call: ['type', 'call_id', 'name', 'arguments', 'id', 'status'],
  function_call_output: ['type', 'call_id', 'output'],
  item_reference: ['type', 'id'],
}

function typeOf(item: Json): string {
  return item['type'] === undefined && item['role'] !== undefined ? 'message' : String(item['type'])
}

function refuseItem(id: unknown): never {
  return refuse(
    `Item with id '${String(id)}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
  )
}

function checkMessage(item: Json, at: number): void {
  const role = String(item['role'])
  if (!['system', 'developer', 'user', 'assistant'].includes(role))
    refuse(`Invalid value: '${role}'. (input[${at}].role)`)
  if (typeof item['content'] === 'string') return
  const parts = list(item['content'], `Invalid type for 'input[${at}].content'.`)
  if (parts.length === 0) refuse(`Invalid 'input[${at}].content': empty array.`)
  for (const part of parts)
    checkPart(object(part, 'expected an object'), at, role === 'assistant' ? 'output_text' : 'input_text')
}

function checkPart(part: Json, at: number, textType: string): void {
  if (part['type'] === textType) text(part['text'], `Missing required parameter: 'input[${at}].content[].text'.`)
  else if (part['type'] === 'input_image' && textType === 'input_text')
    checkDataUrl(String(part['image_url']), (kind) => kind !== undefined)
  else refuse(`Invalid value: '${String(part['type'])}'. Supported values are: '${textType}'. (input[${at}].content)`)
}

function checkReasoning(item: Json, next: Json | undefined, issued: Issued, forgets: boolean): void {
  const encrypted = item['encrypted_content']
  if (typeof encrypted !== 'string' || encrypted === '') {
    if (forgets) refuseItem(item['id'])
    return
  }
  if (!issued.signatures.has(encrypted)) {
    refuse(
      `The encrypted content for item ${String(item['id'])} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
    )
  }
  const type = next === undefined ? undefined : typeOf(next)
  const follows =
    type === 'function_call' || type === 'reasoning' || (type === 'message' && next?.['role'] === 'assistant')
  if (!follows)
    refuse(`Item '${String(item['id'])}' of type 'reasoning' was provided without its required following item.`)
}

function checkCall(item: Json, at: number, calls: Map<string, boolean>): void {
  const id = callId(item, at)
  if (calls.has(id)) refuse(`Duplicate function call with call_id ${id}.`)
  calls.set(id, false)
  checkName(item['name'], `input[${at}].name`)
  checkArguments(item['arguments'], `input[${at}].arguments`)
}

function checkOutput(item: Json, at: number, calls: Map<string, boolean>): void {
  const id = callId(item, at)
  if (calls.get(id) !== false) refuse(`No tool call found for function call output with call_id ${id}.`)
  calls.set(id, true)
  if (typeof item['output'] === 'string') return
  const parts = list(item['output'], `Invalid type for 'input[${at}].output'.`)
  for (const part of parts) checkPart(object(part, 'expected an object'), at, 'input_text')
}

function callId(item: Json, at: number): string {
  const id = text(item['call_id'], `Missing required parameter: 'input[${at}].call_id'.`)
  if (id === '') refuse(`Invalid 'input[${at}].call_id': empty string.`)
  if (id.length > 64) {
    refuse(
      `Invalid 'input[${at}].call_id': string too long. Expected a string with maximum length 64, but got a string with length ${id.length} instead.`,
    )
  }
  return id
}
