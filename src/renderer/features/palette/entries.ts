import type { ReactNode } from 'react'
import { rankMatches } from './rank-matches.ts'

/** The parts of the list, in the order they stand in while nothing is typed. */
export const sections = ['recent', 'sessions', 'commands', 'settings', 'files'] as const
export type Section = (typeof sections)[number]

/** Something that can be chosen: `id` is stable, so that it can be found among what was chosen before. */
export interface PaletteEntry {
  readonly id: string
  readonly section: Exclude<Section, 'recent'>
  readonly label: string
  /** Beside the label, and searched too. */
  readonly hint?: string
  readonly icon?: ReactNode
  readonly keys?: string
  run(): void
}

/** An entry where it stands. */
export interface ShownEntry {
  readonly entry: PaletteEntry
  readonly section: Section
}

/** How many of a part are shown while nothing is typed, and at all. */
const few = { recent: 5, sessions: 9, commands: 100, settings: 0, files: 0 } as const
const most = 60

/**
 * What the palette shows. Without a text: what was chosen lately, sessions, commands. With one: what matches, the best
 * part first; among equals what was chosen lately is before the rest. Files were matched by the host.
 */
export function shownEntries(
  entries: readonly PaletteEntry[],
  text: string,
  recent: readonly string[],
): readonly ShownEntry[] {
  if (text.trim() === '') {
    const lately = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, few.recent)
    const rest = entries.filter((entry) => !lately.includes(entry))
    return [
      ...lately.map((entry) => ({ entry, section: 'recent' as const })),
      ...sections.flatMap((section) =>
        section === 'recent'
          ? []
          : rest
              .filter((entry) => entry.section === section)
              .slice(0, few[section])
              .map((entry) => ({ entry, section })),
      ),
    ]
  }
  const rank = new Map(recent.map((id, index) => [id, index]))
  const rankOf = ({ id }: PaletteEntry) => rank.get(id) ?? recent.length
  const sorted = entries.filter(({ section }) => section !== 'files').toSorted((a, b) => rankOf(a) - rankOf(b))
  const found = rankMatches(sorted, text, ({ label, hint }) => (hint === undefined ? label : `${label} ${hint}`))
  const order = [...new Set(found.map(({ section }) => section))]
  const files = entries.filter(({ section }) => section === 'files')
  return [...order.flatMap((section) => found.filter((entry) => entry.section === section)), ...files]
    .slice(0, most)
    .map((entry) => ({ entry, section: entry.section }))
}

/** What was chosen lately, with one more in front. */
export function withRecent(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, 30)
}
