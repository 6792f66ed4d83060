import { useState } from 'react'
import type { Message } from '../../../protocol/channels/chat/message.ts'
import type { SessionState } from '../../../protocol/channels/session/state.ts'
import type { HostClient } from '../../../client/host-client.ts'
import type { ChannelView } from '../../../client/mirror.ts'
import { sessionUri } from '../../../protocol/uri.ts'
import type { PermissionLevel } from '../../../protocol/roadstead.ts'
import { useToast } from '../../components/toast.tsx'
import { lookAt } from '../../hosts/look-at.ts'
import { useHost } from '../../hosts/host-context.ts'
import { useCommand } from '../../hosts/use-request.ts'
import { useI18n, type Translate } from '../../platform/i18n.tsx'

export interface SessionWish {
  readonly folder: string
  readonly provider: string
  readonly permissionLevel: PermissionLevel
  /** Without one the session begins without a task. */
  readonly message: Message | undefined
}

type StartState = { readonly status: 'idle' | 'starting' } | { readonly status: 'failed'; readonly reason: string }

/** A session that is there; whether its agent has been given the task. */
export interface StartedSession {
  /** Its URI. */
  readonly session: string
  readonly hasTask: boolean
}

/** Makes a session, waits until it has a chat, and gives the agent its task. */
export function useStartSession(): StartState & { run(wish: SessionWish): Promise<StartedSession | undefined> } {
  const { client } = useHost()
  const command = useCommand()
  const toast = useToast()
  const { t, hostText } = useI18n()
  const [state, setState] = useState<StartState>({ status: 'idle' })

  async function run(wish: SessionWish): Promise<StartedSession | undefined> {
    setState({ status: 'starting' })
    const session = sessionUri(crypto.randomUUID())
    const outcome = await command('createSession', {
      channel: session,
      provider: wish.provider,
      workingDirectories: [wish.folder],
      config: { permissionLevel: wish.permissionLevel },
    })
    if (outcome.kind !== 'done') {
      setState({ status: 'failed', reason: t('first.failed', { reason: outcome.reason }) })
      return undefined
    }
    const problem = wish.message === undefined ? undefined : await sendFirst(client, session, wish.message, t)
    if (problem !== undefined) toast({ text: t('first.sendFailed', { reason: hostText(problem) }), tone: 'bad' })
    setState({ status: 'idle' })
    return { session, hasTask: wish.message !== undefined && problem === undefined }
  }

  return { ...state, run }
}

/** A session is made within this time, or its task stays with the person. Milliseconds. */
const readyWithinMs = 60_000

/** Sends the first message once the session is ready; a text is why it could not be sent. Never later than the person is told. */
async function sendFirst(
  client: HostClient,
  session: string,
  message: Message,
  t: Translate,
): Promise<string | undefined> {
  const ready = (view: ChannelView) =>
    view.status === 'gone' ||
    (view.status === 'ready' && view.channel.kind === 'session' && isSettled(view.channel.state))
  const send = async (view: ChannelView): Promise<{ readonly problem: string | undefined }> => {
    if (view.status === 'gone') return { problem: view.reason }
    if (view.status !== 'ready' || view.channel.kind !== 'session') return { problem: '' }
    const state = view.channel.state
    const chat = state.defaultChat ?? state.chats[0]?.resource
    if (state.lifecycle === 'failed' || chat === undefined) return { problem: state.creationError?.message ?? '' }
    const outcome = await client.dispatch(chat, {
      type: 'chat/turnStarted',
      turnId: crypto.randomUUID(),
      startedAt: new Date().toISOString(),
      message,
    })
    if (outcome.kind === 'applied') return { problem: undefined }
    return { problem: outcome.kind === 'lost' && outcome.isUnsent !== true ? t('common.lost') : outcome.reason }
  }
  const sent = await lookAt(client, session, ready, send, readyWithinMs)
  return sent === undefined ? t('first.notReady') : sent.problem
}

function isSettled(state: SessionState): boolean {
  return state.lifecycle === 'failed' || (state.lifecycle === 'ready' && state.chats.length > 0)
}
