import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ConnectionState } from '../../../client/connection.ts'
import type { HostClient } from '../../../client/host-client.ts'
import type { ChannelView } from '../../../client/mirror.ts'
import { createCell, type Cell } from '../../../client/readable.ts'
import type { ChangesetFile, ChangesetState } from '../../../protocol/channels/changeset/state.ts'
import type { SessionState } from '../../../protocol/channels/session/state.ts'
import { ProtocolError } from '../../../protocol/errors.ts'
import { ToastProvider } from '../../components/toast.tsx'
import { HostContext, type Host } from '../../hosts/host-context.ts'
import { createQueryClient } from '../../hosts/host-provider.tsx'
import { ChangesPane } from './changes-pane.tsx'

const session = 'ahp-session:/s1'
const ofSession = 'ahp-changeset:/s1/session'
const uncommitted = 'ahp-changeset:/s1/uncommitted'
const root = 'file:///work/app'

const file = (path: string, added: number, removed = 0): ChangesetFile => {
  const side = { uri: `${root}/${path}`, content: { uri: `${root}/${path}`, nonce: '1' } }
  return { id: `${root}/${path}`, edit: { before: side, after: side, diff: { added, removed } } }
}
const commit = { id: 'commit', label: 'Commit', scopes: ['changeset' as const], status: 'idle' as const }
const discard = { id: 'discard', label: 'Discard', scopes: ['resource' as const], status: 'idle' as const }

const sessionState = (changes: Partial<SessionState> = {}): SessionState => ({
  provider: 'scripted',
  title: 'Fix dates',
  status: 1,
  lifecycle: 'ready',
  activeClients: [],
  chats: [],
  workingDirectories: [root],
  changesets: [
    { label: 'This session', uriTemplate: ofSession, changeKind: 'session' },
    { label: 'Uncommitted', uriTemplate: uncommitted, changeKind: 'uncommitted' },
  ],
  ...changes,
})

/** A host whose channels and answers the test sets. */
function startHost() {
  const cells = new Map<string, Cell<ChannelView>>()
  const cell = (uri: string) => {
    const held = cells.get(uri) ?? createCell<ChannelView>({ status: 'loading' })
    cells.set(uri, held)
    return held
  }
  const request = vi.fn<(method: string, params: unknown) => Promise<unknown>>()
  const connection = createCell<ConnectionState>({ status: 'in-sync', sinceMs: 0, host: { protocolVersion: '1' } })
  const client: HostClient = {
    clientId: 'me',
    connection,
    sessions: createCell({ status: 'loading' }),
    watch: (channel) => ({ view: cell(channel), release() {} }),
    dispatch: async () => ({ kind: 'applied' }),
    request: request as HostClient['request'],
    onEnvelope: () => () => {},
    onNotification: () => () => {},
    retry() {},
    close() {},
  }
  const host: Host = {
    client,
    watches: { readable: cell, dispose() {} },
    platform: {
      kind: 'web',
      keyboard: 'other',
      clientId: 'me',
      launch: { demo: false },
      deviceName: 'test',
      host: {
        admit: async () => ({ status: 'admitted' }),
        pair: async () => ({ kind: 'paired' }),
        open: () => Promise.reject(new Error('no')),
        async forget() {},
      },
    },
    unpair() {},
  }
  return {
    request,
    connection,
    setSession: (state: SessionState) =>
      cell(session).set({ status: 'ready', channel: { kind: 'session', state }, pending: 0 }),
    setChanges: (uri: string, state: ChangesetState) =>
      cell(uri).set({ status: 'ready', channel: { kind: 'changeset', state }, pending: 0 }),
    show: () =>
      render(
        <QueryClientProvider client={createQueryClient()}>
          <HostContext value={host}>
            <ToastProvider closeLabel="Close">
              <ChangesPane session={session} />
            </ToastProvider>
          </HostContext>
        </QueryClientProvider>,
      ),
  }
}

beforeEach(() => localStorage.clear())

test('the picker, the list and the sum tell the same snapshot', () => {
  const host = startHost()
  host.setSession(sessionState())
  host.setChanges(ofSession, {
    status: 'ready',
    files: [file('src/a.ts', 2, 1), file('b.ts', 3)],
    operations: [commit],
  })
  host.setChanges(uncommitted, { status: 'ready', files: [file('b.ts', 3)], operations: [commit] })
  host.show()
  const chosen = screen.getByRole('radio', { name: 'This session 2 files' })
  expect(chosen.getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('radio', { name: 'Uncommitted 1 file' })).toBeTruthy()
  const names = within(screen.getByRole('list', { name: 'Changed files' })).getAllByRole('button', { name: /modified/ })
  expect(names.map((each) => each.getAttribute('aria-label'))).toEqual([
    'a.ts, src, modified, 2 lines added, 1 line removed',
    'b.ts, modified, 3 lines added',
  ])
  expect(screen.getAllByText('+5')).toHaveLength(1)
  act(() => host.setChanges(ofSession, { status: 'ready', files: [file('b.ts', 4)], operations: [commit] }))
  expect(screen.getByRole('radio', { name: 'This session 1 file' })).toBeTruthy()
  expect(screen.getAllByText('+4')).toHaveLength(2)
})

test('without changes it says where they will appear, and offers no commit', () => {
  const host = startHost()
  host.setSession(sessionState())
  host.setChanges(ofSession, { status: 'ready', files: [] })
  host.setChanges(uncommitted, { status: 'ready', files: [] })
  host.show()
  expect(screen.getByText('No changes')).toBeTruthy()
  expect(screen.getByText('What the agent changes appears here.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBe(null)
})

test('a folder without git shows the session’s changes and says why nothing can be committed', () => {
  const host = startHost()
  host.setSession(
    sessionState({ changesets: [{ label: 'This session', uriTemplate: ofSession, changeKind: 'session' }] }),
  )
  host.setChanges(ofSession, { status: 'ready', files: [file('a.ts', 1)], operations: [] })
  host.show()
  expect(screen.getByRole('button', { name: /^a\.ts/ })).toBeTruthy()
  expect(screen.getByText(/not in a git repository/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Discard/ })).toBe(null)
})

test('an error says what happened, with the host’s words as details', () => {
  const host = startHost()
  host.setSession(sessionState())
  host.setChanges(ofSession, {
    status: 'error',
    files: [],
    error: { errorType: 'changeset', message: 'the index is locked' },
  })
  host.show()
  expect(screen.getByRole('alert').textContent).toContain('Your files are as they were.')
  expect(screen.getByText('the index is locked')).toBeTruthy()
})

test('an untrusted folder is said to be the reason why there is nothing', () => {
  const host = startHost()
  const { changesets: _, ...bare } = sessionState({ _meta: { 'x-roadstead': { folderTrust: 'untrusted' } } })
  host.setSession(bare)
  host.show()
  expect(screen.getByText('Changes appear here once you trust this folder.')).toBeTruthy()
})

test('a commit sends the message; a refusal is shown and the message kept', async () => {
  const host = startHost()
  host.setSession(sessionState())
  for (const uri of [ofSession, uncommitted])
    host.setChanges(uri, { status: 'ready', files: [file('a.ts', 1)], operations: [commit] })
  host.request.mockRejectedValueOnce(new ProtocolError(-32602, 'No name is set.'))
  host.show()
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Commit message' })
  expect(field.value).toBe('Fix dates')
  fireEvent.change(field, { target: { value: 'Count hours' } })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Nothing was committed. No name is set.'))
  expect(field.value).toBe('Count hours')
  expect(host.request).toHaveBeenCalledWith('invokeChangesetOperation', {
    channel: ofSession,
    operationId: 'commit',
    _meta: { 'x-roadstead': { message: 'Count hours' } },
  })

  host.request.mockResolvedValueOnce({ message: 'Committed 0123456: Count hours. Hooks did not run.' })
  fireEvent.click(screen.getByRole('button', { name: /^Commit/ }))
  await screen.findByText('Committed 0123456 · Count hours. Hooks did not run.')
  expect(screen.queryByRole('alert')).toBe(null)
  expect(field.value).toBe('Fix dates')

  host.request.mockResolvedValueOnce({ message: 'Took it back.' })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('The commit was taken back; its changes are kept')
  expect(field.value).toBe('Count hours')
})

test('x discards the open file and Undo brings it back; while typing x is a letter', async () => {
  const host = startHost()
  host.setSession(sessionState())
  for (const uri of [ofSession, uncommitted])
    host.setChanges(uri, {
      status: 'ready',
      files: [{ ...file('a.bin', 0), _meta: { 'x-roadstead': { binary: true } } }],
      operations: [commit, discard],
    })
  host.request.mockResolvedValue({ message: 'ok' })
  host.show()
  const row = screen.getByRole('button', { name: /^a\.bin/ })
  fireEvent.click(row)
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Filter files' }), { key: 'x' })
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Commit message' }), { key: 'x' })
  expect(host.request).not.toHaveBeenCalled()
  fireEvent.keyDown(row, { key: 'x' })
  await screen.findByText('Discarded the change of a.bin')
  expect(host.request).toHaveBeenCalledWith('invokeChangesetOperation', {
    channel: ofSession,
    operationId: 'discard',
    target: { kind: 'resource', resource: `${root}/a.bin` },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('The change of a.bin is back')
  expect(host.request).toHaveBeenLastCalledWith('invokeChangesetOperation', {
    channel: ofSession,
    operationId: 'undo-discard',
  })
})

test('a host that cannot be reached leaves the last known changes, without anything to press', () => {
  const host = startHost()
  host.setSession(sessionState())
  for (const uri of [ofSession, uncommitted])
    host.setChanges(uri, { status: 'ready', files: [file('a.ts', 1)], operations: [commit, discard] })
  host.connection.set({ status: 'waiting', attempt: 1, sinceMs: 0, retryAtMs: 0, reason: 'gone' })
  host.show()
  expect(screen.getByRole('button', { name: /^a\.ts/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Discard/ })).toBe(null)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Commit/ }).disabled).toBe(true)
  expect(screen.getByText('Not connected to the host.')).toBeTruthy()
})
