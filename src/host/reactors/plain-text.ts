import type { StringOrMarkdown } from '../../protocol/values.ts'

/** The text of a message, whichever way it is written (SPEC section 1). */
export function plainTextOf(text: StringOrMarkdown): string {
  return typeof text === 'string' ? text : text.markdown
}
