import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { createModels, type ModelsNeeds } from '../models/create-models.ts'
import type { ConversationItem } from '../models/conversation.ts'
import type { ModelEvent, ModelRequest, Models } from '../models/models.ts'
import { silentLogger } from '../platform/logger.ts'
import { createSecretBook } from '../platform/create-secret-book.ts'
import type { SecretBook } from '../platform/secret-book.ts'

/** Models of a host without an environment, without local servers, whose waits are over at once. */
export interface ModelScene {
  readonly models: Models
  /** Milliseconds of each wait there was, in order. */
  readonly waits: readonly number[]
  /** Secrets that are held now. */
  held(): readonly string[]
  /** Moves the clock on; timers that are held fire when their time has come. */
  advance(ms: number): void
  readonly values: Map<string, unknown>
}

/** `holdTimers`: timers wait until the clock is moved on, instead of firing at once. */
export function modelScene(
  env: Readonly<Record<string, string>> = {},
  options: Partial<ModelsNeeds> & { readonly holdTimers?: boolean } = {},
): ModelScene {
  let now = Date.parse('2026-11-20T10:00:00Z')
  const waits: number[] = []
  const timers = new Set<{ readonly at: number; readonly task: () => void }>()
  const held: { readonly secret: string }[] = []
  const values = new Map<string, unknown>()
  const { holdTimers = false, ...needs } = options
  const models = createModels({
    env,
    clock: { now: () => now, monotonic: () => performance.now() },
    logger: silentLogger,
    secrets: bookOf(held),
    values: {
      get: (key) => values.get(key),
      set: (key, value) => void values.set(key, value),
      delete: (key) => void values.delete(key),
    },
    after(ms, task) {
      waits.push(ms)
      const timer = { at: now + ms, task }
      if (holdTimers) {
        timers.add(timer)
        return () => void timers.delete(timer)
      }
      const immediate = setImmediate(task)
      return () => clearImmediate(immediate)
    },
    random: () => 0.5,
    localPorts: [],
    ...needs,
  })
  onTestFinished(() => models.stop())
  return {
    models,
    waits,
    held: () => [...new Set(held.map(({ secret }) => secret))].toSorted(),
    values,
    advance(ms) {
      now += ms
      for (const timer of [...timers]) {
        if (timer.at > now) continue
        timers.delete(timer)
        timer.task()
      }
    },
  }
}

/** A real book whose entries can be counted. */
function bookOf(held: { readonly secret: string }[]): SecretBook {
  const book = createSecretBook()
  return {
    ...book,
    hold(secret, name) {
      const entry = { secret }
      held.push(entry)
      const release = book.hold(secret, name)
      return () => {
        release()
        const at = held.indexOf(entry)
        if (at >= 0) held.splice(at, 1)
      }
    },
  }
}

/** A request of one message to a model by its id. */
export function ask(
  models: Models,
  id: string,
  text = 'hello',
  more: Partial<Omit<ModelRequest, 'model'>> = {},
): ModelRequest {
  const model = models.find(id)
  if (model === undefined) throw new Error(`there is no model ${id}`)
  const conversation: ConversationItem[] = [{ kind: 'told', told: { text } }]
  return { model, system: ['You are a test.'], conversation, tools: [], ...more }
}

/** A tool of one text parameter. */
export function toolNamed(name: string): LanguageModelV4FunctionTool {
  return {
    type: 'function',
    name,
    description: `the tool ${name}`,
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  }
}

/** All events of a call. */
export async function eventsOf(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

/** What a call came to: its last event, and the text that was shown. */
export async function outcomeOf(
  models: Models,
  request: ModelRequest,
): Promise<{ events: ModelEvent[]; last: ModelEvent | undefined; text: string; retries: ModelEvent[] }> {
  const events = await eventsOf(models.call(request, new AbortController().signal))
  const last = events.at(-1)
  const text = events.map((event) => (event.kind === 'text' ? event.text : '')).join('')
  const retries = events.filter((event) => event.kind === 'retry')
  return { events, last, text, retries }
}

/** A request as it reached a test's server. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server on loopback that answers as the test says; gone when the test is over. */
export async function modelServer(
  answer: (request: SeenRequest, response: ServerResponse, count: number) => void,
): Promise<{ url: string; port: number; seen: SeenRequest[]; openAnswers(): number }> {
  const seen: SeenRequest[] = []
  let open = 0
  const server = createServer((request, response) => {
    open += 1
    // Comes when it is written, or when its connection is gone.
    response.on('close', () => (open -= 1))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const whole = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') }
      seen.push(whole)
      answer(whole, response, seen.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, port, seen, openAnswers: () => open }
}

/** Server-sent events. */
export function sse(response: ServerResponse, events: readonly (object | string)[], { end = true } = {}): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    const type = typeof event === 'object' && 'type' in event ? `event: ${String(event.type)}\n` : ''
    response.write(`${type}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  }
  if (end) response.end()
}

/** JSON with a status. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
