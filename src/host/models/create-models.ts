import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import { after as systemAfter, type After } from '../platform/timers.ts'
import { createProviderInquiries } from './ask-providers.ts'
import { callModel, type CallNeeds } from './call-model.ts'
import { createHttpFetch } from './http-fetch.ts'
import type { Fetch } from './model-fetch.ts'
import type { Model } from './model.ts'
import type { Models } from './models.ts'
import { createProviderBook } from './provider-book.ts'
import { authorizationHeader, usualPorts, type LocalPort } from './providers.ts'
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

/** The models of this host. */
export function createModels(needs: ModelsNeeds): Models {
  const { clock, secrets } = needs
  const after = needs.after ?? systemAfter
  const http = createHttpFetch(needs.env)
  const fetch = needs.fetch ?? http.fetch
  const stopped = new AbortController()
  const book = createProviderBook({ ...needs, after, localPorts: needs.localPorts ?? usualPorts })
  const inquiries = createProviderInquiries(book, { clock, after, fetch, secrets, stopped: stopped.signal })

  let listed: readonly Model[] | undefined
  book.changed.add(() => (listed = undefined))

  const authorization: CallNeeds['authorization'] = (model) => {
    const { id, baseUrl, kind } = model.provider
    const entry = book.entry(id)
    if (entry?.problem !== undefined) return { problem: entry.problem }
    // A key goes where it was given for, whatever a model says that was found before its provider was changed.
    const isStill = entry !== undefined && isSameOrigin(entry.provider.baseUrl, baseUrl)
    const token = isStill ? book.key(entry)?.token : undefined
    if (token !== undefined) return authorizationHeader(kind, token)
    return entry?.needsKey === false ? 'none' : 'missing'
  }
  const callNeeds: CallNeeds = {
    clock,
    after,
    random: needs.random ?? Math.random,
    fetch,
    secrets,
    toPrompt,
    authorization,
    onOutcome: book.called,
  }

  return {
    list() {
      listed ??= book
        .shown()
        .map((entry) => ({ usable: book.isUsable(entry), models: book.models(entry) }))
        .toSorted((one, other) => Number(other.usable) - Number(one.usable))
        .flatMap(({ models }) => models)
      return listed
    },
    find(id) {
      const slash = id.indexOf('/')
      const entry = book.entry(id.slice(0, slash))
      const name = id.slice(slash + 1)
      return slash <= 0 || entry === undefined || name === '' ? undefined : book.model(entry, name)
    },
    isUsable(model) {
      const entry = book.entry(model.provider.id)
      return entry !== undefined && book.isUsable(entry)
    },
    providers: book.facts,
    look: inquiries.look,
    authenticate: inquiries.authenticate,
    forgetKey: inquiries.forgetKey,
    setEndpoint(endpoint) {
      const outcome = book.endpoints.set(endpoint, (id) => book.entry(id) !== undefined)
      if (outcome.kind === 'bad') return outcome
      book.put(outcome.entry)
      inquiries.refresh(outcome.entry)
      return { kind: 'kept', id: outcome.entry.provider.id }
    },
    removeEndpoint(id) {
      const gone = book.endpoints.remove(id)
      if (gone !== undefined) book.drop(gone)
      return gone !== undefined
    },
    onChanged: book.changed.add,
    onKeyNeeded: book.keyNeeded.add,
    call: (request, signal) => callModel(callNeeds, request, AbortSignal.any([signal, stopped.signal])),
    stop() {
      stopped.abort()
      book.keys.stop()
      http.stop()
    },
  }
}

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}
