import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { effortOf } from './effort.ts'
import type { ModelRequest } from './models.ts'
import { cacheMark } from './to-prompt.ts'

/** A prompt and what goes with it, ready for its provider's library. `summaries`: ask for reasoning in words where it has to be asked for. */
export function callOptions(
  request: ModelRequest,
  written: { readonly prompt: LanguageModelV4Prompt; readonly providerOptions?: SharedV4ProviderOptions },
  { summaries = true }: { readonly summaries?: boolean } = {},
): LanguageModelV4CallOptions {
  const tools = request.model.wireApi === 'anthropic-messages' ? markLastTool(request.tools) : [...request.tools]
  return {
    prompt: written.prompt,
    ...(tools.length === 0 ? {} : { tools }),
    ...effortOptions(request),
    // What its prompt has is told at the beginning, which the library keeps to itself until the end.
    ...(request.model.wireApi === 'anthropic-messages' && { includeRawChunks: true }),
    providerOptions: merge(written.providerOptions ?? {}, wireOptions(request, summaries)),
  }
}

/** What is to be said to each wire whatever is asked. */
function wireOptions(request: ModelRequest, summaries: boolean): SharedV4ProviderOptions {
  const { model } = request
  const thinks = model.efforts.length > 0
  const shown = thinks && effortOf(request) !== 'none'
  switch (model.wireApi) {
    case 'openai-responses':
      return { openai: { forceReasoning: thinks, reasoningSummary: shown && summaries ? 'auto' : null } }
    case 'google-generate':
      return shown ? { google: { thinkingConfig: { includeThoughts: true } } } : {}
    case 'anthropic-messages':
      return shown && bindsThinking.test(model.name)
        ? { anthropic: { thinking: { type: 'adaptive', display: 'summarized', blockBinding } } }
        : {}
    default:
      return {}
  }
}

/**
 * Claude models that take back their own thinking only where nothing before it has changed. What is said for one round alone (plan,
 * open files) is such a change: what no longer fits is to be dropped, not answered by a 400 (Preserved thinking).
 */
const bindsThinking = /claude-(opus|sonnet|haiku)-5-5|claude-(fable|mythos)-5-[1-9]/
const blockBinding = { prefixMismatchBehavior: 'drop_block' } as const

/** The libraries turn this into a budget, a level or a word, as each model takes it. */
function effortOptions(request: ModelRequest): Pick<LanguageModelV4CallOptions, 'reasoning'> {
  const effort = effortOf(request)
  return effort === undefined ? {} : { reasoning: effort }
}

/** The messages are marked where they are written (to-prompt.ts); the tools stand before them. */
function markLastTool(tools: readonly LanguageModelV4FunctionTool[]): LanguageModelV4FunctionTool[] {
  return tools.map((tool, index) =>
    index === tools.length - 1 ? { ...tool, providerOptions: merge(tool.providerOptions ?? {}, cacheMark) } : tool,
  )
}

function merge(one: SharedV4ProviderOptions, other: SharedV4ProviderOptions): SharedV4ProviderOptions {
  const merged = { ...one }
  for (const [name, options] of Object.entries(other)) merged[name] = { ...merged[name], ...options }
  return merged
}
