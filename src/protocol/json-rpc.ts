/** JSON-RPC frames: one text, one object (SPEC 2). Reading one never throws and never recurses. */
import { ErrorCode } from './errors.ts'
import { limits } from './limits.ts'

/** A safe integer, or text of limited length. */
export type RequestId = number | string

/** The messages of JSON-RPC 2.0. */
export type JsonRpcErrorBody = { code: number; message: string; data?: unknown }
export type JsonRpcRequest = { jsonrpc: '2.0'; id: RequestId; method: string; params?: unknown }
export type JsonRpcNotification = { jsonrpc: '2.0'; method: string; params?: unknown }
export type JsonRpcResponse =
  { jsonrpc: '2.0'; id: RequestId; result: unknown } | { jsonrpc: '2.0'; id: RequestId | null; error: JsonRpcErrorBody }
/** Any message. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse

/** What a text turned out to be. An `invalid` one is answered with that id, code and message. */
export type Frame =
  | { kind: 'request'; id: RequestId; method: string; params: unknown }
  | { kind: 'notification'; method: string; params: unknown }
  /** `id` is `null` in the answer to something that had no readable id. */
  | { kind: 'response'; id: RequestId | null; result: unknown; error?: undefined }
  | { kind: 'response'; id: RequestId | null; error: JsonRpcErrorBody; result?: undefined }
  | { kind: 'invalid'; id: RequestId | null; code: number; message: string }

/** Bounds on what is read. */
export type FrameLimits = { nesting: number; requestIdLength: number }

/**
 * Reads one frame. Anything without a `method` is a response and is never answered, so two peers cannot answer each
 * other's errors for ever; one that breaks the rules counts as a failed response to its id.
 */
export function parseFrame(text: string, { nesting, requestIdLength }: FrameLimits = limits): Frame {
  const brackets = measureNesting(text, nesting)
  if (brackets === 'unbalanced') return invalid(null, ErrorCode.ParseError, 'not JSON')
  // Such a text is refused unread: parsing millions of nested arrays would cost seconds and hundreds of megabytes.
  if (brackets === 'too deep') return invalid(null, ErrorCode.InvalidRequest, `nested deeper than ${nesting}`)
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return invalid(null, ErrorCode.ParseError, 'not JSON')
  }
  if (!isObject(message)) return invalid(null, ErrorCode.InvalidRequest, 'not an object')
  const problem = findProblem(message)
  if (!Object.hasOwn(message, 'method')) return readResponse(message, requestIdLength, problem)

  const { method, params, id } = message
  const isRequest = Object.hasOwn(message, 'id')
  if (isRequest && !isRequestId(id, requestIdLength)) {
    return invalid(null, ErrorCode.InvalidRequest, 'the id is neither a safe integer nor a short text')
  }
  if (problem !== undefined || typeof method !== 'string') {
    const answerTo = isRequest && isRequestId(id, requestIdLength) ? id : null
    return invalid(answerTo, ErrorCode.InvalidRequest, problem ?? 'the method is no text')
  }
  if (isRequest && isRequestId(id, requestIdLength)) return { kind: 'request', id, method, params }
  return { kind: 'notification', method, params }
}

function readResponse(message: Record<string, unknown>, requestIdLength: number, problem: string | undefined): Frame {
  const id = isRequestId(message['id'], requestIdLength) ? message['id'] : null
  if (problem !== undefined) {
    return { kind: 'response', id, error: { code: ErrorCode.InvalidRequest, message: problem } }
  }
  if (!Object.hasOwn(message, 'error')) return { kind: 'response', id, result: message['result'] }
  return { kind: 'response', id, error: readErrorBody(message['error']) }
}

/** An error that is not one still is a no. */
function readErrorBody(error: unknown): JsonRpcErrorBody {
  if (!isObject(error) || typeof error['code'] !== 'number') {
    return { code: ErrorCode.InternalError, message: 'the peer sent a malformed error' }
  }
  const message = typeof error['message'] === 'string' ? error['message'] : ''
  return Object.hasOwn(error, 'data')
    ? { code: error['code'], message, data: error['data'] }
    : { code: error['code'], message }
}

function invalid(id: RequestId | null, code: number, message: string): Frame {
  return { kind: 'invalid', id, code, message }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRequestId(id: unknown, maxLength: number): id is RequestId {
  return typeof id === 'string' ? id.length <= maxLength : Number.isSafeInteger(id)
}

function findProblem(message: Record<string, unknown>): string | undefined {
  if (message['jsonrpc'] !== '2.0') return 'jsonrpc is not "2.0"'
  return holdsPrototypeKey(message) ? 'a key is named __proto__' : undefined
}

/** Looks at every object inside, whose depth is limited by now. */
function holdsPrototypeKey(message: object): boolean {
  const pending: object[] = [message]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Object.hasOwn(next, '__proto__')) return true
    for (const value of Object.values(next)) {
      if (typeof value === 'object' && value !== null) pending.push(value)
    }
  }
  return false
}

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Counts brackets outside of strings, in one pass over the text and without memory of its own. */
function measureNesting(text: string, max: number): 'fine' | 'too deep' | 'unbalanced' {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (inString) {
      if (unit === backslash) index++
      else if (unit === quote) inString = false
    } else if (unit === quote) {
      inString = true
    } else if (unit === openBracket || unit === openBrace) {
      depth++
      if (depth > deepest) deepest = depth
    } else if (unit === closeBracket || unit === closeBrace) {
      depth--
    }
  }
  if (depth !== 0 || inString) return 'unbalanced'
  return deepest > max ? 'too deep' : 'fine'
}
