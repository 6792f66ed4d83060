import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../components/button.tsx'
import { useI18n } from '../../platform/i18n.tsx'

interface FindBarProps {
  readonly text: string
  /** Which of the matches is shown, from 0; -1 for none. */
  readonly at: number
  readonly count: number
  /** Earlier turns are being searched. */
  readonly isLoading: boolean
  onText(text: string): void
  onMove(by: 1 | -1): void
  onClose(): void
}

/** Finds a text in a conversation, in the turns that are not on the page too. */
export function FindBar({ text, at, count, isLoading, onText, onMove, onClose }: FindBarProps) {
  const { t } = useI18n()
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onMove(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className="find" data-view="find" aria-label={t('find.label')}>
      <input
        className="find__field"
        type="text"
        aria-label={t('find.label')}
        placeholder={t('find.placeholder')}
        value={text}
        autoFocus
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onText(event.target.value)}
      />
      <span className="find__count tabular" role="status">
        {isLoading
          ? t('find.loading')
          : text.trim() === ''
            ? ''
            : count === 0
              ? t('find.none')
              : t('find.count', { at: at + 1, count })}
      </span>
      <IconButton
        label={t('find.previous')}
        icon={<ChevronUp size={16} />}
        disabled={count === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={t('find.next')}
        icon={<ChevronDown size={16} />}
        disabled={count === 0}
        onClick={() => onMove(1)}
      />
      <IconButton label={t('find.close')} icon={<X size={16} />} onClick={onClose} />
    </search>
  )
}
