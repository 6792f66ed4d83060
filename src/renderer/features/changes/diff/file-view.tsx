import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../components/states.tsx'
import { useI18n } from '../../../platform/i18n.tsx'
import { unshownBecause, type ChangedFile } from '../changed-file.ts'
import { LineCounts } from '../file-list-view.tsx'
import { useContent } from '../use-content.ts'
import { byteSize } from './byte-size.ts'
import type { DiffView } from './diff-view.ts'
import { DiffToolbar } from './diff-toolbar.tsx'
import { FileFacts } from './file-facts.tsx'
import { ImageDiff } from './image-diff.tsx'
import { neverSplitBelowWidth } from './split-from-width.ts'
import { LineOriginPopover, type AskedLine } from './line-origin-popover.tsx'
import { useDiffOptions } from './use-diff-options.ts'
import { useWidth } from './use-width.ts'

/** Monaco takes its words when it is loaded, so those of the language have to be there before. */
const MonacoDiff = lazy(async () => {
  if (document.documentElement.lang === 'zh-CN') await import('monaco-editor/nls/lang/zh-cn')
  return import('./monaco-diff.tsx')
})

/** What keys do with the file that is shown. */
export interface FileViewHandle {
  go(target: 'next' | 'previous'): void
  askLine(): void
  focus(): void
}

interface FileViewProps {
  readonly session: string
  readonly file: ChangedFile
  readonly ref?: Ref<FileViewHandle>
  /** Back to the list, where only one of the two has room. */
  onBack(): void
  readonly onShowTurn: ((chat: string, turnId: string) => void) | undefined
}

/** One file of a changeset: its diff, its images, or why there is neither. */
export function FileView({ session, file, ref, onBack, onShowTurn }: FileViewProps) {
  const { t } = useI18n()
  const body = useRef<HTMLDivElement>(null)
  const width = useWidth(body)
  const view = useRef<DiffView | undefined>(undefined)
  const { options, set } = useDiffOptions()
  const shownOptions = useMemo(
    () => (width > 0 && width < neverSplitBelowWidth ? { ...options, wrap: true, layout: 'inline' as const } : options),
    [options, width],
  )
  const [changes, setChanges] = useState<number>()
  const [asked, setAsked] = useState<AskedLine & { readonly top: number; readonly height: number }>()
  const [isForced, setForced] = useState(false)

  const { uri, after } = file
  const askLine = useCallback(
    (line: number) => {
      const place = view.current?.topOfLine(line)
      if (uri === undefined || place === undefined) return
      setAsked({ file: uri, nonce: after?.nonce ?? '', line, ...place })
    },
    [uri, after],
  )
  useEffect(() => setAsked(undefined), [file.id])
  useEffect(() => setForced(false), [file.id])
  useEffect(() => setChanges(undefined), [file.id])

  useImperativeHandle(
    ref,
    () => ({
      go: (target) => view.current?.go(target),
      askLine: () => view.current !== undefined && askLine(view.current.currentLine()),
      focus: () => view.current?.focus(),
    }),
    [askLine],
  )

  const because = unshownBecause(file)
  const isLarge = file.large && !isForced
  const isImage = because === 'image'
  const isLink = because === 'symlink'
  const wanted = { enabled: (because === undefined && !isLarge) || isImage || isLink, bytes: isImage }
  const before = useContent(file.before, wanted)
  // A link is never followed: what its target holds is not part of the change.
  const now = useContent(isLink ? undefined : file.after, wanted)
  const words = useMemo(() => ({ askLine: t('lineOrigin.ask'), before: t('diff.before'), after: t('diff.after') }), [t])
  const content = useMemo(() => {
    if (before.status !== 'text' && before.status !== 'absent') return undefined
    if (now.status !== 'text' && now.status !== 'absent') return undefined
    return {
      key: file.id,
      sides:
        before.status === 'absent'
          ? ('after' as const)
          : now.status === 'absent'
            ? ('before' as const)
            : ('both' as const),
      path: file.path,
      oldPath: file.oldPath ?? file.path,
      before: before.status === 'text' ? before.text : '',
      after: now.status === 'text' ? now.text : '',
    }
    // The texts, not the objects around them: a new object would show the same diff anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [file.id, file.path, file.oldPath, before.status, now.status, textOf(before), textOf(now)])

  // The editor is kept, out of sight, from one file to the next: making one takes longer than reading a file.
  const held = useRef(content)
  useEffect(() => {
    held.current = content ?? held.current
  }, [content])
  const kept = content ?? held.current

  const failed = before.status === 'failed' ? before : now.status === 'failed' ? now : undefined
  const isBinary = because === 'binary' || (!isImage && (before.status === 'bytes' || now.status === 'bytes'))
  const isDiff = content !== undefined && because === undefined && !isLarge && !isBinary

  return (
    <section className="diff" aria-label={t('diff.region', { name: file.name })}>
      <header className="diff__head">
        <IconButton className="diff__back" label={t('changes.back')} icon={<ArrowLeft size={16} />} onClick={onBack} />
        <h2 className="diff__title truncate" title={file.path}>
          {file.name}
          {file.folder !== '' && <span className="dim">{file.folder}</span>}
        </h2>
        <LineCounts added={file.added} removed={file.removed} />
        {isDiff && (
          <DiffToolbar
            options={options}
            set={set}
            width={width}
            isBoth={content.sides === 'both'}
            canAsk={uri !== undefined}
            onGo={(target) => view.current?.go(target)}
            onAskLine={() => view.current !== undefined && askLine(view.current.currentLine())}
          />
        )}
      </header>
      <FileFacts file={file} linkedBefore={isLink ? textOf(before) : undefined} />
      <div ref={body} className="diff__body">
        {because === 'unreadable' ? (
          <EmptyState text={t('diff.unreadable')} />
        ) : isImage ? (
          <ImageDiff file={file} before={before} after={now} />
        ) : isBinary ? (
          <EmptyState text={t('diff.binary')} hint={<Sizes file={file} />} />
        ) : because !== undefined ? (
          <EmptyState text={t(isLink ? 'diff.linkNoLines' : 'diff.submoduleNoLines')} />
        ) : isLarge ? (
          <LargeFile file={file} onShow={() => setForced(true)} />
        ) : failed !== undefined ? (
          <ErrorState
            text={t('diff.error', { name: file.name })}
            details={failed.reason}
            detailsLabel={t('changes.details')}
            action={<Button onClick={() => failed.retry()}>{t('changes.retry')}</Button>}
          />
        ) : kept === undefined ? (
          <Skeleton label={t('diff.loading', { name: file.name })} lines={8} />
        ) : (
          <>
            {content !== undefined && changes === 0 && <SameLines before={content.before} after={content.after} />}
            <div className="diff__held" style={content === undefined ? { visibility: 'hidden' } : undefined}>
              <Suspense fallback={<Skeleton label={t('diff.loading', { name: file.name })} lines={8} />}>
                <MonacoDiff
                  content={kept}
                  options={shownOptions}
                  words={words}
                  onView={(created) => (view.current = created)}
                  events={{ onAskLine: askLine, onComputed: setChanges, onScrolled: () => setAsked(undefined) }}
                />
              </Suspense>
            </div>
          </>
        )}
        {asked !== undefined && (
          <LineOriginPopover
            session={session}
            asked={asked}
            place={asked}
            onClose={() => {
              setAsked(undefined)
              view.current?.focus()
            }}
            onShowTurn={onShowTurn}
          />
        )}
      </div>
    </section>
  )
}

function textOf(side: ReturnType<typeof useContent>): string | undefined {
  return side.status === 'text' ? side.text : undefined
}

function SameLines({ before, after }: { before: string; after: string }) {
  const { t } = useI18n()
  const text =
    before === after ? (before === '' ? t('diff.emptyFile') : t('diff.sameContent')) : t('diff.onlyWhitespace')
  return (
    <p className="diff__same" aria-live="polite">
      {text}
    </p>
  )
}

function LargeFile({ file, onShow }: { file: ChangedFile; onShow: () => void }) {
  const { t, locale } = useI18n()
  const size = Math.max(file.before?.sizeHint ?? 0, file.after?.sizeHint ?? 0)
  return (
    <EmptyState
      text={t('diff.large', { size: byteSize(size, locale) })}
      action={<Button onClick={onShow}>{t('diff.showAnyway')}</Button>}
    />
  )
}

function Sizes({ file }: { file: ChangedFile }) {
  const { t, locale } = useI18n()
  const size = (bytes: number | undefined) => (bytes === undefined ? t('diff.none') : byteSize(bytes, locale))
  return (
    <span className="tabular">
      {size(file.before?.sizeHint)} → {size(file.after?.sizeHint)}
    </span>
  )
}
