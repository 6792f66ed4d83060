import { Plus, Search, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Kbd, Skeleton } from '../../components/states.tsx'
import { useIsOnline, useSessions } from '../../hosts/use-connection.ts'
import { useNow } from '../../hosts/use-now.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { groupSessions } from './group.ts'
import { SessionRow } from './session-row.tsx'
import { useSessionCommands } from './use-session-commands.ts'
import './sessions.css'

interface SessionListProps {
  readonly selected: string | undefined
  onSelect(session: string): void
  onNew(): void
  /** The session was deleted. */
  onGone(session: string): void
  readonly newKeys: string
}

/** The list of sessions: what needs the person on top. Arrows move, typing filters. */
export function SessionList({ selected, onSelect, onNew, onGone, newKeys }: SessionListProps) {
  const { t } = useI18n()
  const sessions = useSessions()
  const isOnline = useIsOnline()
  const commands = useSessionCommands()
  const now = useNow()
  const [filter, setFilter] = useState('')
  const [renaming, setRenaming] = useState<string | undefined>(undefined)
  const [deleting, setDeleting] = useState<SessionSummary | undefined>(undefined)
  const list = useRef<HTMLDivElement>(null)
  const filterBox = useRef<HTMLInputElement>(null)

  const groups = sessions.status === 'ready' ? groupSessions(sessions.items, filter) : []

  function onListKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    if (target.tagName === 'INPUT') return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('.session-row__main') ?? [])]
      const at = rows.findIndex((row) => row === document.activeElement)
      rows[Math.min(rows.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
      event.preventDefault()
    } else if (event.key.length === 1 && event.key !== ' ' && !event.metaKey && !event.ctrlKey && !event.altKey) {
      if (event.key === '?') return
      filterBox.current?.focus()
    }
  }

  return (
    <>
      <div className="session-tools">
        <Button
          className="session-tools__new"
          look="plain"
          icon={<Plus size={16} />}
          onClick={onNew}
          disabled={!isOnline}
        >
          <span className="session-tools__label">{t('sessions.new')}</span>
          <Kbd>{newKeys}</Kbd>
        </Button>
        <div className="session-filter">
          <Search size={14} aria-hidden="true" />
          <input
            ref={filterBox}
            type="text"
            aria-label={t('sessions.filter')}
            placeholder={t('sessions.filter')}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setFilter('')
              if (event.key === 'ArrowDown') list.current?.querySelector<HTMLElement>('.session-row__main')?.focus()
            }}
          />
          {filter !== '' && (
            <IconButton label={t('sessions.clearFilter')} icon={<X size={14} />} onClick={() => setFilter('')} />
          )}
        </div>
      </div>
      {/* Arrow keys move between the buttons inside, which do everything by themselves. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={list} className={`session-list scroll ${isOnline ? '' : 'is-stale'}`} onKeyDown={onListKeyDown}>
        {sessions.status === 'loading' ? (
          <Skeleton label={t('sessions.loading')} lines={6} />
        ) : groups.length === 0 ? (
          <p className="session-list__none">
            {filter === '' ? t('sessions.empty') : t('sessions.noMatch', { text: filter })}
          </p>
        ) : (
          groups.map(({ group, items }) => (
            <section
              key={group}
              className={`session-group session-group--${group}`}
              aria-label={t(`sessions.group.${group}`)}
            >
              <h2 className="session-group__head">
                {t(`sessions.group.${group}`)} <span className="tabular">{items.length}</span>
              </h2>
              <ul>
                {items.map((summary) => (
                  <SessionRow
                    key={summary.resource}
                    summary={summary}
                    isSelected={summary.resource === selected}
                    isReachable={isOnline && !sessions.stale}
                    isRenaming={renaming === summary.resource}
                    now={now}
                    commands={commands}
                    onSelect={onSelect}
                    onRename={setRenaming}
                    onDelete={setDeleting}
                  />
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
      <Dialog
        open={deleting !== undefined}
        onOpenChange={() => setDeleting(undefined)}
        title={t('sessions.deleteTitle')}
        closeLabel={t('common.close')}
        description={t('sessions.deleteText', { title: deleting?.title || t('sessions.untitled') })}
      >
        <div className="dialog__foot">
          <Button onClick={() => setDeleting(undefined)}>{t('common.cancel')}</Button>
          <Button
            look="danger"
            onClick={() => {
              const gone = deleting
              setDeleting(undefined)
              if (gone !== undefined)
                void commands.remove(gone).then((isGone) => {
                  if (isGone) onGone(gone.resource)
                })
            }}
          >
            {t('sessions.deleteButton')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
