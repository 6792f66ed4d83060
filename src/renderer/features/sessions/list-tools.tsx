import { ArrowLeft, FolderTree, ListFilter, Plus, Search, X } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { Kbd } from '../../components/states.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { usePreference } from '../../platform/preferences.ts'

interface ListToolsProps {
  readonly view: 'current' | 'archived'
  readonly filter: string
  readonly filterBox: RefObject<HTMLInputElement | null>
  readonly isOnline: boolean
  readonly newKeys: string | undefined
  onFilter(text: string): void
  onNew(): void
  onBack(): void
  /** ↓ in the filter. */
  onEnterList(): void
}

/** Above the list: a new session, the filter, and by what the list is grouped. */
export function ListTools(props: ListToolsProps) {
  const { view, filter, filterBox, isOnline, newKeys, onFilter, onNew, onBack, onEnterList } = props
  const { t } = useI18n()

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && filter !== '') onFilter('')
    else if (event.key === 'ArrowDown' || event.key === 'Enter') onEnterList()
    else return
    event.preventDefault()
  }

  return (
    <div className="session-tools">
      {view === 'current' ? (
        <Button
          className="session-tools__new"
          look="plain"
          icon={<Plus size={16} />}
          onClick={onNew}
          disabled={!isOnline}
        >
          <span className="session-tools__label">{t('sessions.new')}</span>
          {newKeys !== undefined && <Kbd>{newKeys}</Kbd>}
        </Button>
      ) : (
        <Button className="session-tools__new" look="quiet" icon={<ArrowLeft size={16} />} onClick={onBack}>
          <span className="session-tools__label">{t('sessions.backFromArchive')}</span>
        </Button>
      )}
      <div className="session-tools__row">
        <div className="session-filter">
          <Search size={14} aria-hidden="true" />
          <input
            ref={filterBox}
            type="text"
            data-session-filter=""
            aria-label={t('sessions.filter')}
            placeholder={t('sessions.filter')}
            value={filter}
            onChange={(event) => onFilter(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {filter !== '' && (
            <IconButton label={t('sessions.clearFilter')} icon={<X size={14} />} onClick={() => onFilter('')} />
          )}
        </div>
        {view === 'current' && <GroupingMenu />}
      </div>
    </div>
  )
}

function GroupingMenu() {
  const { t } = useI18n()
  const [grouping, setGrouping] = usePreference('sessionGrouping')
  const choices = [
    { id: 'need', label: t('sessions.byNeed'), icon: <ListFilter size={14} /> },
    { id: 'folder', label: t('sessions.byFolder'), icon: <FolderTree size={14} /> },
  ] as const
  const label = t('sessions.grouping', { by: t(grouping === 'need' ? 'sessions.byNeed' : 'sessions.byFolder') })
  return (
    <Menu
      view="menu-grouping"
      label={t('sessions.groupBy')}
      align="end"
      items={choices.map(({ id, label: text, icon }) => ({
        id,
        label: text,
        icon,
        checked: id === grouping,
        run: () => setGrouping(id),
      }))}
    >
      <IconButton label={label} icon={grouping === 'need' ? <ListFilter size={16} /> : <FolderTree size={16} />} />
    </Menu>
  )
}
