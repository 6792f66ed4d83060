const letters: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** Decodes the escape a text begins with, as `$'…'` does; `length` is what it takes of the text. */
export function decodeEscape(text: string): { readonly text: string; readonly length: number } {
  const coded = /^\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c([\s\S]))/.exec(text)
  if (coded) {
    const [whole, byte, short, long, octal, control] = coded
    const hex = byte ?? short ?? long
    const code =
      hex !== undefined
        ? Number.parseInt(hex, 16)
        : octal !== undefined
          ? Number.parseInt(octal, 8) & 0xff
          : (control?.charCodeAt(0) ?? 0) & 0x1f
    return { text: code <= 0x10ffff ? String.fromCodePoint(code) : '', length: whole.length }
  }
  const letter = text[1] ?? ''
  return { text: letters[letter] ?? (`"'?\\`.includes(letter) ? letter : `\\${letter}`), length: 2 }
}
