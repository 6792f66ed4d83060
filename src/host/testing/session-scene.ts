import { onTestFinished } from 'vitest'
import type { ChatAction } from '../../protocol/channels/chat/actions.ts'
import type { ActionOrigin } from '../../protocol/envelope.ts'
import { createChannels } from '../channels/create-channels.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { resolveConfig } from '../sessions/config.ts'
import { openChat, openSession } from '../sessions/open-session.ts'
import { createSessionIndex } from '../sessions/session-index.ts'
import type { Store } from '../store/store.ts'
import { openTestStore } from './open-test-store.ts'
import { rootState } from './states.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const sceneSession = 'ahp-session:/s1'
export const sceneChat = 'ahp-chat:/k1'

/** A ready session of the scripted agent on real channels over a real store, with an idle chat. */
export async function openSessionScene(
  options: {
    readonly store?: Store
    readonly trusted?: boolean
    readonly config?: Readonly<Record<string, unknown>>
    readonly folder?: string
  } = {},
) {
  const store = options.store ?? openTestStore(temporaryFolder())
  const channels = createChannels({ store, clock: systemClock, logger: silentLogger })
  onTestFinished(() => channels.stop())
  const index = createSessionIndex(channels)
  const folder = options.folder ?? temporaryFolder()
  const resolved = resolveConfig('scripted', options.config, true)
  if (resolved.kind === 'bad') throw new Error(resolved.problem)
  channels.open('ahp-root://', rootState(), { logged: false })
  const folderTrust = options.trusted === false ? ('untrusted' as const) : ('trusted' as const)
  const facts = { createdAt: '2026-01-01T00:00:00.000Z', folderTrust }
  openSession(channels, { uri: sceneSession, provider: 'scripted', folder, config: resolved.config, facts })
  openChat(channels, index, sceneSession, { resource: sceneChat, title: '', modifiedAt: facts.createdAt })
  channels.apply(sceneSession, { type: 'session/ready' })
  await channels.settled()
  const chat = (action: ChatAction, origin?: ActionOrigin) => channels.apply(sceneChat, action, origin)
  return {
    ...{ store, channels, index, folder, chat },
    chatState: () => channels.state(sceneChat, 'chat')!,
    sessionState: () => channels.state(sceneSession, 'session')!,
    startTurn: (turnId = 't1', text = 'Go') =>
      chat({ type: 'chat/turnStarted', turnId, startedAt: '2026-01-01T00:00:01.000Z', message: messageOf(text) }),
  }
}

/** A person's message. */
export function messageOf(text: string) {
  return { text, origin: { kind: 'user' as const } }
}

/** The two actions after which a call of turn `t1` waits for a person. */
export function waitingCallActions(toolCallId: string, more: object = {}): ChatAction[] {
  const base = { turnId: 't1', toolCallId }
  const options = [
    { id: 'allow-once', label: 'Allow once', kind: 'approve' as const },
    { id: 'deny', label: 'Deny', kind: 'deny' as const },
  ]
  return [
    { type: 'chat/toolCallStart', ...base, toolName: 'run_command', displayName: 'Run command' },
    {
      type: 'chat/toolCallReady',
      ...base,
      invocationMessage: 'Run ls',
      toolInput: '{"command":"ls"}',
      options,
      ...more,
    },
  ]
}
