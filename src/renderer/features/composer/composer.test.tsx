import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { writePreference } from '../../platform/preferences.ts'
import { Composer, type SendOutcome } from './composer.tsx'
import { composerIntent } from './composer-keys.ts'

beforeEach(() => writePreference('drafts', {}))

function show(
  options: { isWorking?: boolean; isOnline?: boolean; answer?: Promise<SendOutcome>; session?: string } = {},
) {
  const sent: string[] = []
  const view = render(
    <Composer
      session={options.session ?? 'ahp-session:/a'}
      isWorking={options.isWorking ?? false}
      isOnline={options.isOnline ?? true}
      onSend={(text) => {
        sent.push(text)
        return options.answer ?? Promise.resolve({ kind: 'sent' })
      }}
      enterKey="⏎"
      newlineKey="⇧⏎"
    />,
  )
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  return { sent, box, view }
}
const write = (box: HTMLTextAreaElement, value: string) => fireEvent.change(box, { target: { value } })

test('Enter sends and empties the box; with Shift it does not send', async () => {
  const { sent, box } = show()
  write(box, 'hello')
  fireEvent.keyDown(box, { key: 'Enter', shiftKey: true })
  expect(sent).toEqual([])
  await act(async () => void fireEvent.keyDown(box, { key: 'Enter' }))
  expect({ sent, left: box.value }).toEqual({ sent: ['hello'], left: '' })
})

test('Enter that belongs to an input method sends nothing', () => {
  const plain = { key: 'Enter', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, keyCode: 13 }
  expect(composerIntent({ ...plain, isComposing: true })).toBe('none')
  expect(composerIntent({ ...plain, isComposing: false, keyCode: 229 })).toBe('none')
  expect(composerIntent({ ...plain, isComposing: false })).toBe('send')
  const { sent, box } = show()
  write(box, 'ni hao')
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
  expect({ sent, left: box.value }).toEqual({ sent: [], left: 'ni hao' })
})

test('a message that was not sent is put back, with the reason', async () => {
  const { box } = show({ answer: Promise.resolve({ kind: 'failed', reason: 'the folder is not trusted' }) })
  write(box, 'fix it')
  await act(async () => void fireEvent.keyDown(box, { key: 'Enter' }))
  expect(box.value).toBe('fix it')
  expect(screen.getByRole('alert').textContent).toContain('the folder is not trusted')
})

test('what was written meanwhile stays behind what is put back', async () => {
  let fail = (_: SendOutcome): void => {}
  const { box } = show({ answer: new Promise((resolve) => (fail = resolve)) })
  write(box, 'first')
  fireEvent.keyDown(box, { key: 'Enter' })
  write(box, 'second')
  await act(async () => fail({ kind: 'failed', reason: 'lost' }))
  expect(box.value).toBe('first\nsecond')
})

test('while the agent works the button queues', () => {
  show({ isWorking: true })
  expect(screen.queryByRole('button', { name: 'Queue' })).not.toBe(null)
  expect(screen.queryByRole('button', { name: 'Send' })).toBe(null)
})

test('nothing is sent while the host is out of reach, and the text stays', async () => {
  const { sent, box } = show({ isOnline: false })
  write(box, 'later')
  await act(async () => void fireEvent.keyDown(box, { key: 'Enter' }))
  expect({ sent, left: box.value }).toEqual({ sent: [], left: 'later' })
})

test('a draft is kept for its session', () => {
  const { box, view } = show({ session: 'ahp-session:/a' })
  write(box, 'half a thought')
  view.unmount()
  expect(show({ session: 'ahp-session:/b' }).box.value).toBe('')
  screen.getByRole('textbox').remove()
  expect(show({ session: 'ahp-session:/a' }).box.value).toBe('half a thought')
})
