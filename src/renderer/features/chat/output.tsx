import { useMemo, useState } from 'react'
import { useI18n } from '../../platform/i18n.tsx'
import { Verbatim } from './verbatim.tsx'

/** Lines, and characters, shown at first and added by each "Show more". */
const pageLines = 200
const pageCharacters = 40_000

/** What a step printed: as much of it as is looked at. */
export function Output({ text }: { text: string }) {
  const { t } = useI18n()
  const [pages, setPages] = useState(1)
  const lines = useMemo(() => text.split('\n'), [text])
  const shown = useMemo(
    () =>
      lines
        .slice(0, pages * pageLines)
        .join('\n')
        .slice(0, pages * pageCharacters),
    [lines, pages],
  )
  const isWhole = shown.length === text.length
  return (
    <div className="output">
      <Verbatim text={shown} label={t('step.output')} />
      {!isWhole && (
        <p className="output__more">
          {t('output.shown', { shown: shown.split('\n').length, all: lines.length })}
          <button type="button" onClick={() => setPages(pages + 4)}>
            {t('output.showMore')}
          </button>
        </p>
      )}
    </div>
  )
}
