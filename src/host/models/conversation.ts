import type { SharedV4ProviderMetadata } from '@ai-sdk/provider'
import type { WireApi } from '../../protocol/model-facts.ts'

/** Data of one provider that must come back to it byte for byte (signatures, encrypted reasoning, item ids). */
export type ProviderData = SharedV4ProviderMetadata

/** A piece of what a model said, in its order. */
export type SaidPart =
  | { readonly kind: 'text'; readonly text: string; readonly data?: ProviderData }
  | { readonly kind: 'reasoning'; readonly text: string; readonly data?: ProviderData }
  | {
      readonly kind: 'toolCall'
      /** The model's own id of the call. */
      readonly call: string
      readonly name: string
      /** JSON text, as it was written; it may be malformed. */
      readonly arguments: string
      readonly data?: ProviderData
    }

/** What a model said in one round, and who it was: reasoning goes back to the same model only. */
export interface Said {
  readonly wireApi: WireApi
  readonly provider: string
  readonly model: string
  readonly parts: readonly SaidPart[]
}

/** What the model is told of a call. A call without a result was interrupted. */
export interface ToldResult {
  readonly call: string
  readonly name: string
  readonly succeeded: boolean
  readonly text: string
  readonly images?: readonly ToldImage[]
}

/** `data` is base64. */
export interface ToldImage {
  readonly contentType: string
  readonly data: string
}

/** What a person (or the host for them) says to the model. */
export interface Told {
  readonly text: string
  readonly images?: readonly ToldImage[]
}

/** A conversation, told apart from any wire: what is converted for each call. */
export type ConversationItem =
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'round'; readonly said: Said; readonly results: readonly ToldResult[] }
