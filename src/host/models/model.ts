import type { Effort, ModelFamily, ModelPrice, ProviderKind, WireApi } from '../../protocol/model-facts.ts'

/** A place models are called at. */
export interface Provider {
  readonly id: string
  readonly name: string
  readonly kind: ProviderKind
  readonly baseUrl: string
  /** What AHP's `authenticate` names; absent where no key is needed. */
  readonly resource?: string
  readonly local: boolean
  readonly apiVersion?: string
}

/** A model that can be chosen. */
export interface Model {
  /** `<provider id>/<name on the wire>`: what `ModelSelection.id` holds. */
  readonly id: string
  readonly provider: Provider
  /** As the provider calls it. */
  readonly name: string
  readonly displayName: string
  readonly family: ModelFamily
  readonly wireApi: WireApi
  /** In tokens. */
  readonly contextWindow?: number
  /** In tokens. */
  readonly maxOutput?: number
  readonly vision: boolean
  /** Whether its provider or our list says so; a model nothing is said of is sent no pictures. */
  readonly visionKnown?: boolean
  /** What it can be told to think, from little to much; empty when it cannot. */
  readonly efforts: readonly Effort[]
  readonly defaultEffort?: Effort
  readonly price?: ModelPrice
  /** What the whole of a call costs whose prompt has more tokens than `above`. */
  readonly longPrice?: { readonly above: number; readonly price: ModelPrice }
}
