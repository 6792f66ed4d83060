/** Small values shared by many channels. */
import { z } from 'zod'
import { limits } from './limits.ts'
import { openEnum } from './schema.ts'

/** A URI as plain text; the schemes Roadstead builds and reads are in uri.ts. */
export const Uri = z.string()
export type Uri = z.infer<typeof Uri>

/** A URI in the parameters of a command, where length is limited. */
export const BoundedUri = z.string().min(1).max(limits.uriLength)

/** A free-form JSON object. */
export const FreeObject = z.record(z.string(), z.unknown())
export type FreeObject = z.infer<typeof FreeObject>

/** Bare text is plain and must not be rendered as Markdown; `{markdown}` asks for Markdown. */
export const StringOrMarkdown = z.union([
  z.string(),
  z.object({
    markdown: z.string(),
  }),
])
export type StringOrMarkdown = z.infer<typeof StringOrMarkdown>

/** The text of a message, whichever way it is written. */
export function plainTextOf(text: StringOrMarkdown): string {
  return typeof text === 'string' ? text : text.markdown
}

/** The only place where `null` is a value of its own. */
export const JsonPrimitive = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type JsonPrimitive = z.infer<typeof JsonPrimitive>

export const Icon = z.object({
  src: Uri,
  contentType: z.optional(z.string()),
  sizes: z.optional(z.array(z.string())),
  theme: z.optional(openEnum(['light', 'dark'])),
})
export type Icon = z.infer<typeof Icon>

/** Zero-based; `character` counts UTF-16 units. */
export const TextPosition = z.object({
  line: z.number(),
  character: z.number(),
})
export type TextPosition = z.infer<typeof TextPosition>

export const TextRange = z.object({
  start: TextPosition,
  end: TextPosition,
})
export type TextRange = z.infer<typeof TextRange>

export const TextSelection = z.object({
  range: TextRange,
})
export type TextSelection = z.infer<typeof TextSelection>

/** Content by reference, read with `resourceRead`; `sizeHint` in bytes. */
export const ContentRef = z.object({
  uri: Uri,
  sizeHint: z.optional(z.number()),
  contentType: z.optional(z.string()),
  nonce: z.optional(z.string()),
})
export type ContentRef = z.infer<typeof ContentRef>

/** A failure as shown to people; `errorType` is for programs. */
export const ErrorInfo = z.object({
  errorType: z.string(),
  message: z.string(),
  stack: z.optional(z.string()),
  _meta: z.optional(FreeObject),
})
export type ErrorInfo = z.infer<typeof ErrorInfo>

/** Tokens of one turn. */
export const UsageInfo = z.object({
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
  model: z.optional(z.string()),
  cacheReadTokens: z.optional(z.number()),
  _meta: z.optional(FreeObject),
})
export type UsageInfo = z.infer<typeof UsageInfo>

/** Totals over changed files; `additions` and `deletions` in lines. */
export const ChangesSummary = z.object({
  additions: z.optional(z.number()),
  deletions: z.optional(z.number()),
  files: z.optional(z.number()),
})
export type ChangesSummary = z.infer<typeof ChangesSummary>
