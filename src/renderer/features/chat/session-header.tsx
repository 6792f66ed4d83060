import { ChevronDown, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { permissionLevels, type PermissionLevel } from '../../../protocol/roadstead.ts'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { useI18n } from '../../platform/i18n.tsx'

interface SessionHeaderProps {
  readonly title: string
  /** Folder, branch, agent: what is known, in this order. */
  readonly facts: readonly string[]
  readonly level: string | undefined
  readonly isWorking: boolean
  readonly canChange: boolean
  readonly start?: ReactNode
  readonly end?: ReactNode
  /** How full the model's window is. */
  readonly context?: ReactNode
  /** Whether the title is being changed, and the list of levels is open. */
  readonly isRenaming: boolean
  onRenaming(isRenaming: boolean): void
  readonly isLevelOpen: boolean
  onLevelOpen(isOpen: boolean): void
  onRename(title: string): void
  onLevel(level: PermissionLevel): void
  onStop(): void
}

/** Title, place, agent and permission level of the session; Stop while it works. */
export function SessionHeader(props: SessionHeaderProps) {
  const { title, facts, level, isWorking, canChange, start, end, context, onRename, onLevel, onStop } = props
  const { t } = useI18n()
  const { isRenaming, onRenaming, isLevelOpen, onLevelOpen } = props
  const shown = title || t('sessions.untitled')
  const known = permissionLevels.find((each) => each === level)

  function finish(next: string | undefined) {
    onRenaming(false)
    const trimmed = next?.trim()
    if (trimmed !== undefined && trimmed !== '' && trimmed !== title) onRename(trimmed)
  }

  return (
    <header className="session-header">
      {start}
      <div className="session-header__words">
        {isRenaming ? (
          <input
            className="session-header__rename"
            aria-label={t('sessions.renameField')}
            defaultValue={title}
            maxLength={500}
            autoFocus
            onFocus={(event) => event.target.select()}
            onBlur={(event) => finish(event.target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (event.key === 'Enter') finish(event.currentTarget.value)
              if (event.key === 'Escape') finish(undefined)
            }}
          />
        ) : (
          <h1 className="session-header__title">
            <button
              type="button"
              className="truncate"
              title={t('chat.rename')}
              disabled={!canChange}
              onClick={() => onRenaming(true)}
            >
              {shown}
            </button>
          </h1>
        )}
        <div className="session-header__facts">
          <span className="truncate">{facts.join(' · ')}</span>
          {known !== undefined && (
            <Menu
              view="menu-session-level"
              label={t('first.permission')}
              open={isLevelOpen}
              onOpenChange={onLevelOpen}
              items={permissionLevels.map((each) => ({
                id: each,
                label: t(`level.${each}`),
                hint: t(`level.${each}.hint`),
                checked: each === known,
                run: () => onLevel(each),
              }))}
            >
              <button
                type="button"
                className="session-header__level"
                disabled={!canChange}
                aria-label={t('chat.level', { level: t(`level.${known}`) })}
              >
                {t(`level.${known}`)}
                <ChevronDown size={12} aria-hidden="true" />
              </button>
            </Menu>
          )}
        </div>
      </div>
      {context}
      {isWorking && (
        <Button icon={<Square size={12} fill="currentColor" />} disabled={!canChange} onClick={onStop}>
          {t('chat.stop')}
        </Button>
      )}
      {end}
    </header>
  )
}
