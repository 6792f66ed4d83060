import { useState, type ReactNode } from 'react'
import { roadsteadMeta, SessionFacts } from '../../protocol/roadstead.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx'
import { useToast } from '../components/toast.tsx'
import { TrustLine } from '../components/trust-line.tsx'
import { useChannel, useHostFacts } from '../hosts/use-channel.ts'
import { useIsOnline } from '../hosts/use-connection.ts'
import { useCommand, useDispatch } from '../hosts/use-request.ts'
import { shownPath } from '../platform/folder-name.ts'
import { useI18n } from '../platform/i18n.tsx'
import { ChatView } from '../features/chat/chat-view.tsx'
import { Composer, type SendOutcome } from '../features/chat/composer.tsx'
import { MessageQueue } from '../features/chat/message-queue.tsx'
import { PendingDock } from '../features/chat/pending-dock.tsx'
import { SessionHeader } from '../features/chat/session-header.tsx'
import type { DockTab } from './dock.tsx'
import type { Command } from './keys.ts'
import '../features/chat/chat.css'
import '../features/chat/approval.css'

interface SessionPaneProps {
  /** The session's URI. */
  readonly session: string
  readonly apple: boolean
  /** Before and behind the title. */
  readonly start?: ReactNode
  readonly end?: ReactNode
  /** What the keyboard can ask for anywhere. */
  onCommand(command: Command): void
  onShowDock(tab: DockTab): void
}

/** A session: its header, conversation, what waits for the person, and the composer. */
export function SessionPane({ session, apple, start, end, onShowDock }: SessionPaneProps) {
  const { t } = useI18n()
  const toast = useToast()
  const dispatch = useDispatch()
  const command = useCommand()
  const isOnline = useIsOnline()
  const home = useHostFacts()?.home
  const root = useChannel(ROOT_URI, 'root').state
  const found = useChannel(session, 'session')
  const state = found.state
  const chat = state?.defaultChat ?? state?.chats[0]?.resource
  const chatFound = useChannel(chat, 'chat')
  const chatState = chatFound.state
  const [isLooking, setLooking] = useState(false)

  if (found.status === 'gone' && state === undefined) return <EmptyState text={t('sessions.gone')} />
  if (state === undefined) return <Skeleton label={t('chat.loading')} lines={8} />

  const facts = roadsteadMeta(SessionFacts, state._meta)
  const folder = state.workingDirectories?.[0]
  const agent = root?.agents.find(({ provider }) => provider === state.provider)?.displayName ?? state.provider
  const turn = chatState?.activeTurn
  const isUntrusted = facts?.folderTrust === 'untrusted'
  const isReadOnly = chatState?.interactivity === 'read-only'

  async function offer(channel: string, action: Parameters<typeof dispatch>[1]): Promise<SendOutcome> {
    const outcome = await dispatch(channel, action)
    if (outcome.kind === 'applied') return { kind: 'sent' }
    return { kind: 'failed', reason: outcome.kind === 'lost' ? t('common.lost') : outcome.reason }
  }
  /** For what is asked by a button: a failure is said in a toast. */
  function ask(channel: string | undefined, action: Parameters<typeof dispatch>[1]): void {
    if (channel === undefined) return
    void offer(channel, action).then((outcome) => {
      if (outcome.kind === 'failed') toast({ text: t('common.notDone', { reason: outcome.reason }), tone: 'bad' })
    })
  }

  async function send(text: string): Promise<SendOutcome> {
    if (chat === undefined) return { kind: 'failed', reason: t('chat.creating') }
    const message = { text, origin: { kind: 'user' as const } }
    const id = crypto.randomUUID()
    return await offer(
      chat,
      turn === undefined
        ? { type: 'chat/turnStarted', turnId: id, startedAt: new Date().toISOString(), message }
        : { type: 'chat/pendingMessageSet', kind: 'queued', id, message },
    )
  }

  function stop() {
    if (turn === undefined) return
    const duration = Math.max(0, Date.now() - Date.parse(turn.startedAt))
    ask(chat, { type: 'chat/turnCancelled', turnId: turn.id, duration })
  }

  async function trust() {
    if (folder === undefined) return
    const outcome = await command('x-roadstead/setFolderTrust', { channel: ROOT_URI, folder, trusted: true })
    if (outcome.kind !== 'done') toast({ text: t('common.notDone', { reason: outcome.reason }), tone: 'bad' })
  }

  return (
    <>
      <SessionHeader
        title={state.title}
        facts={[folder === undefined ? '' : shownPath(folder, home), facts?.branch ?? '', agent].filter(Boolean)}
        level={
          typeof state.config?.values['permissionLevel'] === 'string'
            ? state.config.values['permissionLevel']
            : undefined
        }
        isWorking={turn !== undefined}
        canChange={isOnline && found.status === 'ready'}
        start={start}
        end={end}
        onRename={(title) => ask(session, { type: 'session/titleChanged', title })}
        onLevel={(level) => ask(session, { type: 'session/configChanged', config: { permissionLevel: level } })}
        onStop={stop}
      />
      {state.lifecycle === 'failed' ? (
        <ErrorState
          text={t('chat.creationFailed', { reason: state.creationError?.message ?? '' })}
          detailsLabel={t('common.details')}
          {...(state.creationError?.stack === undefined ? {} : { details: state.creationError.stack })}
        />
      ) : chatState === undefined || chat === undefined ? (
        <div className="chat">
          <Skeleton label={state.lifecycle === 'creating' ? t('chat.creating') : t('chat.loading')} lines={8} />
        </div>
      ) : (
        <ChatView
          chat={chat}
          state={chatState}
          isStale={!isOnline}
          onShowChanges={() => onShowDock('changes')}
          onShowTerminal={() => onShowDock('terminal')}
        />
      )}
      <div className="session-foot">
        <PendingDock session={session} />
        <MessageQueue
          messages={chatState?.queuedMessages ?? []}
          onEdit={(id, text) =>
            ask(chat, {
              type: 'chat/pendingMessageSet',
              kind: 'queued',
              id,
              message: { text, origin: { kind: 'user' } },
            })
          }
          onRemove={(id) => ask(chat, { type: 'chat/pendingMessageRemoved', kind: 'queued', id })}
        />
        <Composer
          session={session}
          isWorking={turn !== undefined}
          isOnline={isOnline && found.status === 'ready'}
          {...(isReadOnly ? { blocked: t('composer.readOnly') } : isUntrusted ? { blocked: '' } : {})}
          above={
            isUntrusted && !isReadOnly ? (
              <TrustLine
                question={isLooking ? t('first.looking') : t('chat.untrusted')}
                trustLabel={t('first.trust')}
                {...(isLooking ? {} : { lookLabel: t('first.onlyLook') })}
                isDisabled={!isOnline}
                onTrust={() => void trust()}
                onLook={() => setLooking(true)}
              />
            ) : undefined
          }
          onSend={send}
          enterKey="⏎"
          newlineKey={apple ? '⇧⏎' : 'Shift+⏎'}
        />
      </div>
    </>
  )
}
