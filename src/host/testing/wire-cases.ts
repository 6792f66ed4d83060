/**
 * The cases of wire.json (attacks README, W) for whoever runs them: against the server alone, a listener, or a whole host.
 * Nothing here knows how a connection is made; a case is sent over a Transport and judged by what comes back.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Transport } from '../../protocol/transport.ts'

const Reply = z.looseObject({ id: z.union([z.number(), z.string(), z.null()]) })
const Expected = z.looseObject({
  status: z.optional(z.number()),
  close: z.optional(z.array(z.number())),
  reply: z.optional(Reply),
  echo: z.optional(z.looseObject({ clientSeq: z.optional(z.number()), rejected: z.optional(z.boolean()) })),
  silent: z.optional(z.boolean()),
  or: z.optional(z.looseObject({})),
  notPolluted: z.optional(z.boolean()),
  notLogged: z.optional(z.string()),
  allAnsweredInOrder: z.optional(z.number()),
})
const WireCase = z.looseObject({
  id: z.string(),
  category: z.string(),
  layer: z.enum(['http', 'frame', 'rpc']),
  state: z.string(),
  send: z.looseObject({}),
  expected: Expected,
  why: z.string(),
})
export type WireCase = z.infer<typeof WireCase>
export type WireExpected = z.infer<typeof Expected>

const shared = process.env['ROADSTEAD_SHARED'] ?? path.resolve(import.meta.dirname, '../../../../shared')

/** All cases, or undefined where the corpus is not at hand: then skip, visibly. */
export function loadWireCases(): WireCase[] | undefined {
  const file = path.join(shared, 'attacks', 'wire.json')
  if (!existsSync(file)) return undefined
  return z.object({ cases: z.array(WireCase) }).parse(JSON.parse(readFileSync(file, 'utf8'))).cases
}

/** Whether a case needs sessions, approvals, resources or terminals behind the server: run it against a whole host. */
export function needsWholeHost({ id, category, state }: WireCase): boolean {
  if (category === 'resource' || ['wire-117', 'wire-118', 'wire-119'].includes(id)) return true
  return ['pending', 'pending-client-tool', 'terminal-of-c2'].includes(state)
}

const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params: { channel: 'ahp-root://', ...params } })

const RpcSend = z.union([
  z.strictObject({ from: z.optional(z.string()), text: z.string() }),
  z.strictObject({ nest: z.tuple([z.string(), z.number()]) }),
  z.strictObject({ nested: z.object({ depth: z.number(), method: z.string(), id: z.number() }) }),
  z.strictObject({ pipeline: z.array(z.object({ text: z.string() })) }),
  z.strictObject({ manyRequests: z.object({ count: z.number(), method: z.string() }) }),
  z.strictObject({ badMessages: z.object({ count: z.number(), text: z.string() }) }),
  z.strictObject({ initializeWith: z.object({ initialSubscriptions: z.object({ count: z.number() }) }) }),
  z.strictObject({ terminalInput: z.object({ repeat: z.tuple([z.string(), z.number()]) }) }),
])

/** The text frames an `rpc` case sends. `terminal`: the channel that `terminalInput` types into. */
function textsOf(wireCase: WireCase, terminal = 'ahp-terminal:/x1'): string[] {
  const send = RpcSend.parse(wireCase.send)
  if ('text' in send) return [send.text]
  if ('nest' in send) return [send.nest[0].repeat(send.nest[1])]
  if ('nested' in send) {
    const { depth, method, id } = send.nested
    const [head, tail] = request(id, method, { deep: 0 }).split('"deep":0') as [string, string]
    return [`${head}"deep":${'['.repeat(depth)}${']'.repeat(depth)}${tail}`]
  }
  if ('pipeline' in send) return send.pipeline.map(({ text }) => text)
  if ('manyRequests' in send) {
    const { count, method } = send.manyRequests
    return Array.from({ length: count }, (_, index) => request(100 + index, method))
  }
  if ('badMessages' in send) return Array.from({ length: send.badMessages.count }, () => send.badMessages.text)
  if ('initializeWith' in send) {
    const { count } = send.initializeWith.initialSubscriptions
    const initialSubscriptions = Array.from({ length: count }, (_, index) => `ahp-session:/many-${index}`)
    return [request(1, 'initialize', { protocolVersions: ['1.0.0'], clientId: 'c1', initialSubscriptions })]
  }
  const [text, times] = send.terminalInput.repeat
  const action = { type: 'terminal/input', data: text.repeat(times) }
  const params = { channel: terminal, clientSeq: 1, action }
  return [JSON.stringify({ jsonrpc: '2.0', method: 'dispatchAction', params })]
}

/** Where a case is run: the connection in the state the case asks for, and what can be seen from beside it. */
export interface WireScene {
  readonly connection: Transport
  /** A well-behaved client, its handshake done. */
  readonly bystander: Transport
  /** Everything the host has logged so far. */
  logText(): string
  /** Puts the scene's own folders and ids in the place of those the corpus pretends. */
  adapt?(text: string): string
  /** Texts of unhandled errors. */
  errors(): readonly string[]
  /** A picture of all channel state, compared before and after a rejection. */
  state?(): unknown
  /** How often the tool of the waiting call has run, once that is certain. */
  toolRuns?(): number | Promise<number>
  /** Restarts the host and returns the text of the newest message in chat k1. */
  storedTextAfterRestart?(): Promise<string | undefined>
}

type Received = { readonly messages: Record<string, unknown>[]; closed: number | undefined }

let barrierId = 7_000_000

/** Sends the case and judges the outcome; throws an Error that says what was expected and what came. */
export async function runRpcCase(wireCase: WireCase, scene: WireScene): Promise<void> {
  const received: Received = { messages: [], closed: undefined }
  const { connection } = scene
  const stop = connection.onMessage((text) => received.messages.push(JSON.parse(text) as Record<string, unknown>))
  connection.onClose(({ code }) => (received.closed = code))
  const before = JSON.stringify(await scene.state?.())
  for (const text of textsOf(wireCase)) connection.send(scene.adapt?.(text) ?? text)
  await barrier(connection, received)
  const { or: other, ...expected } = wireCase.expected
  // Echoes come with the tick's append, behind the answer to the ping.
  if (expected.echo !== undefined && other === undefined) await untilEcho(connection, received)
  else {
    if (expected.reply !== undefined && other === undefined) await untilReply(connection, received, expected.reply.id)
    await new Promise((resolve) => setImmediate(resolve))
    await barrier(connection, received)
  }
  stop()

  const problems = await judge(expected, received, scene, before)
  if (problems.length > 0) {
    const otherwise = other === undefined ? ['no other outcome'] : await judge(other, received, scene, before)
    if (otherwise.length > 0) {
      const came = JSON.stringify(received).slice(0, 600)
      throw new Error(`${wireCase.id} (${wireCase.why}): ${problems.join('; ')}; came: ${came}`)
    }
  }
  await pingWithin(scene.bystander, 1000)
  if (scene.errors().length > 0) throw new Error(`${wireCase.id}: unhandled errors: ${scene.errors().join('; ')}`)
}

/** Waits for an action to come, at most two seconds. */
async function untilEcho(connection: Transport, received: Received): Promise<void> {
  const hasCome = () =>
    received.messages.some(({ method, params }) => method === 'action' && (params as { origin?: unknown }).origin)
  if (hasCome()) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 2000)
    connection.onMessage(() => {
      if (!hasCome()) return
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Waits for the answer with this id, which may need the disk; at most two seconds, or until the connection ends. */
async function untilReply(connection: Transport, received: Received, id: unknown): Promise<void> {
  const hasCome = () => received.closed !== undefined || received.messages.some((message) => message['id'] === id)
  if (hasCome()) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 2000)
    const look = () => {
      if (!hasCome()) return
      clearTimeout(timer)
      resolve()
    }
    connection.onMessage(look)
    connection.onClose(look)
  })
}

/** Waits for the answer to a ping sent behind the case, or the end of the connection. */
async function barrier(connection: Transport, received: Received): Promise<void> {
  if (received.closed !== undefined) return
  const id = barrierId++
  await new Promise<void>((resolve) => {
    connection.onMessage((text) => text.includes(String(id)) && resolve())
    connection.onClose(() => resolve())
    connection.send(request(id, 'ping'))
  })
  const index = received.messages.findIndex((message) => message['id'] === id)
  if (index !== -1) received.messages.splice(index, 1)
}

async function pingWithin(connection: Transport, ms: number): Promise<void> {
  const received: Received = { messages: [], closed: undefined }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the bystander's ping was not answered within ${ms} ms`)), ms)
  })
  await Promise.race([barrier(connection, received), late]).finally(() => clearTimeout(timer))
}

async function judge(
  expected: Record<string, unknown> & WireExpected,
  received: Received,
  scene: WireScene,
  before: string | undefined,
): Promise<string[]> {
  const problems: string[] = []
  const { reply, echo, close, silent, allAnsweredInOrder, notLogged } = expected
  if (reply !== undefined) problems.push(...judgeReply(reply, received))
  if (echo !== undefined) {
    const envelope = received.messages
      .filter(({ method }) => method === 'action')
      .map(({ params }) => params as { origin?: { clientSeq?: number }; rejectionReason?: string })
      .find(
        ({ origin }) => origin !== undefined && (echo.clientSeq === undefined || origin.clientSeq === echo.clientSeq),
      )
    if (envelope === undefined) problems.push('no echo')
    else if ((envelope.rejectionReason !== undefined) !== (echo.rejected === true))
      problems.push('rejection expected otherwise')
    if (echo.rejected === true && JSON.stringify(await scene.state?.()) !== before)
      problems.push('the state has changed')
  }
  if (silent === true && received.messages.length > 0) problems.push('expected silence')
  if (close !== undefined && !close.includes(received.closed ?? 0)) problems.push(`expected close ${close.join('/')}`)
  if (close === undefined && received.closed !== undefined) problems.push('the connection was closed')
  if (allAnsweredInOrder !== undefined) {
    const ids = received.messages.map(({ id }) => Number(id))
    if (ids.length !== allAnsweredInOrder || ids.some((id, index) => id !== 100 + index))
      problems.push('not answered in order')
  }
  if (expected.notPolluted === true && 'admin' in {}) problems.push('Object.prototype was polluted')
  if (notLogged !== undefined && scene.logText().includes(notLogged)) problems.push(`the log holds ${notLogged}`)
  const runs = 'toolRuns' in expected || 'toolRan' in expected ? await scene.toolRuns?.() : undefined
  if ('toolRuns' in expected && runs !== expected['toolRuns']) problems.push(`tool runs: ${runs}`)
  if (expected['toolRan'] === false && runs !== 0) problems.push(`tool runs: ${runs}`)
  if ('storedText' in expected) {
    const stored = await scene.storedTextAfterRestart?.()
    if (stored !== expected['storedText']) problems.push(`stored text: ${JSON.stringify(stored)}`)
  }
  return problems
}

function judgeReply(reply: z.infer<typeof Reply>, received: Received): string[] {
  const answers = received.messages.filter((message) => 'id' in message && message['id'] === reply.id)
  const [answer] = answers
  if (answers.length !== 1 || answer === undefined)
    return [`expected one reply with id ${reply.id}, came ${answers.length}`]
  const { error, result } = answer as { error?: { code: number }; result?: { type?: string; missing?: string[] } }
  if ('error' in reply && error?.code !== reply['error']) return [`expected error ${String(reply['error'])}`]
  if (reply['result'] === true && !('result' in answer)) return ['expected a result']
  if ('resultType' in reply && result?.type !== reply['resultType'])
    return [`expected a result of type ${String(reply['resultType'])}`]
  if ('missing' in reply && JSON.stringify(result?.missing) !== JSON.stringify(reply['missing']))
    return ['expected missing channels']
  return []
}
