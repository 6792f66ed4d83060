/** The `fetch` of a provider's library, as far as it is used. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** What a request to a provider is made with. */
export interface ModelFetchNeeds {
  readonly fetch: Fetch
  /** Requests go to its origin and to no other. */
  readonly baseUrl: string
  /** Header and value that carry the key; absent where there is none. */
  readonly authorization?: readonly [name: string, value: string]
  /** Added to the query of every request. */
  readonly query?: Readonly<Record<string, string>>
  /** Told the size of each body that is sent, in bytes of UTF-8. */
  onRequest?(bytes: number): void
}

/** The headers a key may stand in. Libraries put a placeholder in one; only the real key is sent, or none. */
const keyHeaders = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

const redirects = new Set([301, 302, 303, 307, 308])
const mostRedirects = 3

/** A provider wanted a request sent somewhere else. */
export class ForeignRedirect extends Error {
  readonly code = 'FOREIGN_REDIRECT'
}

/**
 * A `fetch` that adds the key itself, so that no library ever holds it, and that goes to one origin only: a redirect to another
 * is refused, because the key and the conversation would go with it.
 */
export function createModelFetch(needs: ModelFetchNeeds): Fetch {
  const { origin } = new URL(needs.baseUrl)
  return async (input, init) => {
    let url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url)
    for (const [name, value] of Object.entries(needs.query ?? {})) url.searchParams.set(name, value)
    const headers = new Headers(init?.headers)
    for (const name of keyHeaders) headers.delete(name)
    if (needs.authorization !== undefined) headers.set(...needs.authorization)
    if (typeof init?.body === 'string') needs.onRequest?.(Buffer.byteLength(init.body))
    for (let hop = 0; ; hop += 1) {
      if (url.origin !== origin) throw new ForeignRedirect(`redirected to ${url.origin}`)
      const response = await needs.fetch(url, { ...init, headers, redirect: 'manual' })
      if (!redirects.has(response.status)) return response
      await response.body?.cancel()
      const location = response.headers.get('location')
      if (location === null || hop === mostRedirects) throw new ForeignRedirect('redirected in circles')
      const next = new URL(location, url)
      // Any other redirect would turn the request into one without a body.
      if (next.origin === origin && response.status < 307 && init?.body != null) {
        throw new ForeignRedirect(`redirected to ${next.pathname}`)
      }
      url = next
    }
  }
}
