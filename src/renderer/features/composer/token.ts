/** What is being written at the caret that something can be offered for. `start` is where it begins in the text. */
export type Token =
  | { readonly kind: 'command'; readonly query: string }
  | { readonly kind: 'mention'; readonly start: number; readonly query: string }

/** Signs a mention may stand right behind. */
const opening = /[\s([{"'“‘《（「：:,，、。;；]/u

/**
 * A slash command is the first word of a message; a mention begins with one of the trigger characters at the beginning of a word
 * and goes on to the caret without a space.
 */
export function tokenAt(text: string, caret: number, triggers: readonly string[]): Token | undefined {
  const before = text.slice(0, caret)
  const command = /^\/(\S*)$/u.exec(before)
  if (command !== null && !/^\S/u.test(text.slice(caret))) return { kind: 'command', query: command[1] ?? '' }
  for (const trigger of triggers) {
    if (trigger === '/') continue
    const start = before.lastIndexOf(trigger)
    if (start === -1) continue
    const query = before.slice(start + trigger.length)
    if (/\s/u.test(query)) continue
    if (start > 0 && !opening.test(before[start - 1] ?? '')) continue
    return { kind: 'mention', start, query }
  }
  return undefined
}
