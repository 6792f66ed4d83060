import { useMemo, useState, type KeyboardEvent } from 'react'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { Kbd } from '../../components/states.tsx'
import { folderName } from '../../platform/folder-name.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { rankMatches } from './rank-matches.ts'
import './palette.css'

/** Something to do, with the key that does it. */
export interface PaletteCommand {
  readonly id: string
  readonly label: string
  readonly keys?: string
  run(): void
}

interface PaletteProps {
  readonly sessions: readonly SessionSummary[]
  readonly commands: readonly PaletteCommand[]
  onSession(session: string): void
  onDone(): void
}

interface Entry {
  readonly id: string
  readonly section: 'sessions' | 'commands'
  readonly label: string
  readonly hint?: string
  readonly keys?: string
  run(): void
}

/** Sessions and commands in one list, found by a few letters. */
export function Palette({ sessions, commands, onSession, onDone }: PaletteProps) {
  const { t } = useI18n()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const entries = useMemo<readonly Entry[]>(() => {
    const all: Entry[] = [
      ...sessions.map((summary) => ({
        id: summary.resource,
        section: 'sessions' as const,
        label: summary.title || t('sessions.untitled'),
        hint: folderName(summary.workingDirectories?.[0]),
        run: () => onSession(summary.resource),
      })),
      ...commands.map((command) => ({ ...command, section: 'commands' as const })),
    ]
    const found = rankMatches(all, text, (entry) => entry.label)
    // Sections stay together, the better one first.
    const first = found[0]?.section
    return [...found.filter((entry) => entry.section === first), ...found.filter((entry) => entry.section !== first)]
  }, [sessions, commands, text, t, onSession])
  const active = entries[Math.min(at, entries.length - 1)]

  function choose(entry: Entry | undefined) {
    if (entry === undefined) return
    onDone()
    entry.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt(Math.min(entries.length - 1, at + 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1))
    else if (event.key === 'Enter') choose(active)
    else return
    event.preventDefault()
  }

  return (
    <div className="palette">
      <input
        className="palette__box"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={active === undefined ? undefined : `palette-${active.id}`}
        aria-label={t('palette.placeholder')}
        placeholder={t('palette.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" aria-label={t('palette.title')} className="palette__list scroll">
        {entries.length === 0 && <p className="palette__none">{t('palette.none')}</p>}
        {entries.map((entry, index) => (
          <div key={entry.id}>
            {entry.section !== entries[index - 1]?.section && (
              <div className="palette__section" role="presentation">
                {t(`palette.${entry.section}`)}
              </div>
            )}
            <button
              type="button"
              tabIndex={-1}
              id={`palette-${entry.id}`}
              role="option"
              aria-selected={entry === active}
              className="palette__entry"
              ref={(element) => {
                if (entry === active) element?.scrollIntoView({ block: 'nearest' })
              }}
              onMouseMove={() => setAt(index)}
              onClick={() => choose(entry)}
            >
              <span className="truncate">{entry.label}</span>
              {entry.hint !== undefined && <span className="palette__hint truncate">{entry.hint}</span>}
              {entry.keys !== undefined && <Kbd>{entry.keys}</Kbd>}
            </button>
          </div>
        ))}
      </div>
    </div>
  )
}
