/** A path as it is being typed: the folder that is complete, and the beginning of a name in it. */
export interface TypedPath {
  readonly parent: string
  readonly start: string
}

/** Takes `~/pro` apart into `~/` and `pro`. */
export function splitTyped(text: string): TypedPath {
  const slash = text.lastIndexOf('/')
  return slash === -1 ? { parent: '', start: text } : { parent: text.slice(0, slash + 1), start: text.slice(slash + 1) }
}

/** At most this many are shown. */
const maxSuggestions = 12

/** The folders a typed path can be completed to. Hidden ones only when a dot was typed. */
export function suggestFolders(
  { parent, start }: TypedPath,
  entries: readonly { readonly name: string; readonly type: string }[],
): string[] {
  const lower = start.toLowerCase()
  return entries
    .filter(({ name, type }) => type === 'directory' && name.toLowerCase().startsWith(lower))
    .filter(({ name }) => !name.startsWith('.') || start.startsWith('.'))
    .filter(({ name }) => name !== start)
    .slice(0, maxSuggestions)
    .map(({ name }) => `${parent}${name}`)
}
