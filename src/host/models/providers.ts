import type { ModelEndpoint, WireApi } from '../../protocol/model-facts.ts'
import { isLoopback, isReadableOnTheWay, parseEndpointUrl } from './endpoint-url.ts'
import type { Provider } from './model.ts'

/** A provider and how it came to be known. */
export interface ProviderEntry {
  readonly provider: Provider
  readonly wireApi: WireApi
  readonly source: 'built-in' | 'environment' | 'custom' | 'local'
  /** Whether it is of no use without a key. Where it is not known, the provider says so when it is asked. */
  readonly needsKey: boolean
  /** Names of deployments, where they cannot be asked for. */
  readonly deployments: readonly string[]
  /** What is wrong with its address, in words; it is listed so that it can be seen, and never called. */
  readonly problem?: string
}

/** A key the environment holds for a provider. */
export interface EnvironmentKey {
  readonly provider: string
  readonly token: string
}

type Env = Readonly<Record<string, string | undefined>>

/** Azure OpenAI's last dated version; since then it is Foundry's `/openai/v1` that grows (Azure OpenAI API version lifecycle). */
const azureApiVersion = '2024-10-21'

/** Where a server for local models may run on this machine; it speaks OpenAI's chat under `/v1`. */
export interface LocalPort {
  readonly id: string
  readonly name: string
  readonly port: number
}

/** The usual ones. */
export const usualPorts: readonly LocalPort[] = [
  { id: 'ollama', name: 'Ollama', port: 11434 },
  { id: 'llama-cpp', name: 'llama.cpp', port: 8080 },
  { id: 'vllm', name: 'vLLM', port: 8000 },
  { id: 'lm-studio', name: 'LM Studio', port: 1234 },
]

/**
 * The providers every host knows, at the addresses the environment gives, and the keys in it. A key from the environment is never
 * sent in the clear: with an address of plain http on another machine it is left out and the provider has a problem instead.
 */
export function builtinProviders(env: Env): { entries: ProviderEntry[]; keys: EnvironmentKey[] } {
  const entries: ProviderEntry[] = []
  const keys: EnvironmentKey[] = []
  const add = (
    kind: Provider['kind'],
    id: string,
    name: string,
    wireApi: WireApi,
    address: string,
    token: string | undefined,
    more: { deployments?: readonly string[]; apiVersion?: string } = {},
  ) => {
    const parsed = parseEndpointUrl(kind, address)
    const baseUrl = parsed.kind === 'good' ? parsed.baseUrl : address
    const readable = parsed.kind === 'good' && token !== undefined && isReadableOnTheWay(baseUrl)
    const problem =
      parsed.kind === 'bad'
        ? parsed.problem
        : readable
          ? 'The key of the environment is not sent to another machine over plain http. Use https.'
          : undefined
    const azure = parsed.kind === 'good' ? parsed.azure : undefined
    const apiVersion = azure === 'azure-openai' ? (more.apiVersion ?? azureApiVersion) : undefined
    entries.push({
      provider: {
        id,
        name,
        kind: azure ?? kind,
        baseUrl,
        resource: baseUrl,
        local: false,
        ...(apiVersion === undefined ? {} : { apiVersion }),
      },
      wireApi: azure === 'azure-openai' ? 'openai-chat' : wireApi,
      source: 'built-in',
      needsKey: true,
      deployments: more.deployments ?? [],
      ...(problem === undefined ? {} : { problem }),
    })
    if (token !== undefined && problem === undefined) keys.push({ provider: id, token })
  }
  const get = (...names: string[]) =>
    names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '')
  add(
    'anthropic',
    'anthropic',
    'Anthropic',
    'anthropic-messages',
    get('ANTHROPIC_BASE_URL') ?? 'https://api.anthropic.com/v1',
    get('ANTHROPIC_API_KEY'),
  )
  add(
    'openai',
    'openai',
    'OpenAI',
    'openai-responses',
    get('OPENAI_BASE_URL') ?? 'https://api.openai.com/v1',
    get('OPENAI_API_KEY'),
  )
  add(
    'google',
    'google',
    'Google',
    'google-generate',
    get('GOOGLE_GEMINI_BASE_URL') ?? 'https://generativelanguage.googleapis.com/v1beta',
    get('GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'),
  )
  const azure = get('AZURE_OPENAI_ENDPOINT')
  if (azure !== undefined) {
    const apiVersion = get('AZURE_OPENAI_API_VERSION', 'OPENAI_API_VERSION')
    const deployments = get('AZURE_OPENAI_DEPLOYMENT', 'AZURE_OPENAI_DEPLOYMENT_NAME')
    add('azure-openai', 'azure', 'Azure OpenAI', 'openai-responses', azure, get('AZURE_OPENAI_API_KEY'), {
      ...(apiVersion === undefined ? {} : { apiVersion }),
      deployments: deployments === undefined ? [] : deployments.split(',').map((name) => name.trim()),
    })
  }
  return { entries, keys }
}

/** What a server for local models on one of the usual ports is. */
export function localProvider({ id, name, port }: LocalPort): ProviderEntry {
  return {
    provider: { id, name, kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1`, local: true },
    wireApi: 'openai-chat',
    source: 'local',
    needsKey: false,
    deployments: [],
  }
}

/** Wires each kind of endpoint can be called over; the first is its usual one. */
const wiresOf: Readonly<Record<Provider['kind'], readonly WireApi[]>> = {
  anthropic: ['anthropic-messages'],
  openai: ['openai-responses', 'openai-chat'],
  'azure-openai': ['openai-chat'],
  'azure-foundry': ['openai-responses', 'openai-chat'],
  google: ['google-generate'],
  'openai-compatible': ['openai-chat', 'openai-responses'],
}

/**
 * An endpoint of a person as a provider. Plain http is taken for any address here, because servers in the house have no
 * certificates and the person has typed it; a key goes there only when a client gives one for this very address.
 */
export function customProvider(
  endpoint: ModelEndpoint,
  id: string,
): { kind: 'good'; entry: ProviderEntry } | { kind: 'bad'; problem: string } {
  const parsed = parseEndpointUrl(endpoint.kind, endpoint.baseUrl)
  if (parsed.kind === 'bad') return parsed
  const kind = parsed.azure ?? endpoint.kind
  const wires = wiresOf[kind]
  const wireApi = endpoint.wireApi ?? wires[0]
  if (wireApi === undefined || !wires.includes(wireApi)) {
    return { kind: 'bad', problem: `An endpoint of this kind is called over ${wires.join(' or ')}.` }
  }
  const apiVersion = kind === 'azure-openai' ? (endpoint.apiVersion ?? parsed.apiVersion ?? azureApiVersion) : undefined
  return {
    kind: 'good',
    entry: {
      provider: {
        id,
        name: endpoint.name,
        kind,
        baseUrl: parsed.baseUrl,
        resource: parsed.baseUrl,
        local: isLoopback(parsed.baseUrl),
        ...(apiVersion === undefined ? {} : { apiVersion }),
      },
      wireApi,
      source: 'custom',
      needsKey: kind !== 'openai-compatible',
      deployments: endpoint.deployments ?? [],
    },
  }
}

/** The header a provider's key goes into. */
export function authorizationHeader(kind: Provider['kind'], token: string): readonly [name: string, value: string] {
  switch (kind) {
    case 'anthropic':
      return ['x-api-key', token]
    case 'google':
      return ['x-goog-api-key', token]
    case 'azure-openai':
    case 'azure-foundry':
      return ['api-key', token]
    case 'openai':
    case 'openai-compatible':
      return ['authorization', `Bearer ${token}`]
  }
}
