import { useState } from 'react'
import type { Message } from '../../../protocol/channels/chat/message.ts'
import type { SessionState } from '../../../protocol/channels/session/state.ts'
import type { HostClient } from '../../../client/host-client.ts'
import { waitFor } from '../../../client/readable.ts'
import { sessionUri } from '../../../protocol/uri.ts'
import type { PermissionLevel } from '../../../protocol/roadstead.ts'
import { useToast } from '../../components/toast.tsx'
import { useHost } from '../../hosts/host-context.ts'
import { useCommand } from '../../hosts/use-request.ts'
import { useI18n } from '../../platform/i18n.tsx'

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
  const { t } = useI18n()
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
    const problem = wish.message === undefined ? undefined : await sendFirst(client, session, wish.message)
    if (problem !== undefined) toast({ text: t('first.sendFailed', { reason: problem }), tone: 'bad' })
    setState({ status: 'idle' })
    return { session, hasTask: wish.message !== undefined && problem === undefined }
  }

  return { ...state, run }
}

/** Sends the first message once the session is ready; a text is why it could not be sent. */
async function sendFirst(client: HostClient, session: string, message: Message): Promise<string | undefined> {
  const watched = client.watch(session)
  try {
    const view = await waitFor(watched.view, (now) => {
      if (now.status === 'gone') return true
      return now.status === 'ready' && now.channel.kind === 'session' && isSettled(now.channel.state)
    })
    if (view.status !== 'ready' || view.channel.kind !== 'session') return view.status === 'gone' ? view.reason : ''
    const state = view.channel.state
    const chat = state.defaultChat ?? state.chats[0]?.resource
    if (state.lifecycle === 'failed' || chat === undefined) return state.creationError?.message ?? ''
    const heard = client.watch(chat)
    try {
      const outcome = await client.dispatch(chat, {
        type: 'chat/turnStarted',
        turnId: crypto.randomUUID(),
        startedAt: new Date().toISOString(),
        message,
      })
      return outcome.kind === 'applied' ? undefined : outcome.reason
    } finally {
      heard.release()
    }
  } finally {
    watched.release()
  }
}

function isSettled(state: SessionState): boolean {
  return state.lifecycle === 'failed' || (state.lifecycle === 'ready' && state.chats.length > 0)
}
