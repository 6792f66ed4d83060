import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ChatState } from '../../../protocol/channels/chat/state.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useOffers } from '../../hosts/use-offer.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { FindBar } from './find-bar.tsx'
import { rowOfTurn } from './find-turns.ts'
import { FoldMemoryContext, type FoldMemory } from './fold-memory.ts'
import { pendingOf } from './pending.ts'
import { useRevealedTurn } from './reveal.ts'
import { rowsOfChat, type Row } from './rows.ts'
import { TurnView } from './turn-view.tsx'
import { useFind } from './use-find.ts'
import { useFindKey } from './use-find-key.ts'
import { useOlderTurns, type OlderTurns } from './use-older-turns.ts'
import { useTranscript } from './use-transcript.ts'
import './transcript.css'

interface ChatViewProps {
  /** The chat's URI. */
  readonly chat: string
  readonly state: ChatState
  readonly isStale: boolean
  onShowChanges(): void
  onShowTerminal(): void
  /** Given where the agent can begin another chat from a turn. */
  readonly onFork?: ((turnId: string) => void) | undefined
  /** Opens the choice of a model. */
  readonly onChooseModel?: (() => void) | undefined
}

/** Older turns are asked for when so few rows are left above. */
const nearBegin = 8

/** The turns of a chat. New text never moves what is being read. */
export function ChatView(props: ChatViewProps) {
  return <Transcript key={props.chat} {...props} />
}

function Transcript(props: ChatViewProps) {
  const { chat, state, isStale, onShowTerminal } = props
  const onShowChanges = useStable(props.onShowChanges)
  const onFork = useStable(props.onFork)
  const onChooseModel = useStable(props.onChooseModel)
  const { t } = useI18n()
  const { turns, activeTurn, turnsNextCursor } = state
  const [folds] = useState<FoldMemory>(() => new Map())
  const root = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOfChat(turns, activeTurn), [turns, activeTurn])
  const work = state.backgroundWork?.length ?? 0
  const { scroller, virtualizer, hasNewBelow, toEnd, goTo, listeners } = useTranscript({
    rows,
    last: activeTurn ?? turns.at(-1),
    paddingStart: turnsNextCursor === undefined ? 16 : 48,
    paddingEnd: work > 0 ? 56 : 24,
  })
  const drawn = virtualizer.getVirtualItems()
  const firstDrawn = drawn[0]?.index ?? 0
  const lastDrawn = drawn.at(-1)?.index ?? 0
  const firstSeen = virtualizer.range?.startIndex ?? 0

  const find = useFind({ rows, firstSeen, drawn: `${firstDrawn} ${lastDrawn}`, column, goTo })
  useFindKey(root, find.open)
  const [sought, setSought] = useState<string | undefined>(undefined)
  const isSearching = find.isOpen && find.text.trim() !== ''
  const older = useOlderTurns(chat, turnsNextCursor, firstSeen < nearBegin || isSearching || sought !== undefined)

  useRevealedTurn(chat, rows, (turnId) => {
    const index = rowOfTurn(rows, turnId)
    if (index !== -1) goTo(index)
    const isOver = index !== -1 || turnsNextCursor === undefined
    setSought(isOver ? undefined : turnId)
    return index !== -1
  })

  // A message of one's own is always followed.
  const activeId = activeTurn?.id
  const isStart = useRef(true)
  useEffect(() => {
    if (!isStart.current && activeId !== undefined) toEnd()
    isStart.current = false
  }, [activeId, toEnd])

  const onResume = useResume(chat, state)
  const isWaiting = activeTurn !== undefined && pendingOf(state).length > 0
  const latest = activeTurn === undefined ? turns.at(-1) : undefined
  const viewOf = (row: Row) => (
    <TurnView
      row={row}
      isLatest={row.turn === latest}
      {...(row.isActive ? { isWaiting, activity: state.activity } : {})}
      {...(row.turn === latest ? { onResume, onChooseModel } : {})}
      onFork={onFork}
      onShowChanges={onShowChanges}
    />
  )

  return (
    <FoldMemoryContext value={folds}>
      <div className="chat" ref={root}>
        {find.isOpen && (
          <FindBar
            text={find.text}
            at={find.at}
            count={find.count}
            isLoading={isSearching && older.status === 'loading'}
            onText={find.setText}
            onMove={find.move}
            onClose={() => {
              find.close()
              scroller.current?.focus({ preventScroll: true })
            }}
          />
        )}
        <div
          ref={scroller}
          className={`chat__scroller scroll ${isStale ? 'is-stale' : ''}`}
          data-transcript=""
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={t('chat.label')}
          {...listeners}
        >
          {rows.length === 0 ? (
            <EmptyState text={t('chat.empty')} />
          ) : (
            <div ref={column} className="chat__rows" style={{ height: virtualizer.getTotalSize() }}>
              {turnsNextCursor !== undefined && <OlderLine older={older} />}
              {drawn.map((item) => {
                const row = rows[item.index]
                return (
                  row !== undefined && (
                    <div
                      key={item.key}
                      ref={virtualizer.measureElement}
                      className="chat__row"
                      data-index={item.index}
                      data-key={row.key}
                      style={{ transform: `translateY(${item.start}px)` }}
                    >
                      {viewOf(row)}
                    </div>
                  )
                )
              })}
              {work > 0 && (
                <button type="button" className="chat__work" onClick={onShowTerminal}>
                  {t('chat.backgroundWork', { count: work })}
                </button>
              )}
            </div>
          )}
        </div>
        {hasNewBelow && (
          <Button className="chat__below" icon={<ArrowDown size={14} />} onClick={toEnd}>
            {t('chat.newBelow')}
          </Button>
        )}
      </div>
    </FoldMemoryContext>
  )
}

function OlderLine({ older }: { older: OlderTurns }) {
  const { t } = useI18n()
  return (
    <div className="chat__older">
      {older.status === 'loading' ? (
        <span role="status">{t('chat.loadingOlder')}</span>
      ) : (
        <Button look="quiet" onClick={older.load}>
          {t('chat.older')}
        </Button>
      )}
    </div>
  )
}

/** The same function for as long as there is one, so that turns are not drawn again for a new one of the same meaning. */
function useStable<F extends ((...args: never[]) => void) | undefined>(wanted: F): F {
  const latest = useRef(wanted)
  useEffect(() => {
    latest.current = wanted
  })
  const call = useCallback((...args: never[]) => latest.current?.(...args), [])
  return (wanted === undefined ? undefined : call) as F
}

/** Resumes the last turn, where that can be. */
function useResume(chat: string, { turns, activeTurn }: ChatState): (() => void) | undefined {
  const offers = useOffers(useToast())
  const turnId = activeTurn === undefined ? turns.at(-1)?.id : undefined
  return useMemo(() => {
    if (turnId === undefined) return undefined
    return () => void offers.act(chat, { type: 'chat/turnResume', turnId })
  }, [chat, offers, turnId])
}
