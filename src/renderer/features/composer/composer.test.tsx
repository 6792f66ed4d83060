import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Message } from '../../../protocol/channels/chat/message.ts'
import { readPreference, writePreference } from '../../platform/preferences.ts'
import { createFakeHost } from '../../testing/fake-host.tsx'
import { flushDrafts } from './draft-store.ts'
import { Composer, type ComposerProps, type SendOutcome } from './composer.tsx'
import type { SlashCommand } from './suggestions.ts'
import { toMessage } from './written.ts'

beforeEach(() => {
  flushDrafts()
  writePreference('drafts', {})
})

const chat = 'ahp-chat:/c'
const said = (text: string): Message => ({ text, origin: { kind: 'user' } })

function show(options: Partial<ComposerProps> & { answer?: Promise<SendOutcome> } = {}) {
  const sent: { message: Message; how: string }[] = []
  const drafts: (Message | undefined)[] = []
  const host = createFakeHost()
  const { answer, ...props } = options
  const draw = (more: Partial<ComposerProps> = {}) =>
    host.around(
      <Composer
        session="ahp-session:/a"
        title="Hours"
        chat={chat}
        remote={{ known: true, draft: undefined }}
        history={[]}
        isWorking={false}
        isOnline
        triggers={['@']}
        commands={[]}
        apple={false}
        onEditLast={() => false}
        offerDraft={async (draft) => {
          drafts.push(draft)
          return true
        }}
        onSend={(written, how) => {
          sent.push({ message: toMessage(written), how })
          return answer ?? Promise.resolve({ kind: 'sent' })
        }}
        {...props}
        {...more}
      />,
    )
  const view = render(draw())
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  return { sent, drafts, host, box, view, again: (more: Partial<ComposerProps>) => view.rerender(draw(more)) }
}

/** As a person does: the focus is there, and the caret stands behind what was written. */
function write(box: HTMLTextAreaElement, value: string, caret = value.length) {
  act(() => box.focus())
  const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
  act(() => {
    setter?.call(box, value)
    box.setSelectionRange(caret, caret)
    box.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const press = (box: HTMLElement, key: string, more: object = {}) =>
  act(async () => void fireEvent.keyDown(box, { key, ...more }))

test('Enter sends and empties the box; with Shift it does not send', async () => {
  const { sent, box } = show()
  write(box, 'hello')
  await press(box, 'Enter', { shiftKey: true })
  expect(sent).toEqual([])
  await press(box, 'Enter')
  expect({ sent, left: box.value }).toEqual({ sent: [{ message: said('hello'), how: 'send' }], left: '' })
})

test('while the agent works Enter queues, and Ctrl and Enter steer', async () => {
  const { sent, box } = show({ isWorking: true })
  write(box, 'later')
  await press(box, 'Enter')
  write(box, 'now')
  await press(box, 'Enter', { ctrlKey: true })
  expect(sent.map(({ message, how }) => [message.text, how])).toEqual([
    ['later', 'send'],
    ['now', 'steer'],
  ])
  expect(screen.queryByRole('button', { name: 'Queue' })).not.toBe(null)
  expect(screen.queryByRole('button', { name: 'Steer now (Ctrl+⏎)' })).not.toBe(null)
})

test('Enter that belongs to an input method sends nothing, in the order of Safari too', async () => {
  const { sent, box } = show()
  write(box, 'ni hao')
  await press(box, 'Enter', { keyCode: 229 })
  await press(box, 'Enter', { isComposing: true })
  fireEvent.compositionEnd(box)
  await press(box, 'Enter')
  expect({ sent, left: box.value }).toEqual({ sent: [], left: 'ni hao' })
})

test('a message that was not sent is put back, with the reason', async () => {
  const { box } = show({ answer: Promise.resolve({ kind: 'failed', reason: 'the folder is not trusted' }) })
  write(box, 'fix it')
  await press(box, 'Enter')
  expect(box.value).toBe('fix it')
  expect(screen.getByRole('alert').textContent).toContain('the folder is not trusted')
})

test('what was written meanwhile stays behind what is put back', async () => {
  let fail = (_: SendOutcome): void => {}
  const { box } = show({ answer: new Promise((resolve) => (fail = resolve)) })
  write(box, 'first')
  await press(box, 'Enter')
  write(box, 'second')
  await act(async () => fail({ kind: 'failed', reason: 'lost' }))
  expect(box.value).toBe('first\nsecond')
})

test('nothing is sent while the host is out of reach, and the text stays', async () => {
  const { sent, box } = show({ isOnline: false })
  write(box, 'later')
  await press(box, 'Enter')
  expect({ sent, left: box.value }).toEqual({ sent: [], left: 'later' })
})

test('a draft is kept for its session', () => {
  const first = show({ session: 'ahp-session:/a' })
  write(first.box, 'half a thought')
  first.view.unmount()
  const other = show({ session: 'ahp-session:/b' })
  expect(other.box.value).toBe('')
  other.view.unmount()
  expect(show({ session: 'ahp-session:/a' }).box.value).toBe('half a thought')
})

test('the host is told of a draft when writing rests, and that it is gone when it is sent', async () => {
  const { box, drafts } = show()
  write(box, 'half')
  write(box, 'half a thought')
  await waitFor(() => expect(drafts).toEqual([said('half a thought')]), { timeout: 5_000 })
  await press(box, 'Enter')
  await waitFor(() => expect(drafts).toEqual([said('half a thought'), undefined]))
})

test('a draft of another window is taken over where nothing was written here, and never over what was', async () => {
  const { box, again } = show()
  again({ remote: { known: true, draft: said('from the phone') } })
  await waitFor(() => expect(box.value).toBe('from the phone'))
  write(box, 'from here')
  act(() => box.blur())
  again({ remote: { known: true, draft: said('from the phone, more') } })
  expect(box.value).toBe('from here')
  flushDrafts()
  expect(readPreference('drafts')['ahp-session:/a']?.text).toBe('from here')
})

test('a draft that was sent elsewhere leaves the box', async () => {
  const { box, again } = show({ remote: { known: true, draft: said('said') } })
  await waitFor(() => expect(box.value).toBe('said'))
  again({ remote: { known: true, draft: undefined } })
  await waitFor(() => expect(box.value).toBe(''))
})

test('arrow up goes back through what was said here, arrow down forth to the empty box', async () => {
  const { box } = show({ history: [said('one'), said('two')] })
  act(() => box.focus())
  await press(box, 'ArrowUp')
  expect(box.value).toBe('two')
  await press(box, 'ArrowUp')
  await press(box, 'ArrowUp')
  expect(box.value).toBe('one')
  await press(box, 'ArrowDown')
  expect(box.value).toBe('two')
  await press(box, 'ArrowDown')
  expect(box.value).toBe('')
})

test('arrow up in an empty box edits the last waiting message first, and does nothing in a text', async () => {
  let edited = 0
  const { box } = show({ history: [said('one')], onEditLast: () => (edited += 1) > 0 })
  act(() => box.focus())
  await press(box, 'ArrowUp')
  expect({ edited, text: box.value }).toEqual({ edited: 1, text: '' })
  write(box, 'mine')
  await press(box, 'ArrowUp')
  expect({ edited, text: box.value }).toEqual({ edited: 1, text: 'mine' })
})

test('a mention is chosen with the keyboard and goes along with its place and everything it came with', async () => {
  const attachment = {
    type: 'resource' as const,
    label: 'date.ts',
    uri: 'file:///app/src/date.ts',
    displayKind: 'file',
    _meta: { id: 7 },
  }
  const { box, host, sent } = show()
  host.answer('completions', () => ({
    items: [
      { insertText: '@src/data.ts', rangeStart: 6, rangeEnd: 9, attachment: { ...attachment, label: 'data.ts' } },
      { insertText: '@src/date.ts', rangeStart: 6, rangeEnd: 9, attachment },
    ],
  }))
  write(box, '😀\nsee @da')
  write(box, 'fix 😀 @da'.slice(0, 3) + '\n  @da')
  await waitFor(() => expect(screen.queryAllByRole('option')).toHaveLength(2))
  await press(box, 'ArrowDown')
  await press(box, 'Enter')
  expect(box.value).toBe('fix\n  @src/date.ts ')
  await press(box, 'Enter')
  expect(sent[0]?.message.attachments).toEqual([
    { ...attachment, range: { start: { line: 1, character: 2 }, end: { line: 1, character: 14 } } },
  ])
})

test('a mention is taken back as a whole, and is one no longer once its words are changed', async () => {
  const attachment = { type: 'resource' as const, label: 'a.ts', uri: 'file:///a.ts' }
  writePreference('drafts', {
    'ahp-session:/a': { text: 'see @a.ts now', mentions: [{ start: 4, end: 9, attachment }] },
  })
  const { box, sent } = show()
  act(() => {
    box.focus()
    box.setSelectionRange(9, 9)
  })
  await press(box, 'Backspace')
  expect(box.value).toBe('see  now')
  await press(box, 'Enter')
  expect(sent[0]?.message).toEqual(said('see  now'))
})

test('a host without an answer offers nothing, and Enter sends', async () => {
  const { box, host, sent } = show()
  write(box, '@src')
  await waitFor(() => expect(host.asked).toHaveLength(1))
  await press(box, 'Enter')
  expect(sent[0]?.message).toEqual(said('@src'))
})

test('a slash offers commands, filtered as it is typed; Enter does what is chosen and sends nothing', async () => {
  const done: string[] = []
  const commands: SlashCommand[] = ['new', 'model', 'rename'].map((name) => ({
    name,
    label: `Do ${name}`,
    run: () => done.push(name),
  }))
  const { box, sent } = show({ commands })
  write(box, '/')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    '/newDo new',
    '/modelDo model',
    '/renameDo rename',
  ])
  write(box, '/m')
  await press(box, 'Enter')
  expect({ done, sent, left: box.value }).toEqual({ done: ['model'], sent: [], left: '' })
  write(box, '/')
  await press(box, 'Escape')
  expect(screen.queryByRole('listbox')).toBe(null)
  await press(box, 'Enter')
  expect(sent.map(({ message }) => message.text)).toEqual(['/'])
})

test('a text file is attached, shown, and goes along; what is no text is refused in words', async () => {
  const { box, sent } = show()
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')
  if (picker === null) throw new Error('there is no way to choose files')
  const files = [new File(['hello'], 'a.txt', { type: 'text/plain' }), new File([new Uint8Array([0, 1])], 'b.bin')]
  await act(async () => void fireEvent.change(picker, { target: { files } }))
  await waitFor(() => expect(screen.queryByText('a.txt')).not.toBe(null))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('b.bin is neither a picture nor text'))
  await press(box, 'Enter')
  expect(sent[0]?.message.attachments).toEqual([
    {
      type: 'embeddedResource',
      label: 'a.txt',
      displayKind: 'document',
      contentType: 'text/plain',
      data: btoa('hello'),
    },
  ])
  expect(screen.queryByText('a.txt')).toBe(null)
})

test('what begins like a command that is not there is sent only as text, when that is said', async () => {
  const { sent, box } = show()
  write(box, '/nonsense please')
  await press(box, 'Enter')
  expect({ sent, left: box.value, said: screen.getByRole('alert').textContent }).toEqual({
    sent: [],
    left: '/nonsense please',
    said: 'No command called /nonsense. Send as text',
  })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send as text' })))
  expect({ sent: sent.map(({ message }) => message.text), left: box.value }).toEqual({
    sent: ['/nonsense please'],
    left: '',
  })
  expect(screen.queryByRole('alert')).toBe(null)
})

test('a path is no command', async () => {
  const { sent, box } = show()
  write(box, '/etc/hosts is wrong')
  await press(box, 'Enter')
  expect(sent.map(({ message }) => message.text)).toEqual(['/etc/hosts is wrong'])
})

test('a command whose list was closed is done, and one that cannot be done now is not sent', async () => {
  let stopped = 0
  const stop: SlashCommand = { name: 'stop', label: 'Stop', run: () => (stopped += 1) }
  const { sent, box, again } = show({ commands: [stop] })
  write(box, '/stop')
  await press(box, 'Escape')
  await press(box, 'Enter')
  expect({ stopped, sent, left: box.value }).toEqual({ stopped: 1, sent: [], left: '' })
  again({ commands: [{ ...stop, disabled: true }] })
  write(box, '/stop')
  await press(box, 'Enter')
  expect({ stopped, sent, left: box.value }).toEqual({ stopped: 1, sent: [], left: '/stop' })
})

test('a key that is held down sends nothing', async () => {
  const { sent, box } = show()
  write(box, 'half a thought')
  await press(box, 'Enter', { repeat: true })
  expect({ sent, left: box.value }).toEqual({ sent: [], left: 'half a thought' })
})
