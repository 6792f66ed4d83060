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

/** Keys that are tried at the same time: as long as one is, every text is searched for it. */
const mostTries = 16

/** Asks the providers of a book what they offer. */
export interface ProviderInquiries {
  /** All that can be asked, at the same time; a second asker waits for the first one's answers. */
  look(): Promise<void>
  /** One, in the background, if it can be asked. */
  refresh(entry: ProviderEntry): void
  /** See Models.authenticate. */
  authenticate(resource: string, token: string, expiresInS?: number): Promise<KeyOutcome>
  /** See Models.forgetKey. */
  forgetKey(resource: string): boolean
}

/** `stopped` ends what is being asked; nothing is noted after it. */
export function createProviderInquiries(
  book: ProviderBook,
  needs: { clock: Clock; after: After; fetch: Fetch; secrets: SecretBook; stopped: AbortSignal },
): ProviderInquiries {
  const { clock, secrets, stopped } = needs
  let looking: Promise<void> | undefined
  let tries = 0
  /** What was last said of the key of each place: an answer that comes late must not undo it. */
  const lastWord = new Map<string, symbol>()

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

  /** The providers a resource is the address of, and where its key is held. */
  function askedFor(resource: string): { place: string; asked: readonly ProviderEntry[] } {
    const place = resource.replace(/\/+$/, '')
    return { place, asked: book.added().filter(({ provider }) => provider.resource === place) }
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
      const { place, asked } = askedFor(resource)
      const first = asked[0]
      if (first === undefined) return { kind: 'unknown-resource' }
      const key = token.trim()
      if (!sendableKey.test(key)) {
        return { kind: 'wrong', problem: 'A key holds no blanks and no letters beyond ASCII.' }
      }
      if (tries >= mostTries) return { kind: 'wrong', problem: 'Too many keys are being tried now. Wait a moment.' }
      tries += 1
      const word = Symbol(place)
      lastWord.set(place, word)
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
        if (stopped.aborted) return { kind: 'wrong', problem: 'The host has stopped.' }
        if (lastWord.get(place) !== word) {
          return { kind: 'wrong', problem: 'Another key was given meanwhile, or it was taken back.' }
        }
        // Where nobody calls any more, a key would lie in wait for whoever puts the address in again.
        const present = askedFor(resource).asked
        if (present.length === 0) return { kind: 'unknown-resource' }
        const expiry = expiresInS === undefined ? {} : { expiresAt: clock.now() + expiresInS * 1000 }
        book.keys.put(place, { token: key, source: 'client', ...expiry }, name)
        book.heard(present.map(({ provider: { id } }) => [id, afterListing(book.state(id), listing)]))
        return { kind: 'kept', verified: listing.kind === 'listed' }
      } finally {
        tries -= 1
        release()
      }
    },
    forgetKey(resource) {
      const { place, asked } = askedFor(resource)
      lastWord.delete(place)
      if (!book.keys.forget(place)) for (const { provider } of asked) book.keys.forget(environmentPlace(provider.id))
      book.heard(asked.map(({ provider: { id } }) => [id, { ...book.state(id), status: 'unknown' }]))
      return asked.length > 0
    },
  }
}
