import type { LanguageModelV4Prompt, LanguageModelV4StreamPart, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { CallAttempt, CallUsage } from '../../protocol/model-facts.ts'
import { isoNow, type Clock } from '../platform/clock.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import type { After } from '../platform/timers.ts'
import { callOptions } from './call-options.ts'
import type { Said } from './conversation.ts'
import { failureOf, makeFailure } from './failure.ts'
import { createModelFetch, type Fetch } from './model-fetch.ts'
import type { Model } from './model.ts'
import type { CallFigures, ModelEvent, ModelFailure, ModelRequest } from './models.ts'
import { openModel } from './open-model.ts'
import { AnswerReader } from './read-stream.ts'
import { retriesOf, retryWait } from './retry-policy.ts'
import { addCallUsage, costOf, isUncounted } from './usage.ts'

/** What a call is made with. */
export interface CallNeeds {
  readonly clock: Clock
  readonly after: After
  /** From 0 up to 1. */
  random(): number
  readonly fetch: Fetch
  readonly secrets: SecretBook
  /** `trusts: false`: nothing in the conversation goes back as the model's own. */
  toPrompt(
    request: ModelRequest,
    options: { readonly trusts: boolean },
  ): { readonly prompt: LanguageModelV4Prompt; readonly providerOptions?: SharedV4ProviderOptions }
  /** Header and value for the provider's key, `none` where it needs none, `missing` where it needs one and has none; or why it is not called. */
  authorization(
    model: Model,
  ): readonly [name: string, value: string] | 'none' | 'missing' | { readonly problem: string }
  /** Told how each try went. */
  onOutcome(model: Model, failure: ModelFailure | undefined): void
}

/** One try of a call. */
interface Try {
  readonly failure?: ModelFailure
  /** Something of it has been shown, so that it cannot be made again. */
  readonly shown: boolean
  readonly reader: AnswerReader
  readonly requestBytes: number
  readonly firstByteMs?: number
}

/** Makes a call of a model, again where that may help (retry-policy.ts). Never throws; ends at once when `signal` fires. */
export async function* callModel(
  needs: CallNeeds,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { clock } = needs
  const { model } = request
  const begun = clock.monotonic()
  const attempts: CallAttempt[] = []
  const retriesByKind = new Map<string, number>()
  let spent: Spent = { usage: {}, costUsd: 0 }
  let tried: Try | undefined
  let waitedMs = 0
  let trusts = true
  const figuresNow = (): CallFigures => figuresOf(tried, attempts, spent, Math.round(clock.monotonic() - begun))
  while (!signal.aborted) {
    const at = isoNow(clock)
    tried = yield* tryCall(needs, request, trusts, signal)
    spent = spend(spent, tried, model, signal.aborted)
    if (signal.aborted) break
    const said: Said = {
      wireApi: model.wireApi,
      provider: model.provider.id,
      model: model.name,
      parts: tried.reader.parts,
    }
    const figures = figuresNow()
    const { failure } = tried
    needs.onOutcome(model, failure)
    if (failure === undefined) {
      const { end, calls } = tried.reader
      yield* calls
      yield { kind: 'end', said, finish: end.kind === 'finished' ? end.finish : 'other', figures }
      return
    }
    const sameKind = retriesByKind.get(failure.kind) ?? 0
    const state = { sameKind, all: attempts.length, waitedMs, local: model.provider.local }
    // A provider may not take back its own reasoning (another account, rotated keys) nor tell it (an account not verified).
    const distrusted = trusts && !tried.shown && isAboutReasoning(failure)
    if (distrusted) trusts = false
    const waitMs = tried.shown ? undefined : distrusted ? 0 : retryWait(failure, state, needs.random)
    if (waitMs === undefined) {
      yield { kind: 'failed', failure, said, figures }
      return
    }
    retriesByKind.set(failure.kind, sameKind + 1)
    waitedMs += waitMs
    const status = failure.httpStatus === undefined ? {} : { httpStatus: failure.httpStatus }
    const { usage } = tried.reader
    const used = isUncounted(usage) ? {} : { usage }
    attempts.push({ at, problem: failure.message, failure: failure.kind, ...status, waitMs, ...used })
    const of = attempts.length + Math.max(1, retriesOf(failure, model.provider.local) - sameKind)
    yield { kind: 'retry', attempt: attempts.length + 1, of, waitMs, failure }
    await pause(needs.after, waitMs, signal)
  }
  if (tried !== undefined) yield { kind: 'stopped', figures: figuresNow() }
}

/** What the tries of a call have used; without `costUsd` some of it has no price that is known. */
interface Spent {
  readonly usage: CallUsage
  readonly costUsd?: number
}

/** A try that failed before anything was counted cost nothing; of one that was cut off nobody knows the whole. */
function spend(before: Spent, { reader, failure }: Try, model: Model, cutOff: boolean): Spent {
  const usage = addCallUsage(before.usage, reader.usage)
  if (failure !== undefined && isUncounted(reader.usage)) return { ...before, usage }
  const own = cutOff ? undefined : costOf(reader.usage, model)
  return own === undefined || before.costUsd === undefined ? { usage } : { usage, costUsd: before.costUsd + own }
}

/** A request was refused for reasoning or signatures in it. */
function isAboutReasoning({ kind, text }: ModelFailure): boolean {
  return (
    kind === 'bad-request' && /signature|thinking|thought|reasoning|encrypted/i.test(String(text.params?.['detail']))
  )
}

async function* tryCall(
  needs: CallNeeds,
  request: ModelRequest,
  trusts: boolean,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, Try> {
  const { clock, secrets } = needs
  const { model } = request
  const reader = new AnswerReader()
  let shown = false
  let requestBytes = 0
  let firstByteMs: number | undefined
  const ended = (failure?: ModelFailure): Try => ({
    ...(failure === undefined ? {} : { failure }),
    shown,
    reader,
    requestBytes,
    ...(firstByteMs === undefined ? {} : { firstByteMs }),
  })
  const authorization = needs.authorization(model)
  if (authorization === 'missing') return ended(makeFailure('no-key', model, 'no key', secrets))
  if (typeof authorization === 'object' && 'problem' in authorization) {
    return ended(makeFailure('bad-request', model, authorization.problem, secrets))
  }
  const stop = new AbortController()
  const abort = () => stop.abort()
  signal.addEventListener('abort', abort, { once: true })
  const started = clock.monotonic()
  const fail = (thrown: unknown) =>
    failureOf(thrown, { model, phase: firstByteMs === undefined ? 'request' : 'answer', secrets, now: clock.now() })
  try {
    const fetch = createModelFetch({
      fetch: needs.fetch,
      baseUrl: model.provider.baseUrl,
      ...(authorization === 'none' ? {} : { authorization }),
      ...(model.provider.apiVersion === undefined ? {} : { query: { 'api-version': model.provider.apiVersion } }),
      onRequest: (bytes) => (requestBytes = bytes),
    })
    const opened = await openModel(model, fetch)
    const options = callOptions(request, needs.toPrompt(request, { trusts }), { summaries: trusts })
    const { stream } = await opened.doStream({ ...options, abortSignal: stop.signal })
    for await (const part of partsOf(stream, stop.signal)) {
      if (part.type !== 'stream-start') firstByteMs ??= Math.round(clock.monotonic() - started)
      const event = reader.read(part)
      if (event === undefined) continue
      shown = true
      yield event
    }
  } catch (thrown) {
    return ended(signal.aborted ? undefined : fail(thrown))
  } finally {
    signal.removeEventListener('abort', abort)
    // Whoever stops reading in the middle closes the connection with it.
    stop.abort()
  }
  const { end } = reader
  if (end.kind === 'failed') return ended(fail(end.error))
  if (end.kind === 'broken') return ended(makeFailure('broken-stream', model, 'it ended too early', secrets))
  if (end.finish === 'content-filter') return ended(makeFailure('refused', model, 'content filter', secrets))
  if (end.finish === 'length' && reader.hasCutCall)
    return ended(makeFailure('cut-short', model, 'output limit', secrets))
  if (!reader.hasContent) return ended(makeFailure('empty-answer', model, 'nothing was said', secrets))
  return ended()
}

/** The parts of a stream, until it ends or `signal` fires, whatever the stream makes of that. */
async function* partsOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const reader = stream.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

function figuresOf(
  tried: Try | undefined,
  attempts: readonly CallAttempt[],
  { usage, costUsd }: Spent,
  durationMs: number,
): CallFigures {
  return {
    requestBytes: tried?.requestBytes ?? 0,
    attempts: [...attempts],
    usage,
    ...(costUsd === undefined || isUncounted(usage) ? {} : { costUsd }),
    ...(tried?.firstByteMs === undefined ? {} : { firstByteMs: tried.firstByteMs }),
    durationMs,
  }
}

function pause(after: After, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const stop = () => {
      cancel()
      done()
    }
    signal.addEventListener('abort', stop)
    const cancel = after(ms, done)
  })
}
