import { useEffect, useLayoutEffect, useRef } from 'react'
import { createDiffView } from './create-diff-view.ts'
import { createOneSideView } from './create-one-side-view.ts'
import type { DiffContent, DiffOptions, DiffView, DiffViewEvents, DiffViewNeeds } from './diff-view.ts'

interface MonacoDiffProps {
  readonly content: DiffContent
  readonly options: DiffOptions
  readonly words: { readonly askLine: string; readonly before: string; readonly after: string }
  readonly events: DiffViewEvents
  /** Told the view while it is there. */
  onView(view: DiffView | undefined): void
}

/** The diff editor. Everything it makes goes when it does. Loaded with the first diff that is opened. */
export default function MonacoDiff(props: MonacoDiffProps) {
  return <Editor key={props.content.sides} {...props} />
}

function Editor({ content, options, words, events, onView }: MonacoDiffProps) {
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<DiffView | undefined>(undefined)
  const latest = useRef({ content, options, words, events, onView })
  useLayoutEffect(() => {
    latest.current = { content, options, words, events, onView }
  })

  useEffect(() => {
    if (element.current === null) return
    const needs: DiffViewNeeds = {
      element: element.current,
      options: latest.current.options,
      words: latest.current.words,
      events: {
        onAskLine: (line) => latest.current.events.onAskLine(line),
        onComputed: (changes) => latest.current.events.onComputed(changes),
        onScrolled: () => latest.current.events.onScrolled(),
      },
    }
    const { sides } = latest.current.content
    const created = sides === 'both' ? createDiffView(needs) : createOneSideView(sides, needs)
    view.current = created
    created.show(latest.current.content)
    latest.current.onView(created)
    return () => {
      view.current = undefined
      latest.current.onView(undefined)
      created.dispose()
    }
  }, [])

  useEffect(() => view.current?.show(content), [content])
  useEffect(() => view.current?.setOptions(options), [options])

  return <div ref={element} className="diff__monaco" />
}
