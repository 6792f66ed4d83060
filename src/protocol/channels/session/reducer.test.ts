import { describe, expect, it } from 'vitest'
import type { ToolCallRunningState } from '../chat/tool-call.ts'
import type { McpServerState } from './mcp-server.ts'
import { reduceSession } from './reducer.ts'
import type { SessionState } from './state.ts'

const chat = (resource: string) => ({ resource, title: resource, status: 1, modifiedAt: '2026-01-01T00:00:00.000Z' })
const state: SessionState = {
  provider: 'demo',
  title: 'Session',
  status: 8,
  lifecycle: 'ready',
  activeClients: [],
  chats: [chat('ahp-chat:/a'), chat('ahp-chat:/b')],
  defaultChat: 'ahp-chat:/a',
}
const running: ToolCallRunningState = {
  status: 'running',
  toolCallId: 'c',
  toolName: 'look',
  displayName: 'Look',
  invocationMessage: 'Looking',
  confirmed: 'not-needed',
}
const execution = {
  kind: 'toolClientExecution' as const,
  id: 'e',
  chat: 'ahp-chat:/a',
  turnId: 't',
  clientId: 'c1',
  toolCall: running,
}
const question = { kind: 'chatInput' as const, id: 'q', chat: 'ahp-chat:/a', request: { id: 'r' } }

describe('the chats of a session', () => {
  it('lose the default with the chat that was it', () => {
    const next = reduceSession(state, { type: 'session/chatRemoved', chat: 'ahp-chat:/a' })
    expect(next.chats.map((each) => each.resource)).toEqual(['ahp-chat:/b'])
    expect(next).not.toHaveProperty('defaultChat')
  })

  it('never change their URI by an update, and the session stays as busy as it was', () => {
    const changes = { resource: 'ahp-chat:/z', title: 'New', status: 24 }
    const next = reduceSession(state, { type: 'session/chatUpdated', chat: 'ahp-chat:/b', changes })
    expect(next).toEqual({ ...state, chats: [state.chats[0], { ...chat('ahp-chat:/b'), title: 'New', status: 24 }] })
  })

  it.each([
    ['one chat left out', ['ahp-chat:/b']],
    ['a chat twice', ['ahp-chat:/b', 'ahp-chat:/b']],
    ['an unknown chat', ['ahp-chat:/b', 'ahp-chat:/z']],
    ['the order they have', ['ahp-chat:/a', 'ahp-chat:/b']],
  ])('stay where they are for %s', (_, chats) => {
    expect(reduceSession(state, { type: 'session/chatsReordered', chats })).toBe(state)
  })
})

describe('what a session waits for', () => {
  it('is the person only if something else than a client tool is listed', () => {
    const withTool = reduceSession(state, { type: 'session/inputNeededSet', request: execution })
    expect([withTool.status, withTool.inputNeeded]).toEqual([8, [execution]])
    const withQuestion = reduceSession(withTool, { type: 'session/inputNeededSet', request: question })
    expect(withQuestion.status).toBe(24)
    const answered = reduceSession(withQuestion, { type: 'session/inputNeededRemoved', id: 'q' })
    expect([answered.status, answered.inputNeeded]).toEqual([8, [execution]])
    expect(reduceSession(answered, { type: 'session/inputNeededRemoved', id: 'e' })).not.toHaveProperty('inputNeeded')
  })
})

describe('the working directories of a session', () => {
  const among = (...workingDirectories: string[]): SessionState => ({ ...state, workingDirectories })
  it.each([
    ['takes the slot', ['a', 'b', 'c'], ['a', 'x', 'c']],
    ['goes when the replacement stands before it', ['x', 'b', 'c'], ['x', 'c']],
    ['takes the slot of a later one', ['b', 'c', 'x'], ['x', 'c']],
  ])('are replaced: it %s', (_, before, after) => {
    const action = { type: 'session/workingDirectoryReplaced', directory: 'b', replacement: 'x' } as const
    expect(reduceSession(among(...before), action).workingDirectories).toEqual(after)
  })

  it('may end up empty, and are not made by a removal', () => {
    const remove = { type: 'session/workingDirectoryRemoved', directory: 'a' } as const
    expect(reduceSession(among('a'), remove).workingDirectories).toEqual([])
    expect(reduceSession(state, remove)).toBe(state)
  })
})

describe('the customizations of a session', () => {
  const server = { type: 'mcpServer' as const, id: 'm', uri: 'file:///p', name: 'M', state: { kind: 'ready' as const } }
  const skill = { type: 'skill' as const, id: 's', uri: 'file:///s', name: 'S' }
  const plugin = { type: 'plugin' as const, id: 'p', uri: 'file:///p', name: 'P', children: [server, skill] }
  const held: SessionState = { ...state, customizations: [plugin] }
  const childrenAfter = (action: Parameters<typeof reduceSession>[1]) =>
    reduceSession(held, action).customizations?.map((entry) => 'children' in entry && entry.children)

  it('keep decisions where the kind has them, and plain on or off elsewhere', () => {
    const enablement = [
      { kind: 'session' as const, enabled: false },
      { kind: 'global' as const, enabled: true },
    ]
    expect(childrenAfter({ type: 'session/customizationToggled', id: 'm', enablement })).toEqual([
      [{ ...server, enablement }, skill],
    ])
    expect(childrenAfter({ type: 'session/customizationToggled', id: 's', enablement })).toEqual([
      [server, { ...skill, enabled: false }],
    ])
    expect(childrenAfter({ type: 'session/customizationToggled', id: 's', enablement: [] })).toEqual([
      [server, { ...skill, enabled: true }],
    ])
  })

  it('lose the channel of a server that does not name one', () => {
    const ready = { kind: 'ready' as const }
    const opened = reduceSession(held, {
      type: 'session/mcpServerStateChanged',
      id: 'm',
      state: ready,
      channel: 'mcp://x',
    })
    const stopped = reduceSession(opened, { type: 'session/mcpServerStopRequested', id: 'm' })
    expect(stopped.customizations).toEqual([
      { ...plugin, children: [{ ...server, state: { kind: 'stopped' } }, skill] },
    ])
  })

  it('let messages through only where they were held', () => {
    const holding = (serverState: McpServerState) => ({ ...held, customizations: [{ ...server, state: serverState }] })
    const unblock = { type: 'session/mcpServerBackgroundRequested', id: 'm' } as const
    const blocked = holding({ kind: 'starting', blocking: true })
    expect(reduceSession(blocked, unblock)).toEqual(holding({ kind: 'starting', blocking: false }))
    const free = holding({ kind: 'starting' })
    expect(reduceSession(free, unblock)).toBe(free)
  })

  it.each([
    'session/mcpServerStartRequested',
    'session/mcpServerStopRequested',
    'session/mcpServerBackgroundRequested',
  ])('are not touched by %s of what is no server, or not there', (type) => {
    expect(reduceSession(held, { type, id: 's' } as Parameters<typeof reduceSession>[1])).toBe(held)
    expect(reduceSession(held, { type, id: 'nope' } as Parameters<typeof reduceSession>[1])).toBe(held)
  })
})

it('flags keep bits nobody knows', () => {
  const next = reduceSession({ ...state, status: 2 ** 31 + 1 }, { type: 'session/isArchivedChanged', isArchived: true })
  expect(next.status).toBe(2 ** 31 + 65)
})
