/** Small states and actions for tests. */
import type { ChannelState } from '../../protocol/channel-kind.ts'

export function sessionState(title = ''): Extract<ChannelState, { kind: 'session' }> {
  return {
    kind: 'session',
    state: { provider: 'scripted', title, status: 1, lifecycle: 'ready', activeClients: [], chats: [] },
  }
}

export function chatState(resource: string): Extract<ChannelState, { kind: 'chat' }> {
  return {
    kind: 'chat',
    state: { resource, title: 'Main', status: 1, modifiedAt: '2026-01-01T00:00:00.000Z', turns: [] },
  }
}

export function rootState(): Extract<ChannelState, { kind: 'root' }> {
  return {
    kind: 'root',
    state: { agents: [], config: { schema: { type: 'object', properties: {} }, values: {} } },
  }
}

export function terminalState(clientId: string): Extract<ChannelState, { kind: 'terminal' }> {
  return {
    kind: 'terminal',
    state: { title: 'sh', content: [], lifecycle: { status: 'running' }, claim: { kind: 'client', clientId } },
  }
}
