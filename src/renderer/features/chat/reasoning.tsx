import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { useI18n } from '../../platform/i18n.tsx'
import { useFold } from './fold-memory.ts'

/** Thoughts of the agent: one dim line, live; folded open on demand. */
export const Reasoning = memo(function Reasoning({ id, text, isLive }: { id: string; text: string; isLive: boolean }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useFold(`reasoning ${id}`)
  const last = isLive && !isOpen ? lastLine(text) : ''
  return (
    <div className="reasoning">
      <button type="button" className="reasoning__line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight className="step__arrow" size={14} aria-hidden="true" />
        <span className="reasoning__word">{t(isLive ? 'chat.reasoning' : 'chat.reasoned')}</span>
        {last !== '' && (
          <span className="reasoning__live" aria-hidden="true">
            <bdi>{last}</bdi>
          </span>
        )}
      </button>
      {isOpen && <p className="reasoning__text">{text}</p>}
    </div>
  )
})

/** The end of what is being thought, without the marks of Markdown. */
function lastLine(text: string): string {
  const line = text.slice(-600).trimEnd().split('\n').at(-1) ?? ''
  return line.replace(/[*_`#]+/g, '').slice(-160)
}
