/** A stretch of text, or one character that cannot be seen, by its code. */
export type VisiblePart =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'hidden'; readonly code: string }

/**
 * Controls (but line feed and tab), format characters, separators that look like spaces, blanks that are letters by name,
 * variation selectors, private use, half surrogates. A plain space is what it looks like.
 */
const hidden =
  /(?![\n\t ])[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\u115F\u1160\u3164\uFFA0\u2800\u034F\u17B4\u17B5]|\p{Variation_Selector}/gu

/** Cuts a text so that each character that cannot be seen can be shown by its code, such as `U+202E`. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = []
  let from = 0
  for (const match of text.matchAll(hidden)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) })
    parts.push({ kind: 'hidden', code: codeOf(match[0]) })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}

/** A text for one line: what cannot be seen stands in brackets, `[U+200B]`. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.code}]`))
    .join('')
}

/** Whether anything in the text cannot be seen. */
export function hasHidden(text: string): boolean {
  return text.search(hidden) !== -1
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
