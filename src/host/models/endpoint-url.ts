import type { ProviderKind } from '../../protocol/model-facts.ts'

/** An address as it is used: without a slash at its end, with the version its API is under. Else what is wrong with it, in words. */
export type EndpointUrl =
  | {
      readonly kind: 'good'
      readonly baseUrl: string
      readonly azure?: 'azure-openai' | 'azure-foundry'
      readonly apiVersion?: string
    }
  | { readonly kind: 'bad'; readonly problem: string }

const bad = (problem: string): EndpointUrl => ({ kind: 'bad', problem })

/**
 * The base URL of a provider of this kind, out of what a person or the environment gave. Only http and https; nothing that could
 * be a secret (user, password, query) may be in it, because addresses are shown and kept.
 */
export function parseEndpointUrl(kind: ProviderKind, text: string): EndpointUrl {
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    return bad('This is not an address. It begins with https://.')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return bad('The address has to begin with https:// or http://.')
  if (url.username !== '' || url.password !== '')
    return bad('A user or password in the address would be shown to everybody. Give the key apart.')
  const apiVersion = url.searchParams.get('api-version')
  const isAzure = kind === 'azure-openai' || kind === 'azure-foundry'
  if ([...url.searchParams.keys()].some((name) => !(isAzure && name === 'api-version'))) {
    return bad('The address may not hold a query (what follows a "?").')
  }
  const path = url.pathname.replace(/\/+$/, '')
  if (isAzure) return parseAzure(url.origin, path, apiVersion)
  return { kind: 'good', baseUrl: url.origin + withVersion(kind, path) }
}

/**
 * Azure has two kinds of endpoint and one portal. A host alone is Azure OpenAI, where each deployment has an address and an
 * `api-version` is asked for; one that ends in `/openai/v1` is Foundry, which is called like OpenAI itself.
 */
function parseAzure(origin: string, path: string, apiVersion: string | null): EndpointUrl {
  if (path === '' || path === '/openai') {
    return { kind: 'good', baseUrl: origin, azure: 'azure-openai', ...(apiVersion === null ? {} : { apiVersion }) }
  }
  if (path.endsWith('/openai/v1')) return { kind: 'good', baseUrl: origin + path, azure: 'azure-foundry' }
  return bad(
    'An address of Azure is either a host alone (https://NAME.openai.azure.com) or ends in /openai/v1 (https://NAME.services.ai.azure.com/openai/v1).',
  )
}

/** What people leave out because their tools add it. An address without any path is given OpenAI's `/v1`. */
function withVersion(kind: ProviderKind, path: string): string {
  switch (kind) {
    case 'anthropic':
      return path.endsWith('/v1') ? path : `${path}/v1`
    case 'google':
      return /\/v1(beta|alpha)?$/.test(path) ? path : `${path}/v1beta`
    default:
      return path === '' ? '/v1' : path
  }
}

/** Whether an address is on this machine: what is sent there never leaves it. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname) ||
    hostname.endsWith('.localhost')
  )
}

/** Whether a key could be read on its way: plain http to another machine. */
export function isReadableOnTheWay(baseUrl: string): boolean {
  return baseUrl.startsWith('http:') && !isLoopback(baseUrl)
}
