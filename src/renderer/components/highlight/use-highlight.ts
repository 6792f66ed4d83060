import { useEffect, useState } from 'react'
import { createHighlighter, type Highlighter } from './highlighter.ts'
import { languageOf } from './language-of.ts'
import type { CodeLine } from './tokenize.ts'

/** Longer code stays plain. Characters. */
const longestCode = 200_000

let shared: Highlighter | undefined

function highlighter(): Highlighter {
  shared ??= createHighlighter(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }))
  return shared
}

/** The code's lines in colours, once there are any; undefined until then, and while `isSettled` is false. */
export function useHighlight(
  code: string,
  fence: string | undefined,
  isSettled: boolean,
): readonly CodeLine[] | undefined {
  const language = isSettled && code.length <= longestCode ? languageOf(fence) : undefined
  const [done, setDone] = useState<{ readonly code: string; readonly lines: readonly CodeLine[] } | undefined>()
  const known = language === undefined || typeof Worker === 'undefined' ? undefined : highlighter().peek(code, language)

  useEffect(() => {
    if (language === undefined || known !== undefined || typeof Worker === 'undefined') return
    let isStale = false
    void highlighter()
      .highlight(code, language)
      .then((lines) => {
        if (!isStale && lines !== undefined) setDone({ code, lines })
      })
    return () => {
      isStale = true
    }
  }, [code, language, known])

  if (language === undefined) return undefined
  return known ?? (done?.code === code ? done.lines : undefined)
}
