import { expect, test } from 'vitest'
import type { TerminalInfo } from '../../../protocol/channels/root/state.ts'
import { sessionTabs, shellUri } from './terminal-tabs.ts'

const session = 'ahp-session:/s1'
const agent = (id: string, of: string, lifecycle: TerminalInfo['lifecycle']): TerminalInfo => ({
  resource: `ahp-terminal:/${id}`,
  title: id,
  claim: { kind: 'session', session: of, chat: 'ahp-chat:/c', toolCallId: 't' },
  lifecycle,
})
const shell = (resource: string, clientId: string, lifecycle: TerminalInfo['lifecycle']): TerminalInfo => ({
  resource,
  title: 'bash',
  claim: { kind: 'client', clientId },
  lifecycle,
})

test('a session shows its agent’s terminals and the shells opened in it, newest first', () => {
  const terminals = [
    agent('a1', session, { status: 'exited', exitCode: 1 }),
    agent('a2', 'ahp-session:/other', { status: 'running' }),
    shell(shellUri(session, 'u1'), 'me', { status: 'running' }),
    shell(shellUri('ahp-session:/other', 'u2'), 'me', { status: 'running' }),
    shell('ahp-terminal:/foreign', 'cli', { status: 'running' }),
    agent('a3', session, { status: 'running' }),
  ]
  expect(sessionTabs(terminals, session, 'me')).toEqual([
    { uri: 'ahp-terminal:/a3', title: 'a3', owner: 'agent', running: true },
    { uri: 'ahp-terminal:/foreign', title: 'bash', owner: 'elsewhere', running: true },
    { uri: 'ahp-terminal:/s1~u1', title: 'bash', owner: 'here', running: true },
    { uri: 'ahp-terminal:/a1', title: 'a1', owner: 'agent', running: false, exitCode: 1 },
  ])
})

test('a shell of a window that is gone can be taken over while it runs, and is simply yours once it ended', () => {
  const ended = shell(shellUri(session, 'u'), 'gone', { status: 'exited' })
  expect(sessionTabs([ended], session, 'me')).toEqual([
    { uri: 'ahp-terminal:/s1~u', title: 'bash', owner: 'here', running: false },
  ])
})
