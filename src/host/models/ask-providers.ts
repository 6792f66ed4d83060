import type { Clock } from '../platform/clock.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import type { After } from '../platform/timers.ts'
import { listModels, type Listing } from './list-models.ts'
import type { Fetch } from './model-fetch.ts'
import type { KeyOutcome } from './models.ts'
import { environmentPlace, sendableKey, type ProviderBook } from './provider-book.ts'
import { afterListing, unheard } from './provider-states.ts'
import { authorizationHeader, type ProviderEntry } from './providers.ts'

/** How long a provider may take to list its models, in milliseconds. */
const longestListingMs = 10_000
/** A server of this machine answers at once, or is none. */
const longestLocalListingMs = 800

/** Asks the providers of a book what they offer. */
export interface ProviderInquiries {
  /** All that can be asked, at the same time; a second asker waits for the first one's answers. */
  look(): Promise<void>
  /** One, in the background, if it can be asked. */
  refresh(entry: ProviderEntry): void
  /** See Models.authenticate. */
  authenticate(resource: string, token: string, expiresInS?: number): Promise<KeyOutcome>
}

/** `stopped` ends what is being asked; nothing is noted after it. */
export function createProviderInquiries(
  book: ProviderBook,
  needs: { clock: Clock; after: After; fetch: Fetch; secrets: SecretBook; stopped: AbortSignal },
): ProviderInquiries {
  const { clock, secrets, stopped } = needs
  let looking: Promise<void> | undefined

  async function ask({ provider }: ProviderEntry, token: string | undefined, limitMs: number): Promise<Listing> {
    const limit = new AbortController()
    const cancel = needs.after(limitMs, () => limit.abort())
    const listing = await listModels(provider, {
      fetch: needs.fetch,
      ...(token === undefined ? {} : { authorization: authorizationHeader(provider.kind, token) }),
      signal: AbortSignal.any([limit.signal, stopped]),
    })
    cancel()
    return listing
  }

  const isAskable = (entry: ProviderEntry) =>
    entry.problem === undefined && (!entry.needsKey || book.key(entry) !== undefined)

  async function refresh(entry: ProviderEntry): Promise<void> {
    const { id } = entry.provider
    const listing = await ask(entry, book.key(entry)?.token, longestListingMs)
    // It may have been changed or taken away meanwhile.
    if (stopped.aborted || book.entry(id) !== entry) return
    book.heard([[id, afterListing(book.state(id), listing)]])
  }

  async function lookForLocal(entry: ProviderEntry): Promise<void> {
    const { id } = entry.provider
    const listing = await ask(entry, undefined, longestLocalListingMs)
    const ran = book.state(id).status === 'ready'
    if (stopped.aborted || (!ran && listing.kind === 'unreachable')) return
    book.found(id, listing.kind === 'listed')
    book.heard([[id, afterListing(unheard, listing)]])
  }

  return {
    look() {
      const asked = book.added().filter(isAskable)
      looking ??= Promise.all([...asked.map(refresh), ...book.locals.map(lookForLocal)])
        .then(() => {})
        .finally(() => (looking = undefined))
      return looking
    },
    refresh(entry) {
      if (isAskable(entry)) void refresh(entry)
    },
    async authenticate(resource, token, expiresInS) {
      const place = resource.replace(/\/+$/, '')
      const asked = book.added().filter(({ provider }) => provider.resource === place)
      const first = asked[0]
      if (first === undefined) return { kind: 'unknown-resource' }
      const key = token.trim()
      if (key === '') {
        if (!book.keys.forget(place)) for (const { provider } of asked) book.keys.forget(environmentPlace(provider.id))
        book.heard(asked.map(({ provider: { id } }) => [id, { ...book.state(id), status: 'unknown' }]))
        return { kind: 'removed' }
      }
      if (!sendableKey.test(key)) {
        return { kind: 'wrong', problem: 'A key holds no blanks and no letters beyond ASCII.' }
      }
      const name = `key of ${first.provider.id}`
      const release = secrets.hold(key, name)
      try {
        const listing: Listing =
          first.problem === undefined
            ? await ask(first, key, longestListingMs)
            : { kind: 'no-list', problem: first.problem }
        if (listing.kind === 'refused') {
          return { kind: 'wrong', problem: `${first.provider.name} did not accept this key.` }
        }
        if (stopped.aborted) return { kind: 'removed' }
        const expiry = expiresInS === undefined ? {} : { expiresAt: clock.now() + expiresInS * 1000 }
        book.keys.put(place, { token: key, source: 'client', ...expiry }, name)
        book.heard(asked.map(({ provider: { id } }) => [id, afterListing(book.state(id), listing)]))
        return { kind: 'kept', verified: listing.kind === 'listed' }
      } finally {
        release()
      }
    },
  }
}
