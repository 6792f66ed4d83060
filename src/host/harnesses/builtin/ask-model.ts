import type { CallUsage, PromptShare, UsageFacts } from '../../../protocol/model-facts.ts'
import type { ModelFailureKind } from '../../../protocol/model-failures.ts'
import { withRoadsteadMeta } from '../../../protocol/roadstead.ts'
import { shareTokens } from '../../../protocol/share-tokens.ts'
import type { UsageInfo } from '../../../protocol/values.ts'
import type { Said, SaidPart } from '../../models/conversation.ts'
import type { Model } from '../../models/model.ts'
import type { CallFigures, ModelEvent, ModelRequest, Models } from '../../models/models.ts'
import { usageOfLastTry } from '../../models/usage.ts'
import type { CallEnd, CallStart, SentPart, TurnCalls } from '../../models/turn-calls.ts'
import type { ReplyPart } from '../reply.ts'

/** One call of a model: what is asked, and who is told of the whole answer. */
export interface Question {
  readonly models: Pick<Models, 'call'>
  readonly calls: TurnCalls
  readonly request: ModelRequest
  readonly start: CallStart
  /** The answer is whole and on record; its parts have all been yielded. */
  answered(said: Said, finish: string): void
}

/**
 * Asks a model once and yields its answer piece by piece. The call is on record before it is made, and its end is, however
 * it ends: also when whoever reads stops reading.
 */
export async function* askModel(question: Question, signal: AbortSignal): AsyncGenerator<ReplyPart> {
  const { models, calls, request, start } = question
  const { model } = request
  const record = calls.begin(start)
  const shown: SaidPart[] = []
  let end: CallEnd = { status: 'stopped' }
  const leave = new AbortController()
  const events = models.call(request, AbortSignal.any([signal, leave.signal]))[Symbol.asyncIterator]()
  try {
    yield { kind: 'asking' }
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      const event = next.value
      switch (event.kind) {
        case 'end': {
          const { said, finish, figures } = event
          end = { status: 'succeeded', said, finish, figures }
          yield usagePart(model, figures, start.parts)
          question.answered(said, finish)
          return
        }
        case 'failed': {
          const { failure, said, figures } = event
          end = { status: 'failed', said, error: failure.message, figures }
          yield usagePart(model, figures, start.parts)
          const { kind: errorType, message, text } = failure
          yield { kind: 'error', errorType, message, resumable: true, text }
          return
        }
        case 'stopped':
          end = { status: 'stopped', figures: event.figures }
          return
        case 'retry':
          yield { kind: 'activity', text: retryText(event, model) }
          break
        default:
          if (event.kind === 'text' || event.kind === 'reasoning') addText(shown, event.kind, event.text)
          yield event
      }
    }
    if (signal.aborted) return
    end = { status: 'failed', error: 'The answer did not end.' }
    const text = { key: 'run.broken-stream' }
    const message = 'The answer broke off. Try again.'
    yield { kind: 'error', errorType: 'broken-stream', message, resumable: true, text }
  } catch (error) {
    if (!signal.aborted) end = { status: 'failed', error: error instanceof Error ? error.message : String(error) }
    throw error
  } finally {
    leave.abort()
    const figures = await figuresAtStop(events)
    if (end.status === 'stopped' && figures !== undefined) end = { ...end, figures }
    const { wireApi, provider, name } = { ...model, provider: model.provider.id }
    const partly = end.status === 'stopped' && shown.length > 0
    record.end(partly ? { ...end, said: { wireApi, provider, model: name, parts: shown } } : end)
  }
}

/** Reads a call to its end that nobody wants the rest of: what it has used by then. */
async function figuresAtStop(events: AsyncIterator<ModelEvent>): Promise<CallFigures | undefined> {
  let figures: CallFigures | undefined
  try {
    for (let next = await events.next(); next.done !== true; next = await events.next())
      if ('figures' in next.value) figures = next.value.figures
  } catch {
    // It has failed, and nothing more is to be had of it.
  }
  return figures
}

function addText(shown: SaidPart[], kind: 'text' | 'reasoning', text: string): void {
  const last = shown.at(-1)
  if (last?.kind === kind) shown[shown.length - 1] = { kind, text: last.text + text }
  else shown.push({ kind, text })
}

function usagePart(model: Model, figures: CallFigures, parts: readonly SentPart[]): ReplyPart {
  const { usage, costUsd, attempts } = figures
  const { inputTokens, outputTokens, cacheReadTokens, reasoningTokens } = usage
  const facts: UsageFacts = {
    rounds: 1,
    ...(costUsd !== undefined && { costUsd }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...contextOf(model, usageOfLastTry(usage, attempts), parts),
  }
  const info: UsageInfo = {
    model: model.id,
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(cacheReadTokens !== undefined && { cacheReadTokens }),
    _meta: withRoadsteadMeta(undefined, facts),
  }
  return { kind: 'usage', usage: info }
}

function contextOf(model: Model, usage: CallUsage, parts: readonly SentPart[]): Pick<UsageFacts, 'context'> {
  const { inputTokens, outputTokens = 0 } = usage
  if (inputTokens === undefined) return {}
  const { contextWindow: windowTokens } = model
  const shares = shareTokens(sharesOf(parts), inputTokens)
  return {
    context: { tokens: inputTokens + outputTokens, ...(windowTokens !== undefined && { windowTokens }), shares },
  }
}

const sizes = new WeakMap<SentPart, number>()

function sizeOf(part: SentPart): number {
  const known = sizes.get(part)
  if (known !== undefined) return known
  const bytes = Buffer.byteLength(part.text)
  sizes.set(part, bytes)
  return bytes
}

function sharesOf(parts: readonly SentPart[]): PromptShare[] {
  const bytes = new Map<PromptShare['name'], number>()
  for (const part of parts) bytes.set(part.name, (bytes.get(part.name) ?? 0) + sizeOf(part))
  return [...bytes].map(([name, own]) => ({ name, bytes: own }))
}

const problems: Partial<Record<ModelFailureKind, (provider: string) => string>> = {
  'rate-limit': (provider) => `Rate limited by ${provider}`,
  overloaded: (provider) => `${provider} is overloaded`,
  'server-error': (provider) => `${provider} had an error`,
  unreachable: (provider) => `${provider} cannot be reached`,
  'broken-stream': (provider) => `The answer of ${provider} broke off`,
  'empty-answer': (provider) => `${provider} answered nothing`,
}

function retryText(retry: Extract<ModelEvent, { kind: 'retry' }>, model: Model): string {
  const problem = problems[retry.failure.kind]?.(model.provider.name) ?? `${model.provider.name} did not answer`
  return `${problem}: asking again in ${Math.max(1, Math.round(retry.waitMs / 1000))} s (${retry.attempt} of ${retry.of})`
}
