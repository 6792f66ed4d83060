import type { ServerResponse } from 'node:http'
import { answerStream, type Answer } from '../../src/host/models/testing/answer-stream.ts'
import type { PromptDialect } from '../../src/host/models/to-prompt-target.ts'
import type { WireApi } from '../../src/protocol/model-facts.ts'

export type { Answer }

/** How a request is answered. */
export type Reply =
  /** By aimock. */
  | { readonly kind: 'mock' }
  /** Whole, in the wire's own format. */
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** Refused before anything is said. */
  | {
      readonly kind: 'error'
      readonly status: number
      readonly body: unknown
      readonly headers?: Readonly<Record<string, string>>
    }
  /**
   * The answer up to and with the first `behind`, or with the whole event in which that stands; then the connection breaks, or
   * the stream just ends.
   */
  | {
      readonly kind: 'cut'
      readonly answer: Answer
      readonly behind: string
      readonly where: 'in-event' | 'after-event'
      readonly how: 'break' | 'end'
    }
  /** A stream of these bytes and no others. */
  | { readonly kind: 'raw'; readonly text: string }
  /** The answer up to and with the event in which `behind` stands; then nothing more, for as long as the caller waits. */
  | { readonly kind: 'stall'; readonly answer: Answer; readonly behind: string }
  /** Text without an end, a word every few milliseconds. Anthropic's wire. */
  | { readonly kind: 'endless' }

export const say = (text: string): Reply => ({ kind: 'answer', answer: { text } })

const dialects: Readonly<Record<WireApi, PromptDialect>> = {
  'anthropic-messages': 'anthropic',
  'openai-responses': 'responses',
  'openai-chat': 'chat',
  'google-generate': 'google',
}

/** Answers a request; `tell` hears what is sent of a stream. */
export function sendReply(
  response: ServerResponse,
  reply: Exclude<Reply, { kind: 'mock' }>,
  wire: WireApi,
  tell: (piece: string) => void = () => {},
): void {
  if (reply.kind === 'error') {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  if (reply.kind === 'raw') return void response.end(reply.text)
  if (reply.kind === 'endless') return writeForEver(response)
  const stream = answerStream(dialects[wire], reply.answer)
  if (reply.kind === 'answer') {
    tell(stream)
    return void response.end(stream)
  }
  const at = stream.indexOf(reply.behind)
  if (at < 0) throw new Error(`the stream has no ${reply.behind}`)
  const inEvent = reply.kind === 'cut' && reply.where === 'in-event'
  const start = stream.slice(0, inEvent ? at + reply.behind.length : stream.indexOf('\n\n', at) + 2)
  tell(start)
  if (reply.kind === 'stall') return void response.write(start)
  if (reply.how === 'end') return void response.end(start)
  response.write(start, () => response.destroy())
}

function writeForEver(response: ServerResponse): void {
  const stream = answerStream('anthropic', { text: 'word ' })
  const start = stream.indexOf('event: content_block_delta')
  const end = stream.indexOf('event: content_block_stop')
  response.write(stream.slice(0, start))
  const timer = setInterval(() => response.write(stream.slice(start, end)), 5)
  response.once('close', () => clearInterval(timer))
}
