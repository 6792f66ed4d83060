import { ChevronDown, ChevronRight, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../components/button.tsx'
import { useI18n, type I18n } from '../../platform/i18n.tsx'
import type { ChangedFile } from './changed-file.ts'
import type { Row } from './file-list.ts'

interface FileListProps {
  readonly rows: readonly Row[]
  readonly layout: 'tree' | 'flat'
  readonly selected: string | undefined
  readonly collapsed: ReadonlySet<string>
  /** Absent where changes cannot be discarded. */
  readonly onDiscard: ((file: ChangedFile) => void) | undefined
  onOpen(file: ChangedFile): void
  onToggleFolder(path: string): void
}

/** The changed files, in a tree or a list. */
export function FileList(props: FileListProps) {
  const { rows, layout, collapsed } = props
  const { t } = useI18n()
  return (
    <ul className="files scroll" aria-label={t('changes.list')}>
      {hideCollapsed(rows, collapsed).map((row) =>
        row.kind === 'folder' ? (
          <li key={`folder ${row.path}`}>
            <button
              type="button"
              className="files__folder"
              style={{ paddingLeft: 8 + row.depth * 14 }}
              aria-expanded={!collapsed.has(row.path)}
              onClick={() => props.onToggleFolder(row.path)}
            >
              {collapsed.has(row.path) ? <ChevronRight size={14} /> : <ChevronDown size={14} />}
              <span className="truncate">{row.label}</span>
            </button>
          </li>
        ) : (
          <FileRow key={row.file.id} file={row.file} depth={row.depth} layout={layout} list={props} />
        ),
      )}
    </ul>
  )
}

function FileRow({
  file,
  depth,
  layout,
  list,
}: {
  file: ChangedFile
  depth: number
  layout: 'tree' | 'flat'
  list: FileListProps
}) {
  const { t } = useI18n()
  const isSelected = list.selected === file.id
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isSelected])
  const notes = fileNotes(file, t)
  const { onDiscard } = list
  return (
    <li ref={row} className={`files__row ${isSelected ? 'files__row--selected' : ''}`}>
      <button
        type="button"
        className="files__file"
        style={{ paddingLeft: layout === 'tree' ? 8 + depth * 14 : 8 }}
        aria-current={isSelected}
        aria-label={fileLabel(file, t)}
        title={file.path}
        onClick={() => list.onOpen(file)}
      >
        <span className={`files__letter files__letter--${file.status}`} title={t(`changes.status.${file.status}`)}>
          {t(`changes.letter.${file.status}`)}
        </span>
        <span className={`files__name truncate ${file.status === 'deleted' ? 'files__name--deleted' : ''}`}>
          {file.name}
          {layout === 'flat' && file.folder !== '' && <span className="files__path">{file.folder}</span>}
          {file.oldPath !== undefined && (
            <span className="files__path">{t('changes.renamedFrom', { path: shortOldPath(file) })}</span>
          )}
        </span>
        {notes.length > 0 && <span className="files__note truncate">{notes.join(' · ')}</span>}
        <LineCounts added={file.added} removed={file.removed} />
      </button>
      {onDiscard !== undefined && (
        <IconButton
          className="files__discard"
          label={t('changes.discard', { name: file.name })}
          icon={<Undo2 size={14} />}
          onClick={() => onDiscard(file)}
        />
      )}
    </li>
  )
}

/** `+12 −3`, in words for screen readers. */
export function LineCounts({ added, removed }: { added: number; removed: number }) {
  const { t, number } = useI18n()
  if (added === 0 && removed === 0) return null
  return (
    <span className="line-counts tabular">
      {added > 0 && (
        <span className="line-counts__added">
          <span aria-hidden="true">+{number(added)}</span>
          <span className="visually-hidden">{t('changes.linesAdded', { count: added })}</span>
        </span>
      )}
      {removed > 0 && (
        <span className="line-counts__removed">
          <span aria-hidden="true">−{number(removed)}</span>
          <span className="visually-hidden">{t('changes.linesRemoved', { count: removed })}</span>
        </span>
      )}
    </span>
  )
}

/** What a diff of lines does not say of a file. */
export function fileNotes(file: ChangedFile, t: I18n['t']): string[] {
  const notes: string[] = []
  if (file.unreadable) notes.push(t('changes.note.unreadable'))
  if (file.link !== undefined) notes.push(t('changes.note.symlink'))
  if (file.submodule !== undefined) notes.push(t('changes.note.submodule'))
  if (file.binary && !file.image && file.link === undefined && file.submodule === undefined)
    notes.push(t('changes.note.binary'))
  if (file.large) notes.push(t('changes.note.large'))
  if (file.modeChange !== undefined) notes.push(modeNote(file.modeChange, t))
  return notes
}

function modeNote({ before, after }: { before: string; after: string }, t: I18n['t']): string {
  if (before === '100644' && after === '100755') return t('changes.note.executable')
  if (before === '100755' && after === '100644') return t('changes.note.notExecutable')
  return t('changes.note.mode', { before, after })
}

/** The accessible name of a file's row: `date.ts, src, modified, 12 lines added`. */
export function fileLabel(file: ChangedFile, t: I18n['t']): string {
  return [
    file.name,
    ...(file.folder === '' ? [] : [file.folder]),
    t(`changes.status.${file.status}`),
    ...(file.oldPath === undefined ? [] : [t('changes.renamedFrom', { path: file.oldPath })]),
    ...(file.added === 0 ? [] : [t('changes.linesAdded', { count: file.added })]),
    ...(file.removed === 0 ? [] : [t('changes.linesRemoved', { count: file.removed })]),
    ...fileNotes(file, t),
  ].join(', ')
}

/** The old name alone where the folder stayed the same. */
function shortOldPath(file: ChangedFile): string {
  const old = file.oldPath ?? ''
  const inFolder = file.folder === '' ? !old.includes('/') : old.startsWith(`${file.folder}/`)
  const name = file.folder === '' ? old : old.slice(file.folder.length + 1)
  return inFolder && !name.includes('/') ? name : old
}

function hideCollapsed(rows: readonly Row[], collapsed: ReadonlySet<string>): readonly Row[] {
  const shown: Row[] = []
  let hiddenBelow: number | undefined
  for (const row of rows) {
    if (hiddenBelow !== undefined && row.depth > hiddenBelow) continue
    hiddenBelow = row.kind === 'folder' && collapsed.has(row.path) ? row.depth : undefined
    shown.push(row)
  }
  return shown
}
