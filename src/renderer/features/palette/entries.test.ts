import { expect, test } from 'vitest'
import { shownEntries, withRecent, type PaletteEntry } from './entries.ts'

const entry = (section: PaletteEntry['section'], label: string, hint?: string): PaletteEntry => ({
  id: `${section} ${label}`,
  section,
  label,
  ...(hint === undefined ? {} : { hint }),
  run: () => {},
})
const all = [
  entry('sessions', 'Fix the parser', 'app'),
  entry('sessions', 'Upgrade lockfile', 'site'),
  entry('commands', 'Settings'),
  entry('commands', 'Terminal'),
  entry('settings', 'Theme', 'Appearance'),
]
const shown = (text: string, recent: string[] = [], entries = all) =>
  shownEntries(entries, text, recent).map(({ entry: { label }, section }) => `${section}: ${label}`)

test('without a text: what was chosen lately, then sessions and commands', () => {
  expect(shown('', ['commands Terminal', 'gone'])).toEqual([
    'recent: Terminal',
    'sessions: Fix the parser',
    'sessions: Upgrade lockfile',
    'commands: Settings',
  ])
})

test('a few letters in order find it, and the part with the best match is first', () => {
  expect(shown('the')).toEqual(['settings: Theme', 'sessions: Fix the parser'])
  expect(shown('uplo')).toEqual(['sessions: Upgrade lockfile'])
})

test('the place of a session and the part of a setting are searched too', () => {
  expect(shown('appearance')).toEqual(['settings: Theme'])
})

test('among equals what was chosen lately is first', () => {
  const twins = [entry('commands', 'Show one'), entry('commands', 'Show two')]
  expect(shown('show', ['commands Show two'], twins)).toEqual(['commands: Show two', 'commands: Show one'])
})

test('files stand last, as the host found them', () => {
  const files = [...all, entry('files', 'zzz.ts')]
  expect(shown('the', [], files).at(-1)).toBe('files: zzz.ts')
})

test('what is chosen again moves to the front', () => {
  expect(withRecent(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b'])
})
