import type { Clock } from '../platform/clock.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { Logger } from '../platform/logger.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import { after as systemAfter, type After } from '../platform/timers.ts'
import { callModel } from './call-model.ts'
import { modelOf } from './catalogue.ts'
import { createEndpoints } from './endpoints.ts'
import { createKeyRing } from './key-ring.ts'
import { listModels, type Listing } from './list-models.ts'
import { createHttpFetch } from './http-fetch.ts'
import type { Fetch } from './model-fetch.ts'
import type { Model } from './model.ts'
import type { KeyOutcome, ModelFailure, Models } from './models.ts'
import { offeredNames } from './offered-models.ts'
import { afterListing, isUsable, providerFacts, unheard, type ProviderState } from './provider-states.ts'
import {
  authorizationHeader,
  builtinProviders,
  localProvider,
  usualPorts,
  type LocalPort,
  type ProviderEntry,
} from './providers.ts'
import { toPrompt } from './to-prompt.ts'

/** What models are made with. `values` keeps endpoints a person added, never a key. */
export interface ModelsNeeds {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly logger: Logger
  readonly secrets: SecretBook
  readonly values: { get(key: string): unknown; set(key: string, value: unknown): void; delete(key: string): void }
  /** The machine's own where they are left out. */
  readonly after?: After
  readonly fetch?: Fetch
  /** From 0 up to 1. */
  readonly random?: () => number
  /** Where servers for local models are looked for. */
  readonly localPorts?: readonly LocalPort[]
}

/** How long a provider may take to list its models, in milliseconds. */
const longestListingMs = 10_000
/** A server of this machine answers at once, or is none. */
const longestLocalListingMs = 800

/** A key as HTTP takes it in a header. */
const sendableKey = /^[\x21-\x7e]{1,4096}$/

/** The models of this host. */
export function createModels(needs: ModelsNeeds): Models {
  const { clock, logger, secrets } = needs
  const after = needs.after ?? systemAfter
  const http = createHttpFetch(needs.env)
  const fetch = needs.fetch ?? http.fetch
  const stopped = new AbortController()
  const changed = createListeners<[]>()
  const keyNeeded = createListeners<[resource: string, reason: 'expired' | 'wrong']>()

  const entries = new Map<string, ProviderEntry>()
  const locals = (needs.localPorts ?? usualPorts).map(localProvider)
  const foundLocals = new Set<string>()
  const states = new Map<string, ProviderState>()
  const stateOf = (id: string): ProviderState => states.get(id) ?? unheard
  let known: readonly Model[] | undefined

  const tellChanged = () => {
    known = undefined
    changed.tell()
  }
  const keys = createKeyRing({
    clock,
    after,
    secrets,
    onExpired(resource) {
      tellChanged()
      keyNeeded.tell(resource, 'expired')
    },
  })
  /** A client's key for the address comes before the environment's for the provider: two providers may have one address. */
  const keyOf = ({ provider: { id, resource } }: ProviderEntry) =>
    resource === undefined ? undefined : (keys.get(resource) ?? keys.get(environmentPlace(id)))

  const builtin = builtinProviders(needs.env)
  for (const entry of builtin.entries) entries.set(entry.provider.id, entry)
  for (const { provider, token } of builtin.keys) {
    if (sendableKey.test(token))
      keys.put(environmentPlace(provider), { token, source: 'environment' }, `key of ${provider}`)
  }
  const endpoints = createEndpoints(needs.values, logger)
  for (const entry of endpoints.entries()) if (!entries.has(entry.provider.id)) entries.set(entry.provider.id, entry)

  /** All that may be named in a model's id, whether it runs or not. */
  const entryOf = (id: string) => entries.get(id) ?? locals.find(({ provider }) => provider.id === id)
  const shown = () => [
    ...entries.values(),
    ...locals.filter(({ provider }) => foundLocals.has(provider.id) && !entries.has(provider.id)),
  ]
  const modelsOf = (entry: ProviderEntry) =>
    offeredNames(entry, stateOf(entry.provider.id).listed).map((listed) =>
      modelOf(entry.provider, entry.wireApi, listed, clock.now()),
    )

  const setState = (id: string, next: ProviderState) => {
    states.set(id, next)
    tellChanged()
  }

  async function ask(entry: ProviderEntry, token: string | undefined, limitMs: number): Promise<Listing> {
    const limit = new AbortController()
    const cancel = after(limitMs, () => limit.abort())
    const { provider } = entry
    const listing = await listModels(provider, {
      fetch,
      ...(token === undefined ? {} : { authorization: authorizationHeader(provider.kind, token) }),
      signal: AbortSignal.any([limit.signal, stopped.signal]),
    })
    cancel()
    return listing
  }

  async function refresh(entry: ProviderEntry): Promise<void> {
    const { id } = entry.provider
    const listing = await ask(entry, keyOf(entry)?.token, longestListingMs)
    // It may have been changed or taken away meanwhile.
    if (!stopped.signal.aborted && entries.get(id) === entry) setState(id, afterListing(stateOf(id), listing))
  }

  async function lookForLocal(entry: ProviderEntry): Promise<void> {
    const { id } = entry.provider
    const listing = await ask(entry, undefined, longestLocalListingMs)
    if (stopped.signal.aborted) return
    const was = foundLocals.has(id)
    if (listing.kind === 'listed') foundLocals.add(id)
    else foundLocals.delete(id)
    if (was || listing.kind === 'listed') setState(id, afterListing(unheard, listing))
  }

  let looking: Promise<void> | undefined
  const isReachable = (entry: ProviderEntry) =>
    entry.problem === undefined && (!entry.needsKey || keyOf(entry) !== undefined)

  /** Takes note of how a call went. */
  function heard(model: Model, failure: ModelFailure | undefined): void {
    const { id, resource } = model.provider
    const before = stateOf(id)
    if (failure?.kind === 'wrong-key') {
      setState(id, { ...before, status: 'refused' })
      if (resource !== undefined) keyNeeded.tell(resource, 'wrong')
    } else if (failure?.kind === 'unreachable' && before.status !== 'unreachable') {
      setState(id, { ...before, status: 'unreachable', problem: failure.message })
    } else if (failure === undefined && before.status !== 'ready') {
      setState(id, { status: 'ready', ...(before.listed === undefined ? {} : { listed: before.listed }) })
    }
  }

  return {
    list() {
      known ??= shown()
        .map((entry) => ({
          usable: isUsable(entry, stateOf(entry.provider.id), keyOf(entry)),
          models: modelsOf(entry),
        }))
        .toSorted((one, other) => Number(other.usable) - Number(one.usable))
        .flatMap(({ models }) => models)
      return known
    },
    find(id) {
      const slash = id.indexOf('/')
      const entry = entryOf(id.slice(0, slash))
      const name = id.slice(slash + 1)
      if (slash <= 0 || entry === undefined || name === '') return undefined
      const listed = stateOf(entry.provider.id).listed?.find((each) => each.name === name) ?? { name }
      return modelOf(entry.provider, entry.wireApi, listed, clock.now())
    },
    isUsable(model) {
      const entry = entryOf(model.provider.id)
      return entry !== undefined && isUsable(entry, stateOf(entry.provider.id), keyOf(entry))
    },
    providers: () =>
      shown().map((entry) => providerFacts(entry, stateOf(entry.provider.id), keyOf(entry), modelsOf(entry).length)),
    look() {
      looking ??= Promise.all([...[...entries.values()].filter(isReachable).map(refresh), ...locals.map(lookForLocal)])
        .then(() => {})
        .finally(() => (looking = undefined))
      return looking
    },
    async authenticate(resource, token, expiresInS): Promise<KeyOutcome> {
      const place = resource.replace(/\/+$/, '')
      const asked = [...entries.values()].filter(({ provider }) => provider.resource === place)
      const first = asked[0]
      if (first === undefined) return { kind: 'unknown-resource' }
      const key = token.trim()
      if (key === '') {
        if (!keys.forget(place)) for (const { provider } of asked) keys.forget(environmentPlace(provider.id))
        for (const { provider } of asked) states.set(provider.id, { ...stateOf(provider.id), status: 'unknown' })
        tellChanged()
        return { kind: 'removed' }
      }
      if (!sendableKey.test(key))
        return { kind: 'wrong', problem: 'A key holds no blanks and no letters beyond ASCII.' }
      const name = `key of ${first.provider.id}`
      const release = secrets.hold(key, name)
      try {
        const listing: Listing =
          first.problem === undefined
            ? await ask(first, key, longestListingMs)
            : { kind: 'no-list', problem: first.problem }
        if (listing.kind === 'refused')
          return { kind: 'wrong', problem: `${first.provider.name} did not accept this key.` }
        if (stopped.signal.aborted) return { kind: 'removed' }
        const expiry = expiresInS === undefined ? {} : { expiresAt: clock.now() + expiresInS * 1000 }
        keys.put(place, { token: key, source: 'client', ...expiry }, name)
        for (const { provider } of asked) states.set(provider.id, afterListing(stateOf(provider.id), listing))
        tellChanged()
        return { kind: 'kept', verified: listing.kind === 'listed' }
      } finally {
        release()
      }
    },
    setEndpoint(endpoint) {
      const outcome = endpoints.set(endpoint, (id) => entryOf(id) !== undefined)
      if (outcome.kind === 'bad') return outcome
      const { entry } = outcome
      const { id } = entry.provider
      const before = entries.get(id)
      entries.set(id, entry)
      forgetUnused(before)
      setState(id, unheard)
      if (isReachable(entry)) void refresh(entry)
      return { kind: 'kept', id }
    },
    removeEndpoint(id) {
      const gone = endpoints.remove(id)
      if (gone === undefined) return false
      entries.delete(id)
      states.delete(id)
      forgetUnused(gone)
      tellChanged()
      return true
    },
    onChanged: (listener) => changed.add(listener),
    onKeyNeeded: (listener) => keyNeeded.add(listener),
    call: (request, signal) =>
      callModel(
        {
          clock,
          after,
          random: needs.random ?? Math.random,
          fetch,
          secrets,
          toPrompt,
          authorization(model) {
            const entry = entryOf(model.provider.id)
            if (entry?.problem !== undefined) return { problem: entry.problem }
            const { baseUrl, kind } = model.provider
            // A key goes where it was given for, whatever a model says that was found before its provider was changed.
            const isStill = entry !== undefined && isSameOrigin(entry.provider.baseUrl, baseUrl)
            const token = isStill ? keyOf(entry)?.token : undefined
            if (token !== undefined) return authorizationHeader(kind, token)
            return entry?.needsKey === false ? 'none' : 'missing'
          },
          onOutcome: heard,
        },
        request,
        AbortSignal.any([signal, stopped.signal]),
      ),
    stop() {
      stopped.abort()
      keys.stop()
      http.stop()
    },
  }

  /** Forgets the key of an address that nobody calls any more. */
  function forgetUnused(entry: ProviderEntry | undefined): void {
    const resource = entry?.provider.resource
    if (resource === undefined) return
    if ([...entries.values()].some(({ provider }) => provider.resource === resource)) return
    keys.forget(resource)
  }
}

/** Where the environment's key of a provider is held; no address looks like it. */
function environmentPlace(provider: string): string {
  return `environment ${provider}`
}

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}

function createListeners<A extends readonly unknown[]>(): {
  add(listener: (...args: A) => void): Dispose
  tell(...args: A): void
} {
  const listeners = new Set<(...args: A) => void>()
  return {
    add(listener) {
      const own = (...args: A) => listener(...args)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    tell(...args) {
      for (const listener of [...listeners]) listener(...args)
    },
  }
}
