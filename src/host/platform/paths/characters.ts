/** Character classes of the attack corpus: what may hide in a path or a command (rules P1 and C1). */

const invisible =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/u

/** Whether the text has invisible or direction-changing characters. */
export function hasInvisibleCharacters(text: string): boolean {
  return invisible.test(text)
}

/** Whether the text has C0 or C1 control characters or DEL. TAB and LF count too: neither belongs in a file name. */
export function hasControlCharacters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u001F\u007F-\u009F]/.test(text)
}

/** Whether every surrogate has its partner, so that the text has a UTF-8 form. */
export function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDFFF]/u.test(text)
}

/** The text with control, invisible and direction characters and lone surrogates spelled out as `\\u{…}`. */
export function showHidden(text: string): string {
  const shown = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  return Array.from(text, (character) =>
    hasControlCharacters(character) || hasInvisibleCharacters(character) || !isWellFormed(character)
      ? shown(character)
      : character,
  ).join('')
}
