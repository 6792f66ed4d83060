/**
 * Why a call of a model failed, in words. The host writes the English; a client shows its own language by
 * `text.key` (`model.<kind>`) with `text.params`.
 */

/** What stands in the texts between braces. */
export interface ModelFailureParams {
  /** Name of the provider, as shown to people. */
  readonly provider: string
  /** Name of the model, as shown to people. */
  readonly model: string
  /** What the provider said, or the code of a fault of the connection: one line, bounded, without secrets, never empty. */
  readonly detail: string
}

/** Each kind of failure in English: what happened, and what to do about it. */
export const modelFailureTexts = {
  'no-key': '{provider} needs a key. Add one in Settings → Models & keys.',
  'wrong-key': '{provider} did not accept the key. Set another one in Settings → Models & keys.',
  forbidden: 'This key may not use {model} at {provider} ({detail}). Choose another model, or use a key that may.',
  'unknown-model': '{provider} does not know the model {model}. Choose another one.',
  quota: 'The account at {provider} has nothing left to spend ({detail}). Top it up, or choose another model.',
  'rate-limit': '{provider} is receiving too many requests from this account. Wait a while and try again.',
  overloaded: '{provider} is overloaded. Try again in a minute, or choose another model.',
  'server-error': '{provider} had an error of its own ({detail}). Try again, or choose another model.',
  'context-too-long': 'This chat is too long for {model}. Start a new chat, or choose a model with a larger window.',
  refused: '{provider} refused to answer this ({detail}). Say it differently, or choose another model.',
  'bad-request': '{provider} did not accept the request to {model}: {detail}',
  unreachable: '{provider} cannot be reached ({detail}). Check that it runs, and the address and the connection.',
  'broken-stream': 'The answer of {provider} broke off ({detail}). Try again.',
  'empty-answer': '{model} gave an empty answer. Try again, or choose another model.',
  'cut-short': '{model} reached its output limit in the middle of a tool call. Ask for smaller steps.',
} as const

/** Why a call failed, for programs. */
export type ModelFailureKind = keyof typeof modelFailureTexts

/** A failure's English, filled in. */
export function modelFailureMessage(kind: ModelFailureKind, params: ModelFailureParams): string {
  return modelFailureTexts[kind].replace(
    /\{(provider|model|detail)\}/g,
    (_, name: keyof ModelFailureParams) => params[name],
  )
}
