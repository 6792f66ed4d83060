import { z } from 'zod'
import type { Effort } from '../../protocol/model-facts.ts'
import { isTalking, type ListedModel } from './catalogue.ts'
import { errorFacts } from './error-facts.ts'
import { createModelFetch, type Fetch } from './model-fetch.ts'
import type { Provider } from './model.ts'

/** What came of asking a provider what it offers. */
export type Listing =
  | { readonly kind: 'listed'; readonly models: readonly ListedModel[] }
  /** The key was not accepted, or one is needed. */
  | { readonly kind: 'refused' }
  /** Nothing answered. `problem` in words. */
  | { readonly kind: 'unreachable'; readonly problem: string }
  /** Something answered, but no list of models. */
  | { readonly kind: 'no-list'; readonly problem: string }

/** Anthropic's Models API, OpenAI's `GET /models` and what resembles it, and Google's `models.list`; more fields than are read. */
const ModelList = z.union([
  z.object({
    data: z.array(
      z.looseObject({
        id: z.string(),
        display_name: z.string().nullish(),
        max_input_tokens: z.number().nullish(),
        max_tokens: z.number().nullish(),
        capabilities: z
          .looseObject({
            image_input: z.looseObject({ supported: z.boolean() }).nullish(),
            effort: z.record(z.string(), z.unknown()).nullish(),
          })
          .nullish()
          .catch(undefined),
        /** vLLM, OpenRouter, llama.cpp. */
        max_model_len: z.number().nullish().catch(undefined),
        context_length: z.number().nullish().catch(undefined),
        meta: z.looseObject({ n_ctx: z.number().nullish() }).nullish().catch(undefined),
      }),
    ),
  }),
  z.object({
    models: z.array(
      z.looseObject({
        name: z.string(),
        displayName: z.string().optional(),
        inputTokenLimit: z.number().optional(),
        outputTokenLimit: z.number().optional(),
        supportedGenerationMethods: z.array(z.string()).optional(),
      }),
    ),
  }),
])

/** No list of models is larger. In bytes. */
const longestList = 8 * 1024 * 1024
/** Every client is told of every model. The largest gateways have some hundred. */
const mostModels = 1000
/** In characters, of a name or of how it is shown. */
const longestName = 200

/** Asks a provider for its models. Never throws. `signal` bounds the wait. */
export async function listModels(
  provider: Provider,
  needs: { fetch: Fetch; authorization?: readonly [string, string]; signal: AbortSignal },
): Promise<Listing> {
  const fetch = createModelFetch({
    fetch: needs.fetch,
    baseUrl: provider.baseUrl,
    ...(needs.authorization === undefined ? {} : { authorization: needs.authorization }),
    ...(provider.apiVersion === undefined ? {} : { query: { 'api-version': provider.apiVersion } }),
  })
  try {
    const response = await fetch(listUrl(provider), {
      headers: {
        accept: 'application/json',
        ...(provider.kind === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {}),
      },
      signal: needs.signal,
    })
    const body = await readBounded(response)
    if (response.status === 401 || response.status === 403 || /API_KEY_INVALID|API key not valid/.test(body)) {
      return { kind: 'refused' }
    }
    if (!response.ok) return { kind: 'no-list', problem: `It answered ${response.status}.` }
    const parsed = ModelList.safeParse(JSON.parse(body))
    if (!parsed.success) return { kind: 'no-list', problem: 'What answers there is no list of models.' }
    const models = toListed(parsed.data).filter(({ name }) => isName(name) && isTalking(name))
    return { kind: 'listed', models: uniqueByName(models).slice(0, mostModels) }
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return { kind: 'no-list', problem: 'What answers there is no list of models.' }
    const { network } = errorFacts(thrown)
    return { kind: 'unreachable', problem: network ?? (needs.signal.aborted ? 'no answer in time' : 'no connection') }
  }
}

function listUrl({ kind, baseUrl }: Provider): string {
  switch (kind) {
    case 'anthropic':
      return `${baseUrl}/models?limit=1000`
    case 'google':
      return `${baseUrl}/models?pageSize=1000`
    case 'azure-openai':
      return `${baseUrl}/openai/models`
    default:
      return `${baseUrl}/models`
  }
}

async function readBounded(response: Response): Promise<string> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > longestList) throw new SyntaxError('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function toListed(list: z.infer<typeof ModelList>): ListedModel[] {
  if ('models' in list) {
    return list.models
      .filter((each) => each.supportedGenerationMethods?.includes('generateContent') ?? true)
      .map((each) => ({
        name: each.name.replace(/^models\//, ''),
        ...given('displayName', named(each.displayName)),
        ...given('contextWindow', counted(each.inputTokenLimit)),
        ...given('maxOutput', counted(each.outputTokenLimit)),
      }))
  }
  return list.data.map((each) => ({
    name: each.id,
    ...given('displayName', named(each.display_name)),
    ...given(
      'contextWindow',
      counted(each.max_input_tokens ?? each.max_model_len ?? each.context_length ?? each.meta?.n_ctx),
    ),
    ...given('maxOutput', counted(each.max_tokens)),
    ...given('vision', each.capabilities?.image_input?.supported),
    ...given('efforts', effortsOf(each.capabilities?.effort)),
  }))
}

/** What can be shown on a line and sent in a request. */
function isName(text: string): boolean {
  return text.length > 0 && text.length <= longestName && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)
}

function named(text: string | null | undefined): string | undefined {
  return text != null && isName(text) ? text : undefined
}

function counted(tokens: number | null | undefined): number | undefined {
  return tokens != null && tokens > 0 && tokens <= Number.MAX_SAFE_INTEGER ? Math.round(tokens) : undefined
}

function uniqueByName(models: readonly ListedModel[]): ListedModel[] {
  return [...new Map(models.map((model) => [model.name, model])).values()]
}

const anthropicEfforts: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max']
const Supported = z.looseObject({ supported: z.boolean() })

/** Anthropic's `capabilities.effort`. Where it has none, a model may still think by a budget, which is not said there. */
function effortsOf(effort: Readonly<Record<string, unknown>> | null | undefined): readonly Effort[] | undefined {
  if (effort == null) return undefined
  const efforts = anthropicEfforts.filter((each) => Supported.safeParse(effort[each]).data?.supported === true)
  return efforts.length === 0 ? undefined : efforts
}

function given<K extends string, V>(key: K, value: V | null | undefined): Partial<Record<K, V>> {
  return value == null ? {} : ({ [key]: value } as Partial<Record<K, V>>)
}
