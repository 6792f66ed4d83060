import { setImmediate as nextTick } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ChatAction } from '../../protocol/channels/chat/actions.ts'
import { UsageFacts } from '../../protocol/model-facts.ts'
import { roadsteadMeta, withRoadsteadMeta, type TranslatableText } from '../../protocol/roadstead.ts'
import type { UsageInfo } from '../../protocol/values.ts'
import { DiskRefusal } from '../platform/disk-refusal.ts'
import type { TurnContext } from './adapter.ts'
import { metaOf } from './call-facts.ts'
import type { ReplyPart, RoundLimits } from './reply.ts'
import { waitFor } from './wait.ts'
import type { TextWriter } from './write-text.ts'

/** A call a reply asked for; its `chat/toolCallStart` has been emitted. */
export interface AskedCall {
  readonly call: string
  readonly toolCallId: string
  readonly name: string
  readonly arguments: string
}

/** One answer of a model, read to its end or to where it broke off. */
export type Reply =
  | (Read & { readonly kind: 'replied'; readonly calls: readonly AskedCall[] })
  | { readonly kind: 'stopped' }
  | (Read & {
      readonly kind: 'failed'
      readonly errorType: string
      readonly message: string
      readonly resumable: boolean
      readonly text?: TranslatableText
    })

/** What is known of a reply however it ended. Both instants by the context's monotonic clock, in milliseconds. */
interface Read {
  readonly usage: UsageInfo
  /** When the source said that it asks; absent where it does not say. */
  readonly askedAt?: number
  /** When the last piece came. */
  readonly lastAt: number
}

/** No tool has a longer name; what is cut off is shown nowhere. */
const longestName = 200

/** A source that never waits must not keep timers, sockets and the stop button from their turn. */
const partsPerTick = 256

/**
 * Reads one reply to its end and emits it as it comes: text through `writer`, calls as `toolCallStart`. A reply that is too
 * large, falls silent or breaks is cut with an error that says so; the source's iterator is told to end, not waited for.
 * Throws DiskRefusal only.
 */
export async function readReply(
  open: () => AsyncIterable<ReplyPart>,
  round: number,
  context: TurnContext,
  writer: TextWriter,
  limits: RoundLimits,
): Promise<Reply> {
  const turnId = context.activeTurn.id
  const started = new Map<string, AskedCall>()
  const calls: AskedCall[] = []
  let usage: UsageInfo = {}
  let bytes = 0
  let askedAt: number | undefined
  let lastAt = context.monotonic()
  let waits = false

  const read = (): Read => ({ usage, lastAt, ...(askedAt !== undefined && { askedAt }) })
  const failed = (errorType: string, message: string, params: TranslatableText['params'] = {}): Reply => ({
    kind: 'failed',
    errorType,
    message,
    resumable: true,
    text: { key: `run.${errorType}`, params },
    ...read(),
  })
  const tooManyCalls = () =>
    failed('too-many-calls', `The answer asked for more than ${limits.toolCalls} tool calls. None of them ran.`, {
      calls: limits.toolCalls,
    })
  const endWait = () => {
    if (waits) context.emit({ type: 'chat/activityChanged' })
    waits = false
  }
  const emit = (action: ChatAction) => {
    writer.close()
    context.emit(action)
  }
  const start = (call: string | undefined, whole: string): AskedCall => {
    const name = whole.length > longestName ? `${whole.slice(0, longestName).replace(/\p{Surrogate}$/u, '')}…` : whole
    const toolCallId = context.newId()
    const tool = context.tools.find((candidate) => candidate.name === name)
    const displayName = tool?.displayName ?? name
    emit({ type: 'chat/toolCallStart', turnId, toolCallId, toolName: name, displayName, _meta: metaOf({ round }) })
    return { call: call ?? toolCallId, toolCallId, name, arguments: '' }
  }

  let iterator: AsyncIterator<ReplyPart> | undefined
  try {
    iterator = open()[Symbol.asyncIterator]()
    for (let parts = 1; ; parts++) {
      if (parts % partsPerTick === 0) await nextTick()
      if (context.signal.aborted) return { kind: 'stopped' }
      const wait = { signal: context.signal, stopMs: 0, timeoutMs: limits.idleMs }
      const waited = await waitFor(iterator.next(), wait)
      if (waited.kind === 'stopped') return waited
      if (waited.kind === 'timeout') {
        const seconds = Math.round(limits.idleMs / 1000)
        return failed(
          'reply-silent',
          `The answer stopped coming: nothing for ${seconds} s. What came so far is kept.`,
          { seconds },
        )
      }
      // A call whose end never came is judged by what there is of it, so that its source hears of it.
      if (waited.value.done) return { kind: 'replied', calls: [...calls, ...started.values()], ...read() }
      const part = waited.value.value
      lastAt = context.monotonic()
      if (part.kind !== 'activity') endWait()
      bytes += Math.max(1, sizeOf(part, started))
      if (bytes > limits.replyBytes) {
        const size = sizeText(limits.replyBytes)
        return failed('reply-too-long', `The answer did not end: it was cut at ${size}. What came so far is kept.`, {
          size,
        })
      }
      switch (part.kind) {
        case 'asking':
          askedAt ??= lastAt
          break
        case 'text':
          writer.write('markdown', part.text)
          break
        case 'reasoning':
          writer.write('reasoning', part.text)
          break
        case 'toolCallStart':
          if (calls.length + started.size >= limits.toolCalls) return tooManyCalls()
          started.set(part.call, start(part.call, part.name))
          break
        case 'toolCallDelta': {
          const asked = started.get(part.call)
          if (!asked) break
          started.set(part.call, { ...asked, arguments: asked.arguments + part.text })
          writer.writeArguments(asked.toolCallId, part.text)
          break
        }
        case 'toolCall': {
          if (calls.length >= limits.toolCalls) return tooManyCalls()
          const begun = part.call === undefined ? undefined : started.get(part.call)
          if (part.call !== undefined) started.delete(part.call)
          calls.push({ ...(begun ?? start(part.call, part.name)), arguments: part.arguments })
          break
        }
        case 'usage':
          usage = addUsage(usage, part.usage)
          break
        case 'activity':
          emit({ type: 'chat/activityChanged', activity: part.text })
          waits = true
          break
        case 'error':
          return { ...part, ...read(), kind: 'failed' }
      }
    }
  } catch (error) {
    if (context.signal.aborted) return { kind: 'stopped' }
    // Not the answer's fault: the turn ends in the disk's own words.
    if (error instanceof DiskRefusal) throw error
    const problem = messageOf(error)
    return failed('reply-failed', `The answer could not be read: ${problem}. What came so far is kept.`, { problem })
  } finally {
    writer.close()
    endWait()
    void Promise.resolve(iterator?.return?.()).catch(() => {})
  }
}

/** Tokens of both; a figure that neither has stays absent. */
export function addUsage(a: UsageInfo, b: UsageInfo): UsageInfo {
  if (isDeepStrictEqual(a, {})) return b
  const sum = { ...a, ...b }
  for (const key of ['inputTokens', 'outputTokens', 'cacheReadTokens'] as const) {
    if (a[key] !== undefined || b[key] !== undefined) sum[key] = (a[key] ?? 0) + (b[key] ?? 0)
  }
  const [before, after] = [roadsteadMeta(UsageFacts, a._meta), roadsteadMeta(UsageFacts, b._meta)]
  if (before && after) sum._meta = withRoadsteadMeta({ ...a._meta, ...b._meta }, addFacts(before, after))
  else if (a._meta || b._meta) sum._meta = { ...a._meta, ...b._meta }
  return sum
}

/** Rounds, money and reasoning of both; what the context holds is the later one's. */
function addFacts(a: UsageFacts, b: UsageFacts): UsageFacts {
  const sum: UsageFacts = { ...a, ...b, rounds: a.rounds + b.rounds }
  for (const key of ['costUsd', 'reasoningTokens'] as const) {
    if (a[key] !== undefined || b[key] !== undefined) sum[key] = (a[key] ?? 0) + (b[key] ?? 0)
  }
  return sum
}

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}

/** Bytes a piece adds to the reply; arguments that came piece by piece come once more when the call is whole. */
function sizeOf(part: ReplyPart, started: ReadonlyMap<string, AskedCall>): number {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
    case 'toolCallDelta':
      return Buffer.byteLength(part.text)
    case 'toolCallStart':
      return Buffer.byteLength(part.call) + Buffer.byteLength(part.name)
    case 'toolCall': {
      const begun = part.call === undefined ? undefined : started.get(part.call)
      const bytes = Buffer.byteLength(part.arguments)
      return begun === undefined
        ? bytes + Buffer.byteLength(part.name)
        : Math.max(0, bytes - Buffer.byteLength(begun.arguments))
    }
    default:
      return 0
  }
}

function sizeText(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MiB` : `${Math.round(bytes / 1024)} KiB`
}
