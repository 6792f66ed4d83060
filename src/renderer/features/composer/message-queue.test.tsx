import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { PendingMessage } from '../../../protocol/channels/chat/message.ts'
import { createFakeHost } from '../../testing/fake-host.tsx'
import { MessageQueue } from './message-queue.tsx'
import { usePending } from './use-pending.ts'

const chat = 'ahp-chat:/c'
const pending = (id: string, text: string): PendingMessage => ({ id, message: { text, origin: { kind: 'user' } } })
const queued = [pending('1', 'one'), pending('2', 'two'), pending('3', 'three')]

function show(waiting: { queued: readonly PendingMessage[]; steering: PendingMessage | undefined }) {
  const host = createFakeHost()
  function Queue() {
    const [editing, setEditing] = useState<string | undefined>(undefined)
    const commands = usePending(chat, () => waiting)
    return (
      <>
        <MessageQueue
          {...waiting}
          isWorking
          editing={editing}
          onEditing={setEditing}
          onEdit={commands.edit}
          onRemove={commands.remove}
          onReorder={commands.reorder}
          onChange={commands.change}
        />
        <button onClick={() => void commands.steer({ text: 'also', origin: { kind: 'user' } })}>steer</button>
      </>
    )
  }
  render(host.around(<Queue />))
  return { host, actions: () => host.dispatched.map(({ action }) => action) }
}
const click = (name: string, index = 0) =>
  act(async () => {
    const button = screen.getAllByRole('button', { name })[index]
    if (button === undefined) throw new Error(`There is no button ${name} number ${index}`)
    fireEvent.click(button)
  })

test('a waiting message is moved with Alt and the arrows', async () => {
  const { actions } = show({ queued, steering: undefined })
  await act(
    async () =>
      void fireEvent.keyDown(screen.getByRole('button', { name: 'Move “two”' }), { key: 'ArrowUp', altKey: true }),
  )
  await act(
    async () =>
      void fireEvent.keyDown(screen.getByRole('button', { name: 'Move “three”' }), { key: 'ArrowDown', altKey: true }),
  )
  expect(actions()).toEqual([{ type: 'chat/queuedMessagesReordered', order: ['2', '1', '3'] }])
})

test('words of a waiting message are changed in its place, with Enter, and left with Escape', async () => {
  const { actions } = show({ queued, steering: undefined })
  await click('two')
  const field = screen.getByRole('textbox', { name: 'Waiting message' })
  fireEvent.change(field, { target: { value: 'two and a half' } })
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }))
  expect(actions()).toEqual([
    {
      type: 'chat/pendingMessageSet',
      kind: 'queued',
      id: '2',
      message: { text: 'two and a half', origin: { kind: 'user' } },
    },
  ])
  await click('one')
  await act(
    async () => void fireEvent.keyDown(screen.getByRole('textbox', { name: 'Waiting message' }), { key: 'Escape' }),
  )
  expect({ open: screen.queryByRole('textbox'), count: actions().length }).toEqual({ open: null, count: 1 })
})

test('a removed message comes back with Undo', async () => {
  const { actions } = show({ queued: [pending('1', 'one')], steering: undefined })
  await click('Remove the waiting message')
  await click('Undo')
  expect(actions()).toMatchObject([
    { type: 'chat/pendingMessageRemoved', kind: 'queued', id: '1' },
    { type: 'chat/pendingMessageSet', kind: 'queued', message: { text: 'one' } },
  ])
})

test('guard: what is turned from one kind into the other is taken out first, and stays out of the other when that is refused', async () => {
  const { host, actions } = show({ queued: [], steering: pending('s', 'now') })
  host.settleWith({ kind: 'rejected', reason: 'nothing pending' })
  await click('Queue it instead')
  await waitFor(() => expect(screen.queryByText(/nothing pending/)).not.toBe(null))
  expect(actions()).toEqual([{ type: 'chat/pendingMessageRemoved', kind: 'steering', id: 's' }])
  host.settleWith({ kind: 'applied' })
  await click('Queue it instead')
  expect(actions().slice(1)).toMatchObject([
    { type: 'chat/pendingMessageRemoved', kind: 'steering', id: 's' },
    { type: 'chat/pendingMessageSet', kind: 'queued', message: { text: 'now' } },
  ])
})

test('a second steering message keeps the words of the first', async () => {
  const { actions } = show({ queued: [], steering: pending('s', 'now') })
  await click('steer')
  expect(actions()).toMatchObject([
    { type: 'chat/pendingMessageSet', kind: 'steering', message: { text: 'now\n\nalso' } },
  ])
})
