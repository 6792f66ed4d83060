import { History, Folder } from 'lucide-react'
import { useId, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { filePathOf, fileUri, ROOT_URI } from '../../../protocol/uri.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useRequest } from '../../hosts/use-request.ts'
import { expandHome, shortenHome } from '../../platform/folder-name.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { splitTyped, suggestFolders } from './suggest-folders.ts'

interface FolderFieldProps {
  readonly text: string
  readonly home: string | undefined
  /** Where writing begins. */
  readonly isFirst: boolean
  onChange(text: string): void
}

/** Where to work: recent folders when empty or opened, completion of the path while typing, and a place to drop one. */
export function FolderField({ text, home, isFirst, onChange }: FolderFieldProps) {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const [hasTyped, setTyped] = useState(false)
  const box = useRef<HTMLInputElement>(null)

  const recent = useRequest('x-roadstead/recentFolders', { channel: ROOT_URI }, { enabled: isOnline })
  const typed = splitTyped(text)
  const parent = expandHome(typed.parent, home)
  const listing = useRequest(
    'resourceList',
    { channel: ROOT_URI, uri: parent === undefined ? '' : fileUri(parent) },
    { enabled: isOnline && isOpen && hasTyped && parent !== undefined, staleTime: 10_000 },
  )

  const recentPaths = (recent.data?.items ?? []).map((item) => shortenHome(item.path, home))
  const showsRecent = !hasTyped || text.trim() === ''
  const suggestions = showsRecent ? recentPaths : suggestFolders(typed, listing.data?.entries ?? [])
  const isShown = isOpen && suggestions.length > 0

  function choose(path: string) {
    onChange(path)
    setAt(-1)
    // A completed folder can be gone into further.
    setOpen(!showsRecent)
    setTyped(!showsRecent)
    box.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt((before) => Math.max(-1, Math.min(suggestions.length - 1, before + step)))
      event.preventDefault()
      return
    }
    const chosen = suggestions[at] ?? (event.key === 'Tab' && isShown && !showsRecent ? suggestions[0] : undefined)
    if ((event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) && isShown && chosen !== undefined) {
      event.preventDefault()
      choose(chosen)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }

  function onDrop(event: DragEvent) {
    const uri = event.dataTransfer.getData('text/uri-list').split('\n')[0]?.trim() ?? ''
    const path = filePathOf(uri) ?? event.dataTransfer.getData('text/plain').trim()
    if (path === '') return
    event.preventDefault()
    onChange(shortenHome(path, home))
  }

  return (
    <div className="folder-field" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <Folder size={16} aria-hidden="true" />
      <input
        ref={box}
        type="text"
        role="combobox"
        aria-label={t('first.folder')}
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && at >= 0 ? `${listId}-${at}` : undefined}
        placeholder={t('first.folderPlaceholder', { example: '~/app' })}
        value={text}
        autoComplete="off"
        autoFocus={isFirst}
        spellCheck={false}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          onChange(event.target.value)
          setTyped(true)
          setOpen(true)
          setAt(-1)
        }}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div
          id={listId}
          className="folder-field__list scroll"
          role="listbox"
          data-view="folders"
          aria-label={showsRecent ? t('first.recent') : t('first.suggestions')}
        >
          {showsRecent && (
            <div className="folder-field__head" role="presentation">
              {t('first.recent')}
            </div>
          )}
          {suggestions.map((path, index) => (
            <button
              type="button"
              tabIndex={-1}
              key={path}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              className="folder-field__option"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(path)}
            >
              {showsRecent ? <History size={14} aria-hidden="true" /> : <Folder size={14} aria-hidden="true" />}
              <span className="truncate">{path}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
