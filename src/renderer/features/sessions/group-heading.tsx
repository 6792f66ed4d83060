import { ChevronRight } from 'lucide-react'
import { useHostFacts } from '../../hosts/use-channel.ts'
import { folderName, shownPath } from '../../platform/folder-name.ts'
import { useI18n } from '../../platform/i18n.tsx'
import type { SessionGroup } from './arrange.ts'

interface GroupHeadingProps {
  readonly group: SessionGroup
  readonly isClosed: boolean
  onToggle(): void
}

/** The heading of a group; a click closes and opens it. */
export function GroupHeading({ group, isClosed, onToggle }: GroupHeadingProps) {
  const { t } = useI18n()
  const home = useHostFacts()?.home
  const { kind, folder, items } = group
  const label =
    kind !== 'folder' ? t(`sessions.group.${kind}`) : folder === undefined ? t('sessions.noFolder') : folderName(folder)
  return (
    <h2 className={`session-group__head session-group__head--${kind}`}>
      <button
        type="button"
        className="session-group__toggle"
        tabIndex={-1}
        aria-expanded={!isClosed}
        title={folder === undefined ? undefined : shownPath(folder, home)}
        onClick={onToggle}
      >
        <span className="truncate">{label}</span>
        <span className="session-group__count tabular">{items.length}</span>
        <ChevronRight className="session-group__chevron" size={12} aria-hidden="true" />
      </button>
    </h2>
  )
}
