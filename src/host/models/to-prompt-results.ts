import type {
  LanguageModelV4FilePart,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import type { ToldResult } from './conversation.ts'
import { fitImage, type ImageRules } from './to-prompt-images.ts'
import type { PromptTarget } from './to-prompt-target.ts'
import { cleanText, emptyResult, interruptedResult, isBlank } from './to-prompt-text.ts'

type Part = LanguageModelV4TextPart | LanguageModelV4FilePart

/** A result as a prompt takes it; `after` is shown by the user, where the wire has no images in results. */
export interface FitResult {
  readonly output: LanguageModelV4ToolResultOutput
  readonly after: readonly Part[]
}

/** The result of a call, `undefined` where the call was interrupted. */
export function fitResult(result: ToldResult | undefined, target: PromptTarget, rules: ImageRules): FitResult {
  if (!result) return { output: failure(interruptedResult, target), after: [] }
  const text = resultText(result)
  const shown = (result.images ?? []).map((image) => fitImage(image, target, rules))
  const files = shown.filter((part) => part.type === 'file')
  const notes = shown.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const whole = [text, ...notes].join('\n')
  if (files.length > 0 && result.succeeded && takesImages(target)) {
    return { output: { type: 'content', value: [{ type: 'text', text: whole }, ...files] }, after: [] }
  }
  const output = result.succeeded ? { type: 'text' as const, value: whole } : failure(whole, target)
  if (files.length === 0) return { output, after: [] }
  return { output, after: [{ type: 'text', text: `From the result of ${cleanText(result.name)}:` }, ...files] }
}

/** The text of a result, never blank. */
export function resultText(result: ToldResult): string {
  return isBlank(result.text) ? emptyResult : cleanText(result.text)
}

/** Failed results are marked where the wire has a mark for them; the chats would wrap them in JSON. */
function failure(value: string, { dialect }: PromptTarget): LanguageModelV4ToolResultOutput {
  if (dialect === 'anthropic' || dialect === 'google') return { type: 'error-text', value }
  return { type: 'text', value: `The call failed.\n${value}` }
}

/** Anthropic takes none in failed results; Gemini takes them since its third generation. */
function takesImages({ dialect, model }: PromptTarget): boolean {
  if (dialect === 'google') return isGemini3(model.name)
  return dialect === 'anthropic' || dialect === 'responses'
}

/** Whether a model of Google's is of the third generation or later, which checks thought signatures. */
export function isGemini3(name: string): boolean {
  return /(^|[/.])gemini-(?![12](?:[.-]|$))/i.test(name)
}
