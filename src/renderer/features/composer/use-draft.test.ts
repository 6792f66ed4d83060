import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/per-session.ts'
import { onPreferences, readPreference, writePreference } from '../../platform/preferences.ts'
import { flushDrafts, keepAfterMs, maxCharacters } from './draft-store.ts'
import { keepDraft, useDraft } from './use-draft.ts'
import { nothingWritten, putBack, type Written } from './written.ts'

beforeEach(() => writePreference('drafts', {}))
afterEach(() => {
  flushDrafts()
  vi.useRealTimers()
})

const session = 'ahp-session:/late'
const sent: Written = { text: 'sent', mentions: [], files: [] }
const back = (now: Written) => putBack(sent, now)

function open(of = session) {
  return renderHook(() =>
    useDraft({
      session: of,
      remote: { known: false, draft: undefined },
      canOffer: false,
      isBusy: () => false,
      offer: async () => false,
    }),
  )
}

test('what comes back after its box has gone is kept, before what was written since', () => {
  const first = open()
  const [, write] = first.result.current
  act(() => write(() => nothingWritten))
  first.unmount()
  const second = open()
  act(() => second.result.current[1](() => ({ ...nothingWritten, text: 'newer' })))
  second.unmount()
  act(() => write(back))
  expect(readPreference('drafts')[session]?.text).toBe('sent\nnewer')
})

test('what comes back while another box shows the session goes there', () => {
  const first = open()
  const [, write] = first.result.current
  first.unmount()
  const second = open()
  act(() => second.result.current[1](() => ({ ...nothingWritten, text: 'newer' })))
  act(() => write(back))
  flushDrafts()
  expect({ shown: second.result.current[0].text, kept: readPreference('drafts')[session]?.text }).toEqual({
    shown: 'sent\nnewer',
    kept: 'sent\nnewer',
  })
})

test('what is put into a session before its box is on the page is there with all that goes with it', () => {
  const file = { id: 'f', attachment: { type: 'simple' as const, label: 'notes' } }
  keepDraft('ahp-session:/new', { text: 'a task', mentions: [], files: [file] })
  const { result } = open('ahp-session:/new')
  expect(result.current[0]).toEqual({ text: 'a task', mentions: [], files: [file] })
})

test('the storage is written once writing rests, not with each key, and when the page goes', () => {
  vi.useFakeTimers()
  let writes = 0
  const stop = onPreferences(() => (writes += 1))
  const { result, unmount } = open()
  for (const text of ['a', 'ab', 'abc']) act(() => result.current[1](() => ({ ...nothingWritten, text })))
  expect([result.current[0].text, writes]).toEqual(['abc', 0])
  vi.advanceTimersByTime(keepAfterMs)
  expect([readPreference('drafts')[session]?.text, writes]).toEqual(['abc', 1])
  act(() => result.current[1](() => ({ ...nothingWritten, text: 'abcd' })))
  window.dispatchEvent(new Event('pagehide'))
  expect([readPreference('drafts')[session]?.text, writes]).toEqual(['abcd', 2])
  unmount()
  stop()
})

test('what another window has put there meanwhile stays beside what is written here', () => {
  const { result } = open()
  act(() => result.current[1](() => ({ ...nothingWritten, text: 'here' })))
  writePreference('drafts', { other: { text: 'there' } })
  flushDrafts()
  expect(readPreference('drafts')).toEqual({ other: { text: 'there' }, [session]: { text: 'here' } })
})

test('drafts have a bound together: the oldest go', () => {
  const half = 'x'.repeat(maxCharacters / 2 - 100)
  for (const name of ['first', 'second', 'third']) keepDraft(name, { ...nothingWritten, text: half })
  expect(Object.keys(readPreference('drafts'))).toEqual(['second', 'third'])
})

test('the draft and the pictures of a deleted session are gone with it', () => {
  const file = { id: 'f', attachment: { type: 'simple' as const, label: 'picture' } }
  for (const key of ['ahp-session:/d', 'ahp-session:/d ahp-chat:/fork', 'ahp-session:/e'])
    keepDraft(key, { text: key, mentions: [], files: [file] })
  forgetSession('ahp-session:/d')
  flushDrafts()
  expect(Object.keys(readPreference('drafts'))).toEqual(['ahp-session:/e'])
  expect(open('ahp-session:/d').result.current[0]).toEqual(nothingWritten)
})
