import { FolderTree, List, Search, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { ChangesetFile, ChangesetState } from '../../../protocol/channels/changeset/state.ts'
import type { SessionState } from '../../../protocol/channels/session/state.ts'
import { changesetOperations } from '../../../protocol/roadstead.ts'
import { IconButton } from '../../components/button.tsx'
import { EmptyState } from '../../components/states.tsx'
import { useHost } from '../../hosts/host-context.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { usePreference } from '../../platform/preferences.ts'
import { readChangedFile, type ChangedFile } from './changed-file.ts'
import { CommitBox } from './commit-box.tsx'
import { commitBoxState, offeredOperation } from './commit-box-state.ts'
import { FileView, type FileViewHandle } from './diff/file-view.tsx'
import { FileList, LineCounts } from './file-list-view.tsx'
import { countChanges, fileOrder, filterFiles, listRows, stepFile } from './file-list.ts'
import { paneCommand } from './keys.ts'
import { useCommitMessage } from './use-commit-message.ts'
import { useOperations } from './use-operations.ts'

interface ChangesetViewProps {
  readonly session: string
  readonly sessionState: SessionState
  /** The changeset's channel. */
  readonly uri: string
  readonly state: ChangesetState
  readonly kind: string
  /** Files not committed yet; undefined where the folder has no git of its own. */
  readonly uncommitted: readonly ChangesetFile[] | undefined
  readonly picker: ReactNode
  readonly onShowTurn: ((chat: string, turnId: string) => void) | undefined
}

/** One changeset: the list of its files, the file that is open, and the commit box. */
export function ChangesetView(props: ChangesetViewProps) {
  const { session, sessionState, uri, state, uncommitted, picker } = props
  const { t } = useI18n()
  const { platform } = useHost()
  const isOnline = useIsOnline()
  const [layout, setLayout] = usePreference('changesLayout')
  const [filter, setFilter] = useState('')
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [openId, setOpenId] = useState<string>()
  const filterField = useRef<HTMLInputElement>(null)
  const fileView = useRef<FileViewHandle>(null)
  const pane = useRef<HTMLElement>(null)
  const isStepping = useRef(false)
  const operations = useOperations(uri)
  const [message, setMessage] = useCommitMessage(session, sessionState)

  const folder = sessionState.workingDirectories?.[0]
  const files = useMemo(() => state.files.map((file) => readChangedFile(file, folder)), [state.files, folder])
  const counts = useMemo(() => countChanges(files), [files])
  const rows = useMemo(() => listRows(filterFiles(files, filter), layout), [files, filter, layout])
  const open = files.find((file) => file.id === openId)

  const offered = state.operations ?? []
  const canDiscard = isOnline && offeredOperation(offered, changesetOperations.discard) !== undefined
  const commitState = commitBoxState({
    operations: offered,
    shown: state.files,
    uncommitted,
    message,
    running: operations.committing,
    connected: isOnline,
  })
  const openIds = new Set((uncommitted ?? []).map((file) => file.id))

  useEffect(() => {
    // What had the focus may have gone with the file; keys must go on working.
    if (!isStepping.current) return
    isStepping.current = false
    const row = pane.current?.querySelector<HTMLElement>('[aria-current="true"]')
    if (row != null && row.offsetParent !== null) row.focus()
    else pane.current?.focus()
  }, [openId])

  function onKeyDown(event: KeyboardEvent) {
    const command = paneCommand({ ...pick(event), target: event.target })
    if (command === undefined) return
    event.preventDefault()
    switch (command) {
      case 'next-file':
      case 'previous-file': {
        const next = stepFile(fileOrder(rows), openId, command === 'next-file' ? 1 : -1)
        if (next === undefined) return
        isStepping.current = true
        setOpenId(next.id)
        setCollapsed((before) => new Set([...before].filter((path) => !next.path.startsWith(`${path}/`))))
        return
      }
      case 'next-change':
        return fileView.current?.go('next')
      case 'previous-change':
        return fileView.current?.go('previous')
      case 'line-origin':
        return fileView.current?.askLine()
      case 'discard':
        if (open !== undefined && canDiscard) discard(open)
        return
      case 'filter':
        return filterField.current?.focus()
    }
  }

  function discard(file: ChangedFile): void {
    if (file.id === openId) {
      const order = fileOrder(rows)
      const next = order.at(-1)?.id === file.id ? stepFile(order, file.id, -1) : stepFile(order, file.id, 1)
      isStepping.current = true
      setOpenId(next?.id === file.id ? undefined : next?.id)
    }
    operations.discard(file)
  }

  return (
    // Keys of the pane work wherever the focus is inside it; each has a button as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className={`changes ${isOnline ? '' : 'is-stale'}`} aria-label={t('changes.pane')} onKeyDown={onKeyDown}>
      <div className="changes__grid" data-open={open !== undefined} data-files={files.length > 0}>
        <div className="changes__list">
          <div className="changes__bar">
            {picker}
            <LineCounts added={counts.added} removed={counts.removed} />
          </div>
          {files.length === 0 ? (
            <EmptyState
              text={props.kind === 'uncommitted' ? t('changes.emptyUncommitted') : t('changes.empty')}
              hint={t('changes.emptyHint')}
            />
          ) : (
            <>
              <div className="changes__tools">
                <label className="changes__filter">
                  <Search size={14} aria-hidden="true" />
                  <input
                    ref={filterField}
                    type="text"
                    value={filter}
                    aria-label={t('changes.filter')}
                    placeholder={t('changes.filter')}
                    aria-keyshortcuts="/"
                    onChange={(event) => setFilter(event.target.value)}
                    onKeyDown={(event) => {
                      if (event.key !== 'Escape' || filter === '') return
                      event.stopPropagation()
                      setFilter('')
                    }}
                  />
                  {filter !== '' && (
                    <IconButton label={t('changes.filterClear')} icon={<X size={14} />} onClick={() => setFilter('')} />
                  )}
                </label>
                <IconButton
                  label={layout === 'tree' ? t('changes.asList') : t('changes.asTree')}
                  icon={layout === 'tree' ? <List size={16} /> : <FolderTree size={16} />}
                  onClick={() => setLayout(layout === 'tree' ? 'flat' : 'tree')}
                />
              </div>
              {rows.length === 0 ? (
                <p className="changes__no-match">{t('changes.noMatch', { text: filter })}</p>
              ) : (
                <FileList
                  rows={rows}
                  layout={layout}
                  selected={openId}
                  collapsed={collapsed}
                  onDiscard={canDiscard ? discard : undefined}
                  onOpen={(file) => setOpenId(file.id)}
                  onToggleFolder={(path) => setCollapsed((before) => toggled(before, path))}
                />
              )}
            </>
          )}
        </div>
        {files.length > 0 && (
          <div className="changes__file">
            {open === undefined ? (
              <EmptyState text={t('changes.pick')} />
            ) : (
              <FileView
                ref={fileView}
                session={session}
                file={open}
                onBack={() => setOpenId(undefined)}
                onShowTurn={props.onShowTurn}
              />
            )}
          </div>
        )}
        <CommitBox
          state={commitState}
          message={message}
          files={state.files.filter((file) => openIds.has(file.id)).length}
          running={operations.committing}
          problem={operations.problem}
          undo={isOnline ? offeredOperation(offered, changesetOperations.undoCommit) : undefined}
          keyboard={platform.keyboard}
          onMessage={setMessage}
          onCommit={() => {
            void operations.commit(message, () => setMessage(message)).then((isDone) => isDone && setMessage(undefined))
          }}
          onUndo={operations.undoCommit}
        />
      </div>
    </section>
  )
}

function pick(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
  return { key, ctrlKey, metaKey, altKey, defaultPrevented, isComposing: event.nativeEvent.isComposing }
}

function toggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}
