import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Model } from './model.ts'
import type { Fetch } from './model-fetch.ts'

/** What libraries are given for a key. The real one is put into the request by model-fetch.ts, and into nothing else. */
const placeholder = 'see-model-fetch'

/**
 * The name under which the compatible library keeps and reads what belongs to a provider (`providerOptions`, `providerMetadata`).
 * The others use `anthropic`, `openai` and `google`.
 */
export const compatibleName = 'openaiCompatible'

/**
 * A model as its provider's library calls it. The library is loaded when it is first needed: each costs about 60 ms and 8 MB,
 * and most hosts use one.
 */
export async function openModel(model: Model, fetch: Fetch): Promise<LanguageModelV4> {
  const { provider, name } = model
  const options = { baseURL: provider.baseUrl, apiKey: placeholder, fetch }
  switch (model.wireApi) {
    case 'anthropic-messages':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options).languageModel(name)
    case 'openai-responses':
      return (await import('@ai-sdk/openai')).createOpenAI(options).responses(name)
    case 'google-generate':
      return (await import('@ai-sdk/google')).createGoogle(options).languageModel(name)
    case 'openai-chat':
      return provider.kind === 'openai' || provider.kind === 'azure-foundry'
        ? (await import('@ai-sdk/openai')).createOpenAI(options).chat(name)
        : (await import('@ai-sdk/openai-compatible'))
            .createOpenAICompatible({ ...options, name: compatibleName, includeUsage: true, baseURL: chatUrl(model) })
            .chatModel(name)
  }
}

/** Where a model's chats are. A deployment of Azure OpenAI (host-only endpoints) has an address of its own. */
function chatUrl({ provider, name }: Model): string {
  if (provider.kind !== 'azure-openai') return provider.baseUrl
  return `${provider.baseUrl}/openai/deployments/${encodeURIComponent(name)}`
}
