import { File, Settings2 } from 'lucide-react'
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Kbd } from '../../components/states.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { usePreference } from '../../platform/preferences.ts'
import { shownEntries, withRecent, type PaletteEntry, type Section } from './entries.ts'
import { useFiles } from './use-files.ts'
import './palette.css'

interface PaletteProps {
  /** Sessions, commands and settings. */
  readonly entries: readonly PaletteEntry[]
  /** The chat whose files are searched. */
  readonly chat: string | undefined
  /** `mention` is how a message names the file. */
  onFile(mention: string): void
  onDone(): void
}

const icons: Partial<Record<Section, ReactNode>> = {
  settings: <Settings2 size={14} />,
  files: <File size={14} />,
}

/** Sessions, files, commands and settings in one list, found by a few letters; what was chosen lately first. */
export function Palette({ entries, chat, onFile, onDone }: PaletteProps) {
  const { t } = useI18n()
  const [recent, setRecent] = usePreference('paletteRecent')
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const files = useFiles(chat, text)
  const shown = useMemo(() => {
    const found = files.map((item): PaletteEntry => ({
      id: `file ${item.insertText}`,
      section: 'files',
      label: item.attachment.label,
      hint: item.insertText.replace(/^@/, ''),
      run: () => onFile(item.insertText),
    }))
    return shownEntries([...entries, ...found], text, recent)
  }, [entries, files, text, recent, onFile])
  const active = shown[Math.min(at, shown.length - 1)]?.entry

  function choose(entry: PaletteEntry | undefined) {
    if (entry === undefined) return
    if (entry.section !== 'files') setRecent([...withRecent(recent, entry.id)])
    onDone()
    entry.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const last = shown.length - 1
    if (event.key === 'ArrowDown') setAt(at >= last ? 0 : at + 1)
    else if (event.key === 'ArrowUp') setAt(at <= 0 ? Math.max(0, last) : Math.min(at, last) - 1)
    else if (event.key === 'PageDown') setAt(Math.min(last, at + 8))
    else if (event.key === 'PageUp') setAt(Math.max(0, at - 8))
    else if (event.key === 'Enter') choose(active)
    else return
    event.preventDefault()
  }

  return (
    <div className="palette">
      <input
        className="palette__box"
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={active === undefined ? undefined : `palette-option-${Math.min(at, shown.length - 1)}`}
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
        {shown.length === 0 && <p className="palette__none">{t('palette.none')}</p>}
        {shown.map(({ entry, section }, index) => (
          <div key={entry.id} role="presentation">
            {section !== shown[index - 1]?.section && (
              <div className="palette__section" role="presentation">
                {t(`palette.${section}`)}
              </div>
            )}
            <button
              type="button"
              tabIndex={-1}
              id={`palette-option-${index}`}
              role="option"
              aria-selected={entry === active}
              className="palette__entry"
              ref={(element) => {
                if (entry === active) element?.scrollIntoView({ block: 'nearest' })
              }}
              onMouseMove={() => setAt(index)}
              onClick={() => choose(entry)}
            >
              <span className="palette__icon">{entry.icon ?? icons[entry.section]}</span>
              <span className="palette__label truncate">{entry.label}</span>
              {entry.hint !== undefined && <span className="palette__hint truncate">{entry.hint}</span>}
              {entry.keys !== undefined && <Kbd>{entry.keys}</Kbd>}
            </button>
          </div>
        ))}
      </div>
    </div>
  )
}
