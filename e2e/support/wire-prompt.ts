import { isObject, type CheckBody, type Json } from '../../src/host/models/testing/check.ts'
import type { SeenRequest } from './model-front.ts'

/** A prompt as it came over a wire, told in one way for all of them. */
export interface WirePrompt {
  readonly system: readonly string[]
  readonly tools: readonly { readonly name: string; readonly description: string; readonly schema: unknown }[]
  readonly pieces: readonly Piece[]
}

/** A block of a message, with what it is. */
export interface Piece {
  readonly kind: 'user' | 'text' | 'reasoning' | 'call' | 'result'
  /** Readable: what was said, the arguments of a call as JSON, the text of a result. */
  readonly text: string
  /** Of a call's or a result's tool. */
  readonly name?: string
  /** As it stood in the body, marks for caching aside: those move with every request. */
  readonly raw: Json
}

/** Reads the prompt out of a request. */
export function promptOf({ wire, body }: Pick<SeenRequest, 'wire' | 'body'>): WirePrompt {
  switch (wire) {
    case 'anthropic-messages':
      return anthropicPrompt(body)
    case 'openai-responses':
      return responsesPrompt(body)
    case 'openai-chat':
      return chatPrompt(body)
    case 'google-generate':
      return googlePrompt(body)
  }
}

const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The text of a result on a wire that has no mark for failed ones, without the words that stand for it. */
const resultIn = (content: unknown): string =>
  textsIn(content)
    .join('')
    .replace(/^The call failed\.\n/, '')

/** Texts of a content that is a text, or a list of blocks with one. */
function textsIn(content: unknown): string[] {
  return typeof content === 'string' ? [content] : objects(content).map((block) => text(block['text']))
}

/** The tools' names by the ids of their calls: most wires name only the id in a result. */
function namesOf(pieces: readonly { readonly id?: unknown; readonly name?: string }[]): Map<unknown, string> {
  return new Map(pieces.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])))
}

function anthropicPrompt(body: Json): WirePrompt {
  const blocks = objects(body['messages']).flatMap((message) => {
    const content =
      typeof message['content'] === 'string' ? [{ type: 'text', text: message['content'] }] : message['content']
    return objects(content).map(({ cache_control: _, ...block }): Json => ({ role: message['role'], ...block }))
  })
  const names = namesOf(blocks.map((block) => ({ id: block['id'], name: text(block['name']) })))
  return {
    system: textsIn(body['system']),
    tools: objects(body['tools']).map((tool) => toolOf(tool, tool['input_schema'])),
    pieces: blocks.map((raw): Piece => {
      switch (raw['type']) {
        case 'thinking':
          return { kind: 'reasoning', text: text(raw['thinking']), raw }
        case 'tool_use':
          return { kind: 'call', name: text(raw['name']), text: JSON.stringify(raw['input']), raw }
        case 'tool_result':
          return {
            kind: 'result',
            name: names.get(raw['tool_use_id']) ?? '?',
            text: textsIn(raw['content']).join(''),
            raw,
          }
        default:
          return { kind: raw['role'] === 'user' ? 'user' : 'text', text: text(raw['text']), raw }
      }
    }),
  }
}

function responsesPrompt(body: Json): WirePrompt {
  const items = objects(body['input'])
  const isSystem = (item: Json) => item['role'] === 'developer' || item['role'] === 'system'
  const names = namesOf(
    items.map((item) => ({
      id: item['call_id'],
      ...(item['type'] === 'function_call' && { name: text(item['name']) }),
    })),
  )
  return {
    system: items.filter(isSystem).flatMap((item) => textsIn(item['content'])),
    tools: objects(body['tools']).map((tool) => toolOf(tool, tool['parameters'])),
    pieces: items
      .filter((item) => !isSystem(item))
      .map((raw): Piece => {
        switch (raw['type']) {
          case 'reasoning':
            return { kind: 'reasoning', text: textsIn(raw['summary']).join('\n\n'), raw }
          case 'function_call':
            return { kind: 'call', name: text(raw['name']), text: text(raw['arguments']), raw }
          case 'function_call_output':
            return {
              kind: 'result',
              name: names.get(raw['call_id']) ?? '?',
              text: resultIn(raw['output']),
              raw,
            }
          default:
            return { kind: raw['role'] === 'user' ? 'user' : 'text', text: textsIn(raw['content']).join(''), raw }
        }
      }),
  }
}

function chatPrompt(body: Json): WirePrompt {
  const messages = objects(body['messages'])
  const isSystem = (message: Json) => message['role'] === 'developer' || message['role'] === 'system'
  const callsOf = (message: Json) =>
    objects(message['tool_calls']).map((raw) => ({ raw, call: isObject(raw['function']) ? raw['function'] : {} }))
  const names = namesOf(messages.flatMap(callsOf).map(({ raw, call }) => ({ id: raw['id'], name: text(call['name']) })))
  return {
    system: messages.filter(isSystem).flatMap((message) => textsIn(message['content'])),
    tools: objects(body['tools']).map(({ function: tool }) =>
      isObject(tool) ? toolOf(tool, tool['parameters']) : toolOf({}, undefined),
    ),
    pieces: messages
      .filter((message) => !isSystem(message))
      .flatMap((message): Piece[] => {
        const said = textsIn(message['content']).join('')
        if (message['role'] === 'user') return [{ kind: 'user', text: said, raw: message }]
        if (message['role'] === 'tool')
          return [
            {
              kind: 'result',
              name: names.get(message['tool_call_id']) ?? '?',
              text: resultIn(message['content']),
              raw: message,
            },
          ]
        const { reasoning_content: reasoning } = message
        return [
          ...(typeof reasoning === 'string' && reasoning !== ''
            ? [{ kind: 'reasoning', text: reasoning, raw: { reasoning } } as const]
            : []),
          ...(said === '' ? [] : [{ kind: 'text', text: said, raw: { said } } as const]),
          ...callsOf(message).map(({ raw, call }): Piece => ({
            kind: 'call',
            name: text(call['name']),
            text: text(call['arguments']),
            raw,
          })),
        ]
      }),
  }
}

function googlePrompt(body: Json): WirePrompt {
  const [tools] = objects(body['tools'])
  return {
    system: isObject(body['systemInstruction']) ? textsIn(body['systemInstruction']['parts']) : [],
    tools: objects(tools?.['functionDeclarations']).map((tool) => toolOf(tool, tool['parametersJsonSchema'])),
    pieces: objects(body['contents']).flatMap(({ role, parts }) =>
      objects(parts).map((part): Piece => {
        const raw = { role, ...part }
        const { functionCall: call, functionResponse: result } = part
        if (isObject(call)) return { kind: 'call', name: text(call['name']), text: JSON.stringify(call['args']), raw }
        if (isObject(result)) {
          const response = isObject(result['response']) ? result['response'] : {}
          return {
            kind: 'result',
            name: text(result['name']),
            text: text(response['content'] ?? response['error']),
            raw,
          }
        }
        if (part['thought'] === true) return { kind: 'reasoning', text: text(part['text']), raw }
        return { kind: role === 'user' ? 'user' : 'text', text: text(part['text']), raw }
      }),
    ),
  }
}

function toolOf(tool: Json, schema: unknown): WirePrompt['tools'][number] {
  return { name: text(tool['name']), description: text(tool['description']), schema }
}

/**
 * The prompt in the words in which the host keeps it: one text for what a model said in a round, one for the results, one for
 * each thing that was told, and the tools as one.
 */
export function readableTexts(prompt: WirePrompt): { system: string; tools: string; conversation: string[] } {
  const conversation: string[] = []
  let before: 'said' | 'results' | 'told' | undefined
  for (const { kind, text: own, name } of prompt.pieces) {
    const now = kind === 'user' ? 'told' : kind === 'result' ? 'results' : 'said'
    const line =
      kind === 'call'
        ? `${name} ${own}`
        : kind === 'result'
          ? `${name}:\n${own}`
          : kind !== 'reasoning'
            ? own
            : own === ''
              ? '(reasoning, not readable)'
              : `(reasoning)\n${own}`
    if (now === before && now !== 'told') conversation.push(`${conversation.pop()}\n\n${line}`)
    else conversation.push(line)
    before = now
  }
  const tools = prompt.tools.map(
    ({ name, description, schema }) => `${name}: ${description}\n${JSON.stringify(schema)}`,
  )
  return { system: prompt.system.join('\n\n'), tools: tools.join('\n\n'), conversation }
}

/** What strict providers would have refused of these requests to one model, oldest first. */
export function refusalsOf(requests: readonly SeenRequest[], check: CheckBody): string[] {
  const signatures = new Map<string, string>()
  return requests.flatMap((seen) => {
    const refusal = check(seen.body, { signatures })
    for (const [signature, reasoning] of issuedIn(seen)) signatures.set(signature, reasoning)
    return refusal === undefined ? [] : [refusal]
  })
}

/** What an answer gave out that may come back: signatures and encrypted reasoning, with what was thought. */
function issuedIn({ wire, answer }: SeenRequest): (readonly [signature: string, reasoning: string])[] {
  const events = answer
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as unknown)
    .filter(isObject)
  if (wire === 'openai-responses') {
    return events.flatMap(({ type, item }) =>
      type === 'response.output_item.done' && isObject(item) && item['type'] === 'reasoning'
        ? [[text(item['encrypted_content']), textsIn(item['summary']).join('\n\n')] as const]
        : [],
    )
  }
  if (wire === 'anthropic-messages') {
    const deltas = events.flatMap(({ delta }) => (isObject(delta) ? [delta] : []))
    const thought = deltas.map((delta) => text(delta['thinking'])).join('')
    return deltas.flatMap((delta) =>
      typeof delta['signature'] === 'string' ? [[delta['signature'], thought] as const] : [],
    )
  }
  if (wire === 'openai-chat') {
    const deltas = events.flatMap(({ choices }) =>
      objects(choices).flatMap(({ delta }) => (isObject(delta) ? [delta] : [])),
    )
    const thought = deltas.map((delta) => text(delta['reasoning_content'])).join('')
    return thought === '' ? [] : [[thought, thought]]
  }
  const parts = events.flatMap(({ candidates }) =>
    objects(candidates).flatMap(({ content }) => (isObject(content) ? objects(content['parts']) : [])),
  )
  return parts.flatMap((part) =>
    typeof part['thoughtSignature'] === 'string' ? [[part['thoughtSignature'], ''] as const] : [],
  )
}
