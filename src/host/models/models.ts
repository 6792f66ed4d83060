import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { CallAttempt, CallUsage, Effort, ModelEndpoint, ProviderFacts } from '../../protocol/model-facts.ts'
import type { ModelFailureKind } from '../../protocol/model-failures.ts'
import type { TranslatableText } from '../../protocol/roadstead.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { ConversationItem, Said } from './conversation.ts'
import type { Model } from './model.ts'

/** What a model is asked. It is turned into the wire's own form inside (see to-prompt.ts). */
export interface ModelRequest {
  readonly model: Model
  /** Stable texts first: what does not change between rounds can be cached by the provider. */
  readonly system: readonly string[]
  readonly conversation: readonly ConversationItem[]
  /** Said after the conversation and kept nowhere: plan, open files, reminders. */
  readonly tail?: string
  readonly tools: readonly LanguageModelV4FunctionTool[]
  readonly effort?: Effort
}

/** A failure in words a person can act on; `text` is its translatable form (`model.<kind>` with params). Holds no secret. */
export interface ModelFailure {
  readonly kind: ModelFailureKind
  readonly message: string
  readonly text: TranslatableText
  /** Whether asking again may help without anybody changing anything. */
  readonly retryable: boolean
  readonly httpStatus?: number
  /** What the provider wishes to be waited, in milliseconds. */
  readonly retryAfterMs?: number
}

/** What a call cost and how long it took, however it ended. */
export interface CallFigures {
  readonly requestBytes: number
  readonly attempts: readonly CallAttempt[]
  /** Of all tries together; what each of the earlier ones used stands in `attempts`. */
  readonly usage: CallUsage
  readonly costUsd?: number
  /** From the request to the first byte of the answer. */
  readonly firstByteMs?: number
  readonly durationMs: number
}

/** A call as it goes. One of `end`, `failed` and, after an abort, `stopped` comes exactly once, last; none of a call that was stopped before it was made. */
export type ModelEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'toolCallStart'; readonly call: string; readonly name: string }
  | { readonly kind: 'toolCallDelta'; readonly call: string; readonly text: string }
  /** Comes just before `end`, for each call of the answer in its order: nothing of an answer that failed is run. */
  | { readonly kind: 'toolCall'; readonly call: string; readonly name: string; readonly arguments: string }
  /** The call failed before anything of it was shown and is made again after `waitMs`. */
  | {
      readonly kind: 'retry'
      readonly attempt: number
      readonly of: number
      readonly waitMs: number
      readonly failure: ModelFailure
    }
  | { readonly kind: 'end'; readonly said: Said; readonly finish: string; readonly figures: CallFigures }
  | { readonly kind: 'failed'; readonly failure: ModelFailure; readonly said: Said; readonly figures: CallFigures }
  /** What is known of the tokens of a call that was cut off: its provider may have counted more. */
  | { readonly kind: 'stopped'; readonly figures: CallFigures }

/** What came of a key. */
export type KeyOutcome =
  | { readonly kind: 'kept'; readonly verified: boolean }
  | { readonly kind: 'unknown-resource' }
  | { readonly kind: 'wrong'; readonly problem: string }

/** What came of adding or changing a provider of the person's own; `problem` in words. */
export type EndpointOutcome =
  { readonly kind: 'kept'; readonly id: string } | { readonly kind: 'bad'; readonly problem: string }

/** All models of this host, and the keys they are called with. Keys are in memory only. */
export interface Models {
  /** Those of providers that have a key or need none come first; the first usable one is the default. */
  list(): readonly Model[]
  /** Also finds a model its provider did not list, so long as the provider is known. */
  find(id: string): Model | undefined
  isUsable(model: Model): boolean
  providers(): readonly ProviderFacts[]
  /** Asks the providers with a key and the usual local ports what they offer; settles when all have answered or been given up. */
  look(): Promise<void>
  /** `expiresInS` in seconds. The key is tried, but kept when its provider cannot be reached. */
  authenticate(resource: string, token: string, expiresInS?: number): Promise<KeyOutcome>
  /** The key a client gave, else the environment's, until the host starts again. Answers whether any provider has this resource. */
  forgetKey(resource: string): boolean
  /** Adds a provider of the person's own, or changes the one with this id; its key comes by `authenticate`. */
  setEndpoint(endpoint: ModelEndpoint): EndpointOutcome
  /** Answers whether there was one; what was built in cannot be removed. */
  removeEndpoint(id: string): boolean
  /** Told when what `list` or `providers` answers has changed. */
  onChanged(listener: () => void): Dispose
  /** Told when a key has expired or was found to be wrong. */
  onKeyNeeded(listener: (resource: string, reason: 'expired' | 'wrong') => void): Dispose
  /** Never throws; ends soon after `signal`. */
  call(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
  stop(): void
}
