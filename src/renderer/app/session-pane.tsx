import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { roadsteadMeta, SessionFacts } from '../../protocol/roadstead.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx'
import { useToast } from '../components/toast.tsx'
import { ChatSwitcher } from '../features/chat/chat-switcher.tsx'
import { ChatView } from '../features/chat/chat-view.tsx'
import { ContextMeter, contextOf } from '../features/chat/context-meter.tsx'
import { useAskedChat } from '../features/chat/reveal.ts'
import { RunYourselfContext } from '../features/chat/run-yourself.ts'
import { SessionHeader } from '../features/chat/session-header.tsx'
import { useChannel, useHostFacts } from '../hosts/use-channel.ts'
import { useIsOnline } from '../hosts/use-connection.ts'
import { useOffers } from '../hosts/use-offer.ts'
import { agentName } from '../platform/agent-name.ts'
import { shownPath } from '../platform/folder-name.ts'
import { perSession } from '../platform/per-session.ts'
import { useI18n } from '../platform/i18n.tsx'
import type { DockTab } from './dock.tsx'
import type { Command } from './keys.ts'
import { SessionFoot } from './session-foot.tsx'
import { useFork } from './use-fork.ts'
import { useRunInTerminal } from './use-run-yourself.ts'
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

/** The chat a person last looked at, by session, for when it is shown again. */
const lastShown = perSession<string>()

/** A session: its header, conversation, what waits for the person, and the composer. */
export function SessionPane({ session, apple, start, end, onCommand, onShowDock }: SessionPaneProps) {
  const { t, hostText } = useI18n()
  const offers = useOffers(useToast())
  const isOnline = useIsOnline()
  const home = useHostFacts()?.home
  const root = useChannel(ROOT_URI, 'root').state
  const found = useChannel(session, 'session')
  const state = found.state
  const [chosenChat, setChosenChat] = useState(() => lastShown.get(session))
  const chats = state?.chats ?? []
  const chat =
    chats.find(({ resource }) => resource === chosenChat)?.resource ?? state?.defaultChat ?? chats[0]?.resource
  const chatState = useChannel(chat, 'chat').state
  const [isRenaming, setRenaming] = useState(false)
  const [isLevelOpen, setLevelOpen] = useState(false)
  const [isModelOpen, setModelOpen] = useState(false)
  const folder = state?.workingDirectories?.[0]

  const showChat = useCallback(
    (next: string) => {
      lastShown.set(session, next)
      setChosenChat(next)
    },
    [session],
  )
  const fork = useFork(session, chat, showChat)
  const chatUris = useMemo(() => (state?.chats ?? []).map(({ resource }) => resource), [state?.chats])
  useAskedChat(chatUris, chat, showChat)
  const showTerminal = useCallback(() => onShowDock('terminal'), [onShowDock])
  const runYourself = useRunInTerminal(session, folder, showTerminal)

  if (found.status === 'gone' && state === undefined) return <EmptyState text={t('sessions.gone')} />
  const waiting = isOnline ? undefined : <EmptyState text={t('sessions.unknownOffline')} />
  if (state === undefined) return waiting ?? <Skeleton label={t('chat.loading')} lines={8} />

  const facts = roadsteadMeta(SessionFacts, state._meta)
  const agent = root?.agents.find(({ provider }) => provider === state.provider)
  const turn = chatState?.activeTurn
  const level = state.config?.values['permissionLevel']
  const canChange = isOnline && found.status === 'ready'
  const canFork = canChange && agent?.capabilities?.multipleChats?.fork === true
  const hasModels = (agent?.models.length ?? 0) > 0 || (agent?.protectedResources?.length ?? 0) > 0
  const lastTurn = chatState?.turns.at(-1)?.id
  const context = chatState === undefined ? undefined : contextOf(chatState)

  function stop() {
    if (turn === undefined || chat === undefined) return
    const duration = Math.max(0, Date.now() - Date.parse(turn.startedAt))
    void offers.act(chat, { type: 'chat/turnCancelled', turnId: turn.id, duration })
  }

  return (
    <RunYourselfContext value={runYourself}>
      <SessionHeader
        title={state.title}
        facts={[
          folder === undefined ? '' : shownPath(folder, home),
          facts?.branch ?? '',
          agentName(state.provider, agent, t),
        ].filter(Boolean)}
        level={typeof level === 'string' ? level : undefined}
        isWorking={turn !== undefined}
        canChange={canChange}
        start={start}
        end={end}
        context={context === undefined ? undefined : <ContextMeter context={context} />}
        isRenaming={isRenaming}
        onRenaming={setRenaming}
        isLevelOpen={isLevelOpen}
        onLevelOpen={setLevelOpen}
        onRename={(title) => void offers.act(session, { type: 'session/titleChanged', title })}
        onLevel={(next) =>
          void offers.act(session, { type: 'session/configChanged', config: { permissionLevel: next } })
        }
        onStop={stop}
      />
      <ChatSwitcher chats={chats} shown={chat} onShow={showChat} />
      {state.lifecycle === 'failed' ? (
        <ErrorState
          text={t('chat.creationFailed', { reason: hostText(state.creationError?.message ?? '') })}
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
          onShowTerminal={showTerminal}
          onFork={canFork ? fork : undefined}
          onChooseModel={hasModels ? () => setModelOpen(true) : undefined}
        />
      )}
      <SessionFoot
        // A chat has words of its own in its box.
        key={chat ?? 'none'}
        session={session}
        chat={chat}
        chatState={chatState}
        state={state}
        canChange={canChange}
        hasModels={hasModels}
        isModelOpen={isModelOpen}
        onModelOpen={setModelOpen}
        apple={apple}
        onCommand={onCommand}
        onLevel={typeof level === 'string' ? () => setLevelOpen(true) : undefined}
        onRename={() => setRenaming(true)}
        onFork={canFork && lastTurn !== undefined ? () => fork(lastTurn) : undefined}
      />
    </RunYourselfContext>
  )
}
