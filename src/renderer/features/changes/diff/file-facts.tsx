import { useI18n } from '../../../platform/i18n.tsx'
import type { ChangedFile } from '../changed-file.ts'

interface FileFactsProps {
  readonly file: ChangedFile
  /** Where a link pointed before the change, once that is known. */
  readonly linkedBefore: string | undefined
}

/** What changed about a file besides its lines: name, mode, where a link points, a submodule's commit. */
export function FileFacts({ file, linkedBefore }: FileFactsProps) {
  const { t } = useI18n()
  const rows: { label: string; before?: string; after?: string }[] = []
  if (file.oldPath !== undefined)
    rows.push({ label: t('changes.status.renamed'), before: file.oldPath, after: file.path })
  if (file.modeChange !== undefined) rows.push({ label: t('diff.modeChange'), ...file.modeChange })
  if (file.link !== undefined)
    rows.push({
      label: t('diff.symlinkTo'),
      ...(linkedBefore === undefined || linkedBefore === file.link.target ? {} : { before: linkedBefore }),
      after: file.link.target ?? t('diff.none'),
    })
  if (file.submodule !== undefined)
    rows.push({
      label: t('diff.submoduleAt'),
      before: file.submodule.before?.slice(0, 10) ?? t('diff.none'),
      after: file.submodule.after?.slice(0, 10) ?? t('diff.none'),
    })
  if (rows.length === 0) return null
  return (
    <dl className="diff__facts">
      {rows.map((row) => (
        <div key={row.label}>
          <dt>{row.label}</dt>
          <dd className="mono">
            {row.before !== undefined && (
              <>
                <del>{row.before}</del> →{' '}
              </>
            )}
            <ins>{row.after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
