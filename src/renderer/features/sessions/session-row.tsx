import { Archive, ArchiveRestore, MoreHorizontal, Square } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { roadsteadMeta, SessionFacts } from '../../../protocol/roadstead.ts'
import { hasFlag, SessionStatus } from '../../../protocol/status.ts'
import { IconButton } from '../../components/button.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import { StatusGlyph } from '../../components/status-glyph.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { folderName } from '../../platform/folder-name.ts'
import { changedLines, glyphOf, isUnread } from './group.ts'
import type { SessionCommands } from './use-session-commands.ts'

interface SessionRowProps {
  readonly summary: SessionSummary
  readonly isSelected: boolean
  readonly isReachable: boolean
  readonly isRenaming: boolean
  readonly now: number
  readonly commands: SessionCommands
  onSelect(session: string): void
  onRename(session: string | undefined): void
  onDelete(summary: SessionSummary): void
}

/** One session: its sign, title, where it works, age and lines changed. */
export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { summary, isSelected, isReachable, isRenaming, now, commands, onSelect, onRename, onDelete } = props
  const { t, age, ago } = useI18n()
  const title = summary.title || t('sessions.untitled')
  const glyph = glyphOf(summary, isReachable)
  const isArchived = hasFlag(summary.status, SessionStatus.IsArchived)
  const unread = isUnread(summary) && !isSelected
  const { added, removed } = changedLines(summary)
  const branch = roadsteadMeta(SessionFacts, summary._meta)?.branch
  const place = [folderName(summary.workingDirectories?.[0]), branch].filter(Boolean).join(' · ')
  const name = t(`glyph.${glyph}`)
  const reason = glyph === 'needs-you' || glyph === 'working' ? summary.activity : undefined
  const withReason = reason === undefined || reason === '' ? name : t('glyph.withReason', { name, reason })

  const items: (MenuItem | 'separator')[] = [
    { id: 'rename', label: t('sessions.rename'), keys: 'F2', run: () => onRename(summary.resource) },
    {
      id: 'read',
      label: unread ? t('sessions.markRead') : t('sessions.markUnread'),
      run: () => commands.setRead(summary.resource, unread),
    },
    isArchived
      ? { id: 'unarchive', label: t('sessions.unarchive'), run: () => commands.unarchive(summary) }
      : { id: 'archive', label: t('sessions.archive'), run: () => commands.archive(summary) },
    'separator',
    { id: 'delete', label: t('sessions.delete'), danger: true, run: () => onDelete(summary) },
  ]

  return (
    <li className={`session-row ${isSelected ? 'session-row--selected' : ''}`}>
      {isRenaming ? (
        <RenameBox
          label={t('sessions.renameField')}
          title={summary.title}
          onDone={(next) => {
            onRename(undefined)
            if (next !== undefined && next !== summary.title) commands.rename(summary, next)
          }}
        />
      ) : (
        <button
          type="button"
          className="session-row__main"
          aria-current={isSelected ? 'true' : undefined}
          onClick={() => onSelect(summary.resource)}
          onDoubleClick={() => onRename(summary.resource)}
          onKeyDown={(event) => {
            if (event.key === 'F2') onRename(summary.resource)
            if (event.key === 'Delete') commands.archive(summary)
          }}
        >
          <span className="session-row__glyph">
            <StatusGlyph
              glyph={glyph}
              name={t('glyph.since', { name: withReason, ago: ago(summary.modifiedAt, now) })}
            />
          </span>
          <span className={`session-row__title truncate ${unread ? 'session-row__title--unread' : ''}`}>
            {title}
            {unread && <span className="visually-hidden"> · {t('sessions.unread')}</span>}
          </span>
          <span className="session-row__age tabular">{age(summary.modifiedAt, now)}</span>
          <span className="session-row__place truncate">{place}</span>
          {added + removed > 0 && (
            <span className="session-row__lines tabular" aria-label={t('sessions.changes', { added, removed })}>
              <span className="lines-added">+{added}</span> <span className="lines-removed">−{removed}</span>
            </span>
          )}
          {unread && <span className="session-row__dot" aria-hidden="true" />}
        </button>
      )}
      {!isRenaming && (
        <div className="session-row__tools">
          {glyph === 'working' && (
            <IconButton label={t('sessions.stop')} icon={<Square size={13} />} onClick={() => commands.stop(summary)} />
          )}
          {isArchived ? (
            <IconButton
              label={t('sessions.unarchive')}
              icon={<ArchiveRestore size={14} />}
              onClick={() => commands.unarchive(summary)}
            />
          ) : (
            <IconButton
              label={t('sessions.archive')}
              icon={<Archive size={14} />}
              onClick={() => commands.archive(summary)}
            />
          )}
          <Menu label={t('sessions.menu', { title })} items={items} align="end">
            <IconButton label={t('sessions.menu', { title })} icon={<MoreHorizontal size={14} />} />
          </Menu>
        </div>
      )}
    </li>
  )
})

/** A field in the row's place. Enter keeps, Escape forgets. */
function RenameBox(props: { label: string; title: string; onDone: (title: string | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // After a menu has given its focus back.
    const timer = setTimeout(() => input.current?.select(), 0)
    return () => clearTimeout(timer)
  }, [])
  return (
    <input
      ref={input}
      className="session-row__rename"
      aria-label={props.label}
      defaultValue={props.title}
      maxLength={500}
      onBlur={(event) => props.onDone(event.target.value.trim() || undefined)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') props.onDone(event.currentTarget.value.trim() || undefined)
        if (event.key === 'Escape') props.onDone(undefined)
      }}
    />
  )
}
