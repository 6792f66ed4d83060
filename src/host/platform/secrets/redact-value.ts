import { markOf } from './found.ts'

/** Data of providers that must come back to them byte for byte. */
const signatures: ReadonlySet<string> = new Set([
  'signature',
  'thoughtSignature',
  'thought_signature',
  'encrypted_content',
  'encryptedContent',
  'reasoningEncryptedContent',
  'redactedData',
  'redacted_data',
])

/** What things are told apart and found by: a name that happens to look like a key must still find its thing. */
const names: ReadonlySet<string> = new Set([
  ...[
    'type',
    'kind',
    'status',
    'id',
    'itemId',
    'turnId',
    'partId',
    'toolCallId',
    'toolName',
    'requestId',
    'questionId',
  ],
  ...[
    'clientId',
    'provider',
    'uri',
    'resource',
    'channel',
    'session',
    'chat',
    'terminal',
    'hash',
    'previousHash',
    'at',
  ],
])

/** Prose, which may begin like a URI and is none. */
const prose: ReadonlySet<string> = new Set(['content', 'text', 'value', 'data', 'markdown', 'output', 'message'])
/** URIs that the protocol finds things by. */
const uri = /^(?:file|ahp-[a-z-]+|x-roadstead-[a-z]+):\/\S*$/

/** Far more than the wire takes; what a provider nests deeper is not kept. */
const deepest = 256

/** What a text of a value is searched for. */
export interface ValueRedaction {
  /** Held secrets and shapes. */
  all(text: string): string
  /** Held secrets only. */
  held(text: string): string
}

/**
 * A JSON value with its texts and the keys of its objects redacted; the same object where nothing was found. Signatures stay as
 * they are; names and encoded data are searched for held secrets only, encoded text is decoded first.
 */
export function redactValue(value: unknown, redaction: ValueRedaction, key = '', depth = 0): unknown {
  if (typeof value === 'string') {
    if (signatures.has(key)) return value
    const isName = names.has(key) || (!prose.has(key) && uri.test(value))
    return isName ? redaction.held(value) : redaction.all(value)
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth === deepest) return markOf('nested too deep')
  return Array.isArray(value) ? redactList(value, redaction, key, depth + 1) : redactObject(value, redaction, depth + 1)
}

function redactList(
  list: readonly unknown[],
  redaction: ValueRedaction,
  key: string,
  depth: number,
): readonly unknown[] {
  let changed: unknown[] | undefined
  for (const [index, item] of list.entries()) {
    const redacted = redactValue(item, redaction, key, depth)
    if (redacted === item) continue
    changed ??= [...list]
    changed[index] = redacted
  }
  return changed ?? list
}

function redactObject(value: object, redaction: ValueRedaction, depth: number): object {
  let changed: Map<string, unknown> | undefined
  const entries = Object.entries(value)
  for (const [key, item] of entries) {
    const redacted =
      key === 'data' && typeof item === 'string'
        ? redactData(value, item, redaction)
        : redactValue(item, redaction, key, depth)
    const redactedKey = key.length < 16 ? key : redaction.all(key)
    if (redacted === item && redactedKey === key) continue
    changed ??= new Map(entries)
    if (redactedKey !== key) changed.delete(key)
    changed.set(redactedKey, redacted)
  }
  return changed === undefined ? value : Object.fromEntries(changed)
}

/** `data` beside a media type is base64; beside the type of a block of reasoning it is for its provider. */
function redactData(beside: object, data: string, redaction: ValueRedaction): string {
  if ('type' in beside && typeof beside.type === 'string' && /^(?:redacted_thinking|reasoning\.)/.test(beside.type))
    return data
  const type = Object.entries(beside).find(
    ([key]) => key === 'contentType' || key === 'mediaType' || key === 'mimeType',
  )?.[1]
  if (typeof type !== 'string') return redaction.all(data)
  if (!/^text\/|json|xml|yaml|toml|javascript/i.test(type)) return redaction.held(data)
  const text = Buffer.from(data, 'base64').toString('utf8')
  const redacted = redaction.all(text)
  return redacted === text ? redaction.held(data) : Buffer.from(redacted).toString('base64')
}
