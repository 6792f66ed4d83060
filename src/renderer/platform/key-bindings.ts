import { useMemo } from 'react'
import { chordOf, chordText, normalChord, typesNothing, type Chord, type KeyPress } from './chord.ts'
import { commands, type CommandId } from './commands.ts'
import { usePreferenceValue } from './preferences.ts'

/** Where the page runs: a browser's tab keeps some keys for itself. */
export interface KeyboardFacts {
  readonly apple: boolean
  readonly inTab: boolean
}

/** A person's own chords by command; a command that is not in it has the keys it came with. */
export type ChangedKeys = Readonly<Record<string, readonly string[]>>

/** The chords of every command, as they are in force. The first of each is the one that is shown. */
export type Bindings = ReadonlyMap<CommandId, readonly Chord[]>

/** Puts a person's choices over what the commands came with. In a window of its own ⌘N stands before ⌥N. */
export function resolveBindings(changed: ChangedKeys, { apple, inTab }: KeyboardFacts): Bindings {
  return new Map(
    commands.map(({ id, keys }) => {
      const own = changed[id]
      const chosen = own ?? (inTab ? keys : [...keys].reverse())
      return [id, chosen.flatMap((text) => normalChord(text, apple) ?? [])]
    }),
  )
}

/** What a key press asks for. Nothing does while a text is being written that would type something. */
export function commandOf(
  press: KeyPress,
  bindings: Bindings,
  keyboard: Pick<KeyboardFacts, 'apple'>,
  isWriting: boolean,
): CommandId | undefined {
  const chord = chordOf(press, keyboard.apple)
  if (chord === undefined) return undefined
  return commands.find(
    ({ id, inFields }) => bindings.get(id)?.includes(chord) && (!isWriting || (inFields && typesNothing(chord))),
  )?.id
}

/** Which other command has the chord. */
export function ownerOf(chord: Chord, bindings: Bindings, except?: CommandId): CommandId | undefined {
  return commands.find(({ id }) => id !== except && bindings.get(id)?.includes(chord))?.id
}

/** Chords that a browser's tab never hands to its page, or closes the page with. */
export function isKeptByBrowser(chord: Chord, { apple, inTab }: KeyboardFacts): boolean {
  if (!inTab) return false
  if (/^mod\+(N|T|W|Q|shift\+[NTWAR]|[1-9])$/.test(chord)) return true
  return apple ? /^mod\+(H|M)$/.test(chord) : /^(F1|F11|alt\+F4)$/.test(chord)
}

/** Gives a command its chords. A chord that another had is taken from that one. */
export function withKeys(
  changed: ChangedKeys,
  id: CommandId,
  keys: readonly Chord[],
  keyboard: KeyboardFacts,
): Record<string, string[]> {
  const bindings = resolveBindings(changed, keyboard)
  const next: Record<string, string[]> = Object.fromEntries(
    Object.entries(changed).map(([name, chords]) => [name, [...chords]]),
  )
  for (const [other, chords] of bindings) {
    if (other !== id && chords.some((chord) => keys.includes(chord)))
      next[other] = chords.filter((chord) => !keys.includes(chord))
  }
  next[id] = [...keys]
  return next
}

/** Gives a command back the keys it came with; whoever had taken one of them loses it. */
export function withoutChange(changed: ChangedKeys, id: CommandId, keyboard: KeyboardFacts): Record<string, string[]> {
  const { [id]: _gone, ...rest } = changed
  const own = resolveBindings(rest, keyboard).get(id) ?? []
  const { [id]: _own, ...next } = withKeys(rest, id, own, keyboard)
  return next
}

/** The keys in force and how they are written. */
export interface Keys {
  readonly bindings: Bindings
  readonly keyboard: KeyboardFacts
  /** The first key of a command, written out; undefined when it has none. */
  textOf(id: CommandId): string | undefined
}

/** The keys in force; rerenders when a person changes one. */
export function useKeyBindings(platform: { readonly kind: string; readonly keyboard: string }): Keys {
  const changed = usePreferenceValue('keyBindings')
  const apple = platform.keyboard === 'apple'
  const inTab = platform.kind === 'web'
  return useMemo(() => {
    const keyboard = { apple, inTab }
    const bindings = resolveBindings(changed, keyboard)
    return {
      bindings,
      keyboard,
      textOf(id) {
        const chord = bindings.get(id)?.[0]
        return chord === undefined ? undefined : chordText(chord, apple)
      },
    }
  }, [changed, apple, inTab])
}
