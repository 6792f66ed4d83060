import { Archive, ArchiveRestore, MoreHorizontal, Pin, PinOff, Square, SquareCheck } from 'lucide-react'
import { memo, type KeyboardEvent, type MouseEvent } from 'react'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { IconButton } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { StatusGlyph } from '../../components/status-glyph.tsx'
import { folderName } from '../../platform/folder-name.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { startSessionDrag } from './drag.ts'
import { changedLines, factsOf, isArchived, isUnread } from './group.ts'
import { RenameBox } from './rename-box.tsx'
import type { RowActions, RowFacts } from './row-actions.ts'
import { rowMenu } from './row-menu.tsx'
import { statusWords } from './row-words.ts'

interface SessionRowProps {
  readonly summary: SessionSummary
  /** What its agent is called. */
  readonly agent: string
  readonly isOpen: boolean
  /** Open, and the pane that has the focus. */
  readonly isSelected: boolean
  readonly isChosen: boolean
  readonly isPinned: boolean
  readonly isAmongPins: boolean
  readonly isRenaming: boolean
  /** Whether the Tab key stops here. */
  readonly isStop: boolean
  readonly facts: RowFacts
  readonly actions: RowActions
}

/** One session: its sign, title, where it works, whose it is, age and lines changed. */
export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { summary, agent, isOpen, isSelected, isChosen, isPinned, isRenaming, isStop, facts, actions } = props
  const { t, age, ago, locale } = useI18n()
  const session = summary.resource
  const title = summary.title || t('sessions.untitled')
  const { glyph, words } = statusWords(summary, facts.isReachable, facts.now, { t, ago, locale })
  const archived = isArchived(summary)
  const unread = isUnread(summary) && !isSelected
  const { added, removed } = changedLines(summary)
  const branch = factsOf(summary)?.branch
  const folder = folderName(summary.workingDirectories?.[0])
  const place = [facts.showsFolder ? folder : '', branch].filter(Boolean).join(' · ')

  if (isRenaming)
    return (
      <div className="session-row" role="gridcell">
        <RenameBox
          label={t('sessions.renameField')}
          title={summary.title}
          onDone={(next) => actions.endRename(summary, next)}
        />
      </div>
    )

  function onClick(event: MouseEvent) {
    if (event.shiftKey) actions.press(session, 'extend')
    else if (event.metaKey || event.ctrlKey) actions.press(session, 'toggle')
    else actions.press(session, 'open')
  }

  const menu = rowMenu(t, props)
  const state = isSelected ? 'session-row--selected' : isOpen ? 'session-row--open' : ''
  return (
    <div
      className={`session-row ${state} ${isChosen ? 'session-row--chosen' : ''}`}
      draggable={!archived}
      onDragStart={(event) => {
        startSessionDrag(event, session)
        actions.drag(session)
      }}
      onDragEnd={() => actions.drag(undefined)}
    >
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button in it names it */}
      <div role="gridcell" className="session-row__cell">
        <button
          type="button"
          className="session-row__main"
          tabIndex={isStop ? 0 : -1}
          aria-current={isSelected ? 'true' : undefined}
          onClick={onClick}
          onFocus={() => actions.enter(session)}
          onDoubleClick={() => !archived && actions.startRename(session)}
        >
          <span className="session-row__glyph" title={words}>
            {isChosen ? (
              <SquareCheck size={14} className="session-row__check" aria-hidden="true" />
            ) : (
              <StatusGlyph glyph={glyph} name={words} />
            )}
          </span>
          <span className={`session-row__title truncate ${unread ? 'session-row__title--unread' : ''}`}>
            {title}
            {unread && <span className="visually-hidden"> · {t('sessions.unread')}</span>}
          </span>
          <span className="session-row__place">
            <span className="session-row__agent" title={agent}>
              <span aria-hidden="true">{markOf(agent)}</span>
              <span className="visually-hidden">{agent}</span>
            </span>
            <span className="truncate" title={place}>
              {place}
            </span>
          </span>
          <span className="session-row__end tabular">
            {added + removed > 0 && (
              <span>
                <span aria-hidden="true">
                  <span className="lines-added">+{added}</span> <span className="lines-removed">−{removed}</span>
                </span>
                <span className="visually-hidden">{t('sessions.changes', { added, removed })}</span>
              </span>
            )}
            <span className="session-row__age">
              {isPinned && <Pin size={11} aria-label={t('sessions.pinned')} role="img" />}
              {age(summary.modifiedAt, facts.now)}
            </span>
            {unread && <span className="session-row__dot" aria-hidden="true" />}
          </span>
        </button>
      </div>
      {/* Reached with → from the row, so that the list is one stop of the Tab key. */}
      <div role="gridcell" tabIndex={-1} className="session-row__tools" onKeyDown={moveBetweenTools}>
        {glyph === 'working' && (
          <IconButton
            tabIndex={-1}
            label={t('sessions.stop')}
            icon={<Square size={13} />}
            onClick={() => actions.stop(summary)}
          />
        )}
        {archived ? (
          <IconButton
            tabIndex={-1}
            label={t('sessions.unarchive')}
            icon={<ArchiveRestore size={14} />}
            onClick={() => actions.unarchive(summary)}
          />
        ) : (
          <>
            <IconButton
              tabIndex={-1}
              label={t(isPinned ? 'sessions.unpin' : 'sessions.pin')}
              icon={isPinned ? <PinOff size={14} /> : <Pin size={14} />}
              onClick={() => actions.setPinned(session, !isPinned)}
            />
            <IconButton
              tabIndex={-1}
              label={t('sessions.archive')}
              icon={<Archive size={14} />}
              onClick={() => actions.archive(summary)}
            />
          </>
        )}
        <Menu view="menu-session" label={t('sessions.menu', { title })} items={menu} align="end">
          <IconButton tabIndex={-1} label={t('sessions.menu', { title })} icon={<MoreHorizontal size={14} />} />
        </Menu>
      </div>
    </div>
  )
})

/** The first letter or character of an agent's name. */
function markOf(agent: string): string {
  return [...agent.trim()][0]?.toUpperCase() ?? ''
}

/** ← and → among the row's buttons, and back to the row. */
function moveBetweenTools(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = tools.findIndex((tool) => tool === document.activeElement)
  if (at === -1) return
  event.preventDefault()
  event.stopPropagation()
  const next = event.key === 'ArrowRight' ? tools[Math.min(at + 1, tools.length - 1)] : tools[at - 1]
  const row = event.currentTarget.closest('.session-row')?.querySelector<HTMLElement>('.session-row__main')
  ;(next ?? row)?.focus()
}
