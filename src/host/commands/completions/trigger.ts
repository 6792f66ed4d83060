/** What begins a word that can be completed: `@` names something to attach, `/` a prompt. */
export const triggerCharacters = ['@', '/'] as const

/** A word being written. Offsets in UTF-16 units; `start` is that of its first character, the trigger. */
export interface TriggeredWord {
  readonly trigger: (typeof triggerCharacters)[number]
  readonly start: number
  readonly query: string
}

/** The longest word that is looked at. */
const longest = 300

/** The word before `offset`, if it can be completed: `@` anywhere a word may begin, `/` at the beginning of the text only. */
export function wordAt(text: string, offset: number): TriggeredWord | undefined {
  const before = text.slice(Math.max(0, offset - longest), offset)
  const word = /(?:^|[\s([{"'`,;:。，、；：（【「])@([^\s@]*)$/u.exec(before)
  if (word !== null) {
    const query = word[1] ?? ''
    return { trigger: '@', start: offset - query.length - 1, query }
  }
  const slash = /^\s*\/([^\s/]*)$/u.exec(text.slice(0, offset))
  if (slash === null || offset > longest) return undefined
  const query = slash[1] ?? ''
  return { trigger: '/', start: offset - query.length - 1, query }
}
