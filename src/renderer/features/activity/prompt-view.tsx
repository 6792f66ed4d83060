import { ChevronRight } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { promptPartNames, type PromptPartText } from '../../../protocol/model-facts.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { VisibleText } from '../../components/visible-text-view.tsx'
import { bytes } from '../../platform/figures.ts'
import { useI18n, type Translate } from '../../platform/i18n.tsx'
import { promptRows, type PromptRow } from './prompt-rows.ts'

interface PromptViewProps {
  readonly parts: readonly PromptPartText[]
  readonly reply: string | undefined
  readonly isRunning: boolean
}

/** The place of the reply among what can be opened. */
const replyId = 'reply'

/** A prompt's parts in the order they were sent, each to be opened, and the reply. */
export function PromptView({ parts, reply, isRunning }: PromptViewProps) {
  const { t, locale } = useI18n()
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set([replyId]))
  const searched = useDeferredValue(search)
  const rows = useMemo(() => {
    const all = promptRows(parts, opened, searched)
    if (reply === undefined || searched.trim() !== '') return all
    const part: PromptPartText = { name: 'reply', text: reply, bytes: new Blob([reply]).size, hash: '' }
    const own = promptRows([part], new Set(opened.has(replyId) ? ['0'] : []), '')
    return [
      ...all,
      ...own.map((row) => ({ ...row, key: `reply ${row.key}`, ...(row.kind === 'head' && { id: replyId }) })),
    ]
  }, [parts, opened, searched, reply])
  const found = rows.filter((row) => row.kind === 'head').length
  const total = parts.reduce((sum, part) => sum + part.bytes, 0)
  const isAllOpen = parts.every((_, index) => opened.has(String(index)))

  function toggle(id: string): void {
    const next = new Set(opened)
    const name = searched.trim() === '' || id === replyId ? id : `closed ${id}`
    if (!next.delete(name)) next.add(name)
    setOpened(next)
  }

  return (
    <>
      <div className="prompt__tools">
        <input
          type="text"
          aria-label={t('prompt.search')}
          placeholder={t('prompt.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <span className="prompt__count tabular" role="status">
          {searched.trim() === ''
            ? `${t('prompt.parts', { count: parts.length })} · ${bytes(total, locale)}`
            : t('prompt.matches', { count: found })}
        </span>
        <Button
          look="quiet"
          onClick={() =>
            setOpened(new Set(isAllOpen ? [replyId] : [replyId, ...parts.map((_, index) => String(index))]))
          }
        >
          {t(isAllOpen ? 'prompt.closeAll' : 'prompt.openAll')}
        </Button>
      </div>
      <VirtualList
        items={rows}
        className="prompt__rows"
        keyOf={({ key }) => key}
        estimate={(row) => (row.kind === 'head' ? 32 : 18 * row.text.split('\n').length + 4)}
        draw={(row) => <RowView row={row} isReply={row.key.startsWith('reply')} onToggle={toggle} />}
      />
      {reply === undefined && (
        <p className="prompt__noreply dim">{t(isRunning ? 'prompt.replyRunning' : 'prompt.noReply')}</p>
      )}
    </>
  )
}

interface RowViewProps {
  readonly row: PromptRow
  readonly isReply: boolean
  onToggle(id: string): void
}

function RowView({ row, isReply, onToggle }: RowViewProps) {
  const { t, number, locale } = useI18n()
  if (row.kind === 'text')
    return (
      <pre className="prompt__text" dir="ltr">
        <VisibleText text={row.text} />
      </pre>
    )
  const { part, isOpen, matches, id } = row
  return (
    <div className={`prompt__head ${isReply ? 'prompt__head--reply' : ''}`}>
      <button type="button" className="prompt__toggle" aria-expanded={isOpen} onClick={() => onToggle(id)}>
        <ChevronRight className="entry__arrow" size={14} aria-hidden="true" />
        <span className="prompt__name">{isReply ? t('prompt.reply') : partName(part.name, t)}</span>
        {part.role !== undefined && <span className="prompt__role">{t('prompt.role', { role: part.role })}</span>}
        {matches > 0 && <span className="prompt__matches tabular">× {number(matches)}</span>}
        <span className="prompt__size tabular">{bytes(part.bytes, locale)}</span>
      </button>
      <CopyButton text={() => part.text} label={t('prompt.copyPart')} copiedLabel={t('common.copied')} />
    </div>
  )
}

/** The name of a part, for people; one that is not known is shown as it is. */
export function partName(name: PromptPartText['name'], t: Translate): string {
  const known = promptPartNames.find((each) => each === name)
  return known === undefined ? String(name) : t(`part.${known}`)
}
