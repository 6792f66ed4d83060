import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PromptPartText } from '../../../protocol/model-facts.ts'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { VisibleText } from '../../components/visible-text-view.tsx'
import { bytes } from '../../platform/figures.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { compareParts } from './compare-parts.ts'
import { compareRows, loadDiff, type CompareRow, type DiffLine } from './compare-rows.ts'
import { partName } from './prompt-view.tsx'

/** What one prompt has that another has not, part by part and line by line. */
export function CompareView({
  before,
  after,
}: {
  before: readonly PromptPartText[]
  after: readonly PromptPartText[]
}) {
  const { t } = useI18n()
  const { data: diff } = useQuery({
    queryKey: ['diff-package'],
    queryFn: async () => ({ texts: await loadDiff() }),
    staleTime: Infinity,
  })
  const changes = useMemo(() => compareParts(before, after), [before, after])
  const rows = useMemo(() => (diff === undefined ? undefined : compareRows(changes, diff.texts)), [changes, diff])
  if (rows === undefined) return <Skeleton label={t('compare.computing')} lines={8} />
  const count = (kind: string) => changes.filter((change) => change.kind === kind).length
  if (count('equal') === changes.length) return <EmptyState text={t('compare.same')} />
  return (
    <>
      <p className="prompt__tools tabular" data-view="compare" role="status">
        {t('compare.summary', {
          equal: count('equal'),
          changed: count('changed'),
          added: count('added'),
          removed: count('removed'),
        })}
      </p>
      <VirtualList
        items={rows}
        className="prompt__rows"
        keyOf={({ key }) => key}
        estimate={(row) => (row.kind === 'lines' ? 18 * row.lines.length : 32)}
        draw={(row) => <CompareRowView row={row} />}
      />
    </>
  )
}

function CompareRowView({ row }: { row: CompareRow }) {
  const { t, locale } = useI18n()
  if (row.kind === 'equal') {
    const size = row.parts.reduce((sum, part) => sum + part.bytes, 0)
    const names = [...new Set(row.parts.map(({ name }) => partName(name, t)))]
    return (
      <p className="compare__equal">
        {t('compare.equal', { count: row.parts.length })} · {bytes(size, locale)}
        <span className="dim truncate">{names.join(' · ')}</span>
      </p>
    )
  }
  if (row.kind === 'head')
    return (
      <h3 className={`compare__head compare__head--${row.change}`}>
        <span className="compare__change">{t(`compare.${row.change}`)}</span>
        {partName(row.part.name, t)}
        {row.part.role !== undefined && (
          <span className="prompt__role">{t('prompt.role', { role: row.part.role })}</span>
        )}
        <span className="prompt__size tabular">{bytes(row.part.bytes, locale)}</span>
      </h3>
    )
  return (
    <pre className="compare__lines" dir="ltr">
      {row.lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </pre>
  )
}

const signs = { same: ' ', added: '+', removed: '−', skipped: '⋯' } as const

function Line({ line }: { line: DiffLine }) {
  const { t } = useI18n()
  return (
    <div className={`compare__line compare__line--${line.kind}`}>
      <span className="compare__sign">{signs[line.kind]}</span>
      <span>
        {line.kind === 'skipped' ? t('compare.skipped', { count: line.count ?? 0 }) : <VisibleText text={line.text} />}
      </span>
    </div>
  )
}
