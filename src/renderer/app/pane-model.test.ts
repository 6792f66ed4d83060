import { expect, test } from 'vitest'
import {
  closePane,
  focusedSession,
  keepSessions,
  noPanes,
  openBeside,
  replaceSession,
  resizePane,
  showSession,
  soundPanes,
  type Panes,
} from './pane-model.ts'

const panes = (sessions: string, focused = 0): Panes => ({
  items: [...sessions].map((session) => ({ session, share: 1 })),
  focused,
})
const names = ({ items, focused }: Panes) => `${items.map(({ session }) => session).join('')} ${focused}`

test('the first session makes the first pane, the next takes its place', () => {
  const one = showSession(noPanes, 'a')
  expect([names(one), names(showSession(one, 'b'))]).toEqual(['a 0', 'b 0'])
})

test('a session that is open gets the focus and is not shown twice', () => {
  expect(names(showSession(panes('abc', 0), 'c'))).toBe('abc 2')
  const same = panes('ab', 1)
  expect(showSession(same, 'b')).toBe(same)
})

test('beside is behind the focused pane, or where it is dropped', () => {
  expect(names(openBeside(panes('ab', 0), 'x'))).toBe('axb 1')
  expect(names(openBeside(panes('ab', 0), 'x', 0))).toBe('xab 0')
  expect(names(openBeside(panes('abc', 0), 'c', 0))).toBe('cab 0')
  expect(names(openBeside(panes('abc', 0), 'a', 2))).toBe('bac 1')
})

test('guard: there are never more than four panes', () => {
  expect(names(openBeside(panes('abcd', 1), 'x'))).toBe('abxd 2')
  expect(names(openBeside(panes('abcd', 3), 'x'))).toBe('abcx 3')
  expect(names(soundPanes(panes('abcdef', 5)))).toBe('abcd 3')
})

test('panes kept twice or with a focus outside are put right', () => {
  expect(names(soundPanes(panes('aab', 9)))).toBe('ab 1')
  expect(names(soundPanes(panes('', 3)))).toBe(' 0')
})

test('a session dropped onto a pane changes places with the one that is there', () => {
  expect(names(replaceSession(panes('abc', 0), 2, 'a'))).toBe('cba 2')
  expect(names(replaceSession(panes('abc', 0), 1, 'x'))).toBe('axc 1')
})

test('closing keeps the focus, or gives it to the neighbour', () => {
  expect(names(closePane(panes('abc', 2), 0))).toBe('bc 1')
  expect(names(closePane(panes('abc', 2), 2))).toBe('ab 1')
  expect(names(closePane(panes('abc', 0), 0))).toBe('bc 0')
  expect(focusedSession(closePane(panes('a'), 0))).toBe(undefined)
})

test('sessions that are gone leave their panes', () => {
  expect(names(keepSessions(panes('abc', 2), (session) => session !== 'b'))).toBe('ac 1')
  const same = panes('ab')
  expect(keepSessions(same, () => true)).toBe(same)
})

test('a line moves between two panes and no further', () => {
  const shares = (of: Panes) => of.items.map(({ share }) => Number(share.toFixed(2)))
  expect(shares(resizePane(panes('abc'), 0, 1.4))).toEqual([1.4, 0.6, 1])
  expect(shares(resizePane(panes('abc'), 0, 9))).toEqual([1.7, 0.3, 1])
  expect(shares(resizePane(panes('abc'), 2, 9))).toEqual([1, 1, 1])
})
