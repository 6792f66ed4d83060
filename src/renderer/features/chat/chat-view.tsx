import { ArrowDown } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { ChatState } from '../../../protocol/channels/chat/state.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/states.tsx'
import { useCommand, useDispatch } from '../../hosts/use-request.ts'
import { useToast } from '../../components/toast.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { pendingOf } from './pending.ts'
import { TurnView } from './turn-view.tsx'
import { useFollowScroll } from './use-follow-scroll.ts'

interface ChatViewProps {
  /** The chat's URI. */
  readonly chat: string
  readonly state: ChatState
  readonly isStale: boolean
  onShowChanges(): void
  onShowTerminal(): void
}

/** The turns of a chat. New text never moves what is being read. */
export function ChatView({ chat, state, isStale, onShowChanges, onShowTerminal }: ChatViewProps) {
  const { t } = useI18n()
  const dispatch = useDispatch()
  const command = useCommand()
  const toast = useToast()
  const { scroller, content, hasNewBelow, toBottom, onUse, onScroll } = useFollowScroll(
    chat,
    state.activeTurn ?? state.turns.at(-1),
  )
  const last = state.turns.at(-1)

  const resume = useMemo(() => {
    if (last === undefined || state.activeTurn !== undefined) return undefined
    return () =>
      void dispatch(chat, { type: 'chat/turnResume', turnId: last.id }).then((outcome) => {
        if (outcome.kind !== 'applied') toast({ text: t('common.notDone', { reason: outcome.reason }), tone: 'bad' })
      })
  }, [chat, dispatch, last, state.activeTurn, t, toast])

  // A message of one's own is always followed.
  const activeId = state.activeTurn?.id
  useEffect(() => {
    if (activeId !== undefined) toBottom()
  }, [activeId, toBottom])

  const work = state.backgroundWork?.length ?? 0
  return (
    <div className="chat">
      <div
        ref={scroller}
        className={`chat__scroller scroll ${isStale ? 'is-stale' : ''}`}
        onScroll={onScroll}
        onClickCapture={({ target }) => onUse(target)}
        onKeyDownCapture={({ key, target }) => key === 'ArrowRight' && onUse(target)}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t('chat.label')}
      >
        <div ref={content} className="chat__column">
          {state.turnsNextCursor !== undefined && (
            <Button
              look="quiet"
              onClick={() =>
                void command('fetchTurns', { channel: chat, cursor: state.turnsNextCursor ?? '' }).then((outcome) => {
                  if (outcome.kind !== 'done') toast({ text: outcome.reason, tone: 'bad' })
                })
              }
            >
              {t('chat.older')}
            </Button>
          )}
          {state.turns.length === 0 && state.activeTurn === undefined && <EmptyState text={t('chat.empty')} />}
          {state.turns.map((turn) => (
            <TurnView
              key={turn.id}
              turn={turn}
              isActive={false}
              onShowChanges={onShowChanges}
              {...(turn === last && resume !== undefined ? { onResume: resume } : {})}
            />
          ))}
          {state.activeTurn !== undefined && (
            <TurnView
              key={state.activeTurn.id}
              turn={state.activeTurn}
              isActive
              isWaiting={pendingOf(state).length > 0}
              onShowChanges={onShowChanges}
            />
          )}
          {work > 0 && (
            <button type="button" className="chat__work" onClick={onShowTerminal}>
              {t('chat.backgroundWork', { count: work })}
            </button>
          )}
        </div>
      </div>
      {hasNewBelow && (
        <Button className="chat__below" icon={<ArrowDown size={14} />} onClick={() => toBottom()}>
          {t('chat.newBelow')}
        </Button>
      )}
    </div>
  )
}
