import { Archive } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import { useChannel } from '../../hosts/use-channel.ts'
import { useIsCurrent, useIsOnline, useSessions } from '../../hosts/use-connection.ts'
import { useNow } from '../../hosts/use-now.ts'
import { agentName } from '../../platform/agent-name.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { usePreferenceValue } from '../../platform/preferences.ts'
import { BulkBar } from './bulk-bar.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { isArchived } from './group.ts'
import { GroupHeading } from './group-heading.tsx'
import type { ListEntry } from './list-entries.ts'
import { ListTools } from './list-tools.tsx'
import { pin, shiftPin, unpin } from './pins.ts'
import { anchorAt, extendTo, keepIn, nothingChosen, toggle } from './selection.ts'
import { SessionGrid, type GridHandle } from './session-grid.tsx'
import { SessionRow } from './session-row.tsx'
import { useListContents } from './use-list-contents.ts'
import { useListKeyboard } from './use-list-keyboard.ts'
import { usePinDrop } from './use-pin-drop.ts'
import { useSessionCommands } from './use-session-commands.ts'
import { useStableActions } from './use-stable-actions.ts'
import './sessions.css'

interface SessionListProps {
  readonly selected: string | undefined
  /** Sessions in the panes, the selected one among them. */
  readonly open: readonly string[]
  onSelect(session: string): void
  /** Absent where there is no room for panes side by side. */
  readonly onOpenBeside?: ((session: string) => void) | undefined
  onNew(): void
  /** The session was deleted. */
  onGone(session: string): void
  readonly newKeys: string | undefined
  readonly besideKeys: string | undefined
}

/** The list of sessions: what needs the person on top. Arrows move, typing filters, space and shift choose several. */
export function SessionList(props: SessionListProps) {
  const { selected, open, onSelect, onOpenBeside, onNew, onGone, newKeys, besideKeys } = props
  const { t } = useI18n()
  const sessions = useSessions()
  const isOnline = useIsOnline()
  const commands = useSessionCommands()
  const agents = useChannel(ROOT_URI, 'root').state?.agents
  const now = useNow()
  const pinned = usePreferenceValue('pinnedSessions')
  const [view, setView] = useState<'current' | 'archived'>('current')
  const [filter, setFilter] = useState('')
  const [choice, setChoice] = useState(nothingChosen)
  const [entered, setEntered] = useState<string | undefined>(undefined)
  const [renaming, setRenaming] = useState<string | undefined>(undefined)
  const [deleting, setDeleting] = useState<readonly SessionSummary[]>([])
  const drop = usePinDrop()
  const grid = useRef<GridHandle>(null)
  const filterBox = useRef<HTMLInputElement>(null)

  const isLoaded = sessions.status === 'ready'
  const items = isLoaded ? sessions.items : undefined
  const contents = useListContents(items, view, filter, drop.dragging !== undefined)
  const { entries, order, summaries } = contents
  const selection = keepIn(choice, order)
  const chosen = order.flatMap((session) => (selection.chosen.has(session) ? (summaries.get(session) ?? []) : []))
  const stop = [entered, selected].find((session) => session !== undefined && summaries.has(session)) ?? order[0]

  function show(next: 'current' | 'archived') {
    setView(next)
    setChoice(nothingChosen)
    setFilter('')
  }

  /** Puts away, or takes back out what is all put away. The focus goes on to what takes the place of what leaves. */
  function archive(list: readonly SessionSummary[]) {
    const leaving = new Set(list.map(({ resource }) => resource))
    const stays = (session: string) => !leaving.has(session)
    const last = order.findLastIndex((session) => leaving.has(session))
    const next = order.slice(last + 1).find(stays) ?? order.findLast(stays)
    if (next !== undefined && document.activeElement?.closest('[role="grid"]') != null) grid.current?.focus(next)
    setChoice(nothingChosen)
    if (list.every(isArchived)) commands.unarchive(list)
    else commands.archive(list.filter((summary) => !isArchived(summary)))
  }

  /** What a key is about: all that is chosen, or the line it is pressed on. */
  function about(session: string): readonly SessionSummary[] {
    return selection.chosen.size > 0 ? chosen : [summaries.get(session)].filter((each) => each !== undefined)
  }

  const actions = useStableActions({
    press(session, how) {
      setEntered(session)
      if (how === 'extend') setChoice(extendTo({ ...selection, anchor: selection.anchor ?? selected }, order, session))
      // With fingers, one that was chosen by the menu makes each tap choose.
      else if (how === 'toggle' || (selection.chosen.size > 0 && isTouch())) setChoice(toggle(selection, session))
      else {
        setChoice(anchorAt(session))
        onSelect(session)
      }
    },
    openBeside: (session) => onOpenBeside?.(session),
    startRename: setRenaming,
    endRename(summary, title) {
      setRenaming(undefined)
      if (title !== undefined) commands.rename(summary, title)
      setTimeout(() => grid.current?.focus(summary.resource), 0)
    },
    setPinned: (session, isPinned) => (isPinned ? pin(session) : unpin(session)),
    movePin(session, step) {
      const pins = entries.filter((entry) => entry.kind === 'session' && entry.group.kind === 'pinned')
      shiftPin(
        pins.map(({ key }) => key),
        session,
        step,
      )
    },
    archive: (summary) => archive([summary]),
    unarchive: (summary) => archive([summary]),
    setRead: commands.setRead,
    stop: commands.stop,
    askDelete: (summary) => setDeleting([summary]),
    enter: setEntered,
    drag: drop.drag,
  })
  const onKeyDown = useListKeyboard({
    contents,
    selection,
    actions,
    grid,
    filterBox,
    page: 10,
    onChoice: setChoice,
    onEscape() {
      if (filter === '' && view === 'current') return false
      show('current')
      return true
    },
    onArchive: (session) => archive(about(session)),
    onDelete: (session) => setDeleting(about(session)),
    onOpenBeside,
  })

  const isReachable = useIsCurrent()
  const canOpenBeside = onOpenBeside !== undefined
  const rowFacts = useMemo(() => {
    const common = { isReachable, now, canOpenBeside, besideKeys }
    return { plain: { ...common, showsFolder: true }, inFolder: { ...common, showsFolder: false } }
  }, [isReachable, now, canOpenBeside, besideKeys])

  function draw(entry: ListEntry) {
    if (entry.kind === 'drop')
      return (
        <div role="gridcell" className="session-list__drop">
          {t('sessions.dropToPin')}
        </div>
      )
    const { group } = entry
    if (entry.kind === 'heading')
      return (
        <div role="gridcell">
          <GroupHeading group={group} isClosed={entry.isClosed} onToggle={() => contents.toggleGroup(group.id)} />
        </div>
      )
    const { summary } = entry
    const session = summary.resource
    return (
      <SessionRow
        summary={summary}
        agent={agentName(
          summary.provider,
          agents?.find(({ provider }) => provider === summary.provider),
          t,
        )}
        isOpen={open.includes(session)}
        isSelected={session === selected}
        isChosen={selection.chosen.has(session)}
        isPinned={pinned.includes(session)}
        isAmongPins={group.kind === 'pinned'}
        isRenaming={renaming === session}
        isStop={session === stop}
        facts={group.kind === 'folder' ? rowFacts.inFolder : rowFacts.plain}
        actions={actions}
      />
    )
  }

  return (
    <>
      <ListTools
        view={view}
        filter={filter}
        filterBox={filterBox}
        isOnline={isOnline}
        newKeys={newKeys}
        onFilter={setFilter}
        onNew={onNew}
        onBack={() => show('current')}
        onEnterList={() => order[0] !== undefined && grid.current?.focus(order[0])}
      />
      <div
        className={`session-list ${isOnline ? '' : 'is-stale'}`}
        data-view={view === 'archived' ? 'archived' : undefined}
      >
        {!isLoaded ? (
          <Skeleton label={t('sessions.loading')} lines={6} />
        ) : entries.length > 0 ? (
          <SessionGrid
            label={t(view === 'archived' ? 'sessions.group.archived' : 'sessions.list')}
            entries={entries}
            chosen={selection.chosen}
            stop={stop}
            draw={draw}
            handle={grid}
            drop={drop}
            onKeyDown={onKeyDown}
          />
        ) : filter !== '' ? (
          <EmptyState
            text={t('sessions.noMatch', { text: filter })}
            action={<Button onClick={() => setFilter('')}>{t('sessions.clearFilter')}</Button>}
          />
        ) : (
          <EmptyState text={t(view === 'archived' ? 'sessions.archiveEmpty' : 'sessions.empty')} />
        )}
      </div>
      {selection.chosen.size > 0 ? (
        <BulkBar
          count={selection.chosen.size}
          areArchived={chosen.every(isArchived)}
          isOnline={isOnline}
          onArchive={() => archive(chosen)}
          onDelete={() => setDeleting(chosen)}
          onClear={() => setChoice(nothingChosen)}
        />
      ) : (
        view === 'current' &&
        contents.archivedCount > 0 && (
          <button type="button" className="session-list__archive" onClick={() => show('archived')}>
            <Archive size={14} aria-hidden="true" />
            <span>{t('sessions.group.archived')}</span>
            <span className="tabular dim">{contents.archivedCount}</span>
          </button>
        )
      )}
      <DeleteDialog
        sessions={deleting}
        onCancel={() => setDeleting([])}
        onDelete={(list) => {
          setDeleting([])
          setChoice(nothingChosen)
          void commands.remove(list).then((gone) => {
            for (const session of gone) {
              unpin(session)
              onGone(session)
            }
          })
        }}
      />
    </>
  )
}

function isTouch(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}
