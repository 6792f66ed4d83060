import type { ProviderFacts } from '../../protocol/model-facts.ts'
import type { Clock } from '../platform/clock.ts'
import { createListeners, type Listeners } from '../platform/listeners.ts'
import type { Logger } from '../platform/logger.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import type { After } from '../platform/timers.ts'
import { modelOf } from './catalogue.ts'
import { createEndpoints, type Endpoints, type EndpointValues } from './endpoints.ts'
import { createKeyRing, type HeldKey, type KeyRing } from './key-ring.ts'
import type { Model } from './model.ts'
import type { ModelFailure } from './models.ts'
import { offeredNames } from './offered-models.ts'
import { isUsable, providerFacts, unheard, type ProviderState } from './provider-states.ts'
import { builtinProviders, localProvider, type LocalPort, type ProviderEntry } from './providers.ts'

/** What the book is made with. */
export interface ProviderBookNeeds {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly after: After
  readonly logger: Logger
  readonly secrets: SecretBook
  readonly values: EndpointValues
  readonly localPorts: readonly LocalPort[]
}

/** The providers of this host, what has been heard of them, and their keys. */
export interface ProviderBook {
  /** Those that are shown: local ones only where they run. */
  shown(): readonly ProviderEntry[]
  /** Those that a key or a person brought, but not what may run on a usual port. */
  added(): readonly ProviderEntry[]
  readonly locals: readonly ProviderEntry[]
  /** Also one that does not run. */
  entry(id: string): ProviderEntry | undefined
  state(id: string): ProviderState
  key(entry: ProviderEntry): HeldKey | undefined
  models(entry: ProviderEntry): readonly Model[]
  model(entry: ProviderEntry, name: string): Model
  facts(): readonly ProviderFacts[]
  isUsable(entry: ProviderEntry): boolean
  /** Takes note of what was heard of some, and tells once. */
  heard(states: readonly (readonly [id: string, state: ProviderState])[]): void
  /** Takes note of how a call went. */
  called(model: Model, failure: ModelFailure | undefined): void
  /** Whether something runs on a local provider's port. */
  found(id: string, runs: boolean): void
  readonly keys: KeyRing
  readonly endpoints: Endpoints
  /** Puts an endpoint in, or takes it out; the key of an address nobody calls any more is forgotten. */
  put(entry: ProviderEntry): void
  drop(entry: ProviderEntry): void
  readonly changed: Listeners<[]>
  readonly keyNeeded: Listeners<[resource: string, reason: 'expired' | 'wrong']>
}

/** A key as HTTP takes it in a header. */
export const sendableKey = /^[\x21-\x7e]{1,4096}$/

/** Where the environment's key of a provider is held; no address looks like it. */
export function environmentPlace(provider: string): string {
  return `environment ${provider}`
}

/** The book with the providers every host knows, those in the environment, and a person's endpoints. */
export function createProviderBook(needs: ProviderBookNeeds): ProviderBook {
  const { clock } = needs
  const changed = createListeners<[]>(needs.logger)
  const keyNeeded = createListeners<[resource: string, reason: 'expired' | 'wrong']>(needs.logger)
  const entries = new Map<string, ProviderEntry>()
  const states = new Map<string, ProviderState>()
  const foundLocals = new Set<string>()
  const locals = needs.localPorts.map(localProvider)
  const keys = createKeyRing({
    ...needs,
    onExpired(resource) {
      changed.tell()
      keyNeeded.tell(resource, 'expired')
    },
  })

  const builtin = builtinProviders(needs.env)
  for (const entry of builtin.entries) entries.set(entry.provider.id, entry)
  for (const { provider, token } of builtin.keys) {
    if (!sendableKey.test(token)) continue
    keys.put(environmentPlace(provider), { token, source: 'environment' }, `key of ${provider}`)
  }
  const endpoints = createEndpoints(needs.values, needs.logger)
  for (const entry of endpoints.entries()) if (!entries.has(entry.provider.id)) entries.set(entry.provider.id, entry)

  const state = (id: string) => states.get(id) ?? unheard
  /** A client's key for the address comes before the environment's for the provider: two providers may have one address. */
  const key = ({ provider: { id, resource } }: ProviderEntry) =>
    resource === undefined ? undefined : (keys.get(resource) ?? keys.get(environmentPlace(id)))
  const usable = (entry: ProviderEntry) => isUsable(entry, state(entry.provider.id), key(entry))
  const shown = () => [
    ...entries.values(),
    ...locals.filter(({ provider: { id } }) => foundLocals.has(id) && !entries.has(id)),
  ]
  const models = (entry: ProviderEntry) =>
    offeredNames(entry, state(entry.provider.id).listed).map((listed) =>
      modelOf(entry.provider, entry.wireApi, listed, clock.now()),
    )

  function forgetUnused(entry: ProviderEntry | undefined): void {
    const resource = entry?.provider.resource
    if (resource === undefined) return
    if ([...entries.values()].some(({ provider }) => provider.resource === resource)) return
    keys.forget(resource)
  }

  const hear = (heard: readonly (readonly [id: string, state: ProviderState])[]) => {
    for (const [id, next] of heard) states.set(id, next)
    changed.tell()
  }

  return {
    shown,
    added: () => [...entries.values()],
    locals,
    entry: (id) => entries.get(id) ?? locals.find(({ provider }) => provider.id === id),
    state,
    key,
    models,
    model(entry, name) {
      const listed = state(entry.provider.id).listed?.find((each) => each.name === name)
      return modelOf(entry.provider, entry.wireApi, listed ?? { name }, clock.now())
    },
    facts: () =>
      shown().map((entry) => providerFacts(entry, state(entry.provider.id), key(entry), models(entry).length)),
    isUsable: usable,
    heard: hear,
    called(model, failure) {
      const { id, resource } = model.provider
      const before = state(id)
      if (failure?.kind === 'wrong-key') {
        hear([[id, { ...before, status: 'refused' }]])
        if (resource !== undefined) keyNeeded.tell(resource, 'wrong')
      } else if (failure?.kind === 'unreachable' && before.status !== 'unreachable') {
        hear([[id, { ...before, status: 'unreachable', problem: failure.message, text: failure.text }]])
      } else if (failure === undefined && before.status !== 'ready') {
        hear([[id, { status: 'ready', ...(before.listed === undefined ? {} : { listed: before.listed }) }]])
      }
    },
    found(id, runs) {
      if (runs) foundLocals.add(id)
      else foundLocals.delete(id)
    },
    keys,
    endpoints,
    put(entry) {
      const before = entries.get(entry.provider.id)
      entries.set(entry.provider.id, entry)
      forgetUnused(before)
      hear([[entry.provider.id, unheard]])
    },
    drop(entry) {
      entries.delete(entry.provider.id)
      states.delete(entry.provider.id)
      forgetUnused(entry)
      changed.tell()
    },
    changed,
    keyNeeded,
  }
}
