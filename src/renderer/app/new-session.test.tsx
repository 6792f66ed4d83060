import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ROOT_URI } from '../../protocol/uri.ts'
import { flushDrafts } from '../features/composer/draft-store.ts'
import { writePreference } from '../platform/preferences.ts'
import { createFakeHost } from '../testing/fake-host.tsx'
import { NewSession } from './new-session.tsx'

beforeEach(() => {
  flushDrafts()
  writePreference('drafts', {})
  writePreference('lastFolder', '/app')
})

const attachment = { type: 'resource', label: 'date.ts', uri: 'file:///app/date.ts', displayKind: 'file' }
const facts = { folder: 'file:///app', path: '/app', status: 'ok', trusted: true, git: { status: 'none' } }

/** The first screen of a host that says it answers these commands of ours. */
async function show(commands: readonly string[]) {
  const host = createFakeHost()
  const ran: string[] = []
  host.setRoot({ agents: [{ provider: 'scripted', displayName: 'Scripted', description: '', models: [] }] })
  host.setConnection({
    status: 'in-sync',
    sinceMs: 0,
    host: {
      protocolVersion: '1',
      completionTriggerCharacters: ['@', '/'],
      meta: { 'x-roadstead': { version: '1', commands } },
    },
  })
  host.answer('x-roadstead/recentFolders', () => ({ items: [] }))
  host.answer('x-roadstead/folderFacts', () => facts)
  host.answer('x-roadstead/folderCompletions', ({ offset }: { offset: number }) => ({
    items: [{ insertText: '@date.ts', rangeStart: 4, rangeEnd: offset, attachment }],
  }))
  host.answer('createSession', () => new Promise(() => {}))
  render(
    host.around(
      <NewSession
        onStarted={() => {}}
        onDemo={async () => {}}
        isDemoStarting={false}
        inSheet
        keys={{ bindings: {}, keyboard: { apple: false, browser: true }, textOf: () => undefined } as never}
        onCommand={(command) => void ran.push(command)}
      />,
    ),
  )
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Task' })
  await waitFor(() => expect(screen.queryByText(/trusted/i)).not.toBe(null))
  return { host, box, ran, asked: (method: string) => host.asked.filter((each) => each.method === method) }
}

/** As a person does: the focus is there, and the caret stands behind what was written. */
function write(box: HTMLTextAreaElement, text: string) {
  act(() => box.focus())
  fireEvent.change(box, { target: { value: text } })
}
const press = (box: HTMLElement, key: string) => act(async () => void fireEvent.keyDown(box, { key }))

test('in the first task a file of the folder is mentioned as in a message to a chat', async () => {
  const { box, asked } = await show(['x-roadstead/folderCompletions'])
  write(box, 'fix @da')
  await waitFor(() => expect(screen.queryAllByRole('option')).toHaveLength(1))
  expect(asked('x-roadstead/folderCompletions').at(-1)?.params).toEqual({
    ...{ channel: ROOT_URI, folder: 'file:///app', text: 'fix @da', offset: 7 },
  })
  await press(box, 'Enter')
  expect(box.value).toBe('fix @date.ts ')
  expect(asked('createSession')).toEqual([])
})

test('a host that does not answer for a folder is not asked, and the task is written on', async () => {
  const { box, asked } = await show([])
  write(box, 'fix @da')
  await press(box, 'Enter')
  await waitFor(() => expect(asked('createSession')).toHaveLength(1))
  expect([asked('x-roadstead/folderCompletions'), asked('completions')]).toEqual([[], []])
})

test('a slash offers in the first task what needs no session', async () => {
  const { box, ran } = await show([])
  write(box, '/')
  const names = screen.getAllByRole('option').map((option) => /^\/[a-z]+/.exec(option.textContent)?.[0])
  expect(names).toEqual(['/permission', '/keys', '/settings', '/shortcuts'])
  write(box, '/sho')
  await press(box, 'Enter')
  expect({ ran, left: box.value }).toEqual({ ran: ['shortcuts'], left: '' })
})
