import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { readPreference, writePreference } from '../../platform/preferences.ts'
import { keepDraft, useDraft } from './use-draft.ts'
import { nothingWritten, putBack, type Written } from './written.ts'

beforeEach(() => writePreference('drafts', {}))

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
