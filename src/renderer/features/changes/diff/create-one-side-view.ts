import type { DiffView, DiffViewNeeds } from './diff-view.ts'
import {
  applyTheme,
  chosenOptions,
  createText,
  nameEditor,
  offerAskLine,
  placeOfLine,
  readingOptions,
} from './editor-parts.ts'
import { editor } from './monaco.ts'

/**
 * A file that is new, or gone: all its lines as added or removed. A comparison with nothing would show an empty line on
 * the side that has none.
 */
export function createOneSideView(side: 'before' | 'after', needs: DiffViewNeeds): DiffView {
  const { element, options, events, words } = needs
  const label = side === 'after' ? words.after : words.before
  const view = editor.create(element, {
    ...readingOptions(element),
    ...chosenOptions(options),
    ariaLabel: label,
    glyphMargin: side === 'after',
  })
  nameEditor(view, label)
  applyTheme(options.appearance)
  const colour = view.createDecorationsCollection()
  // Lines that are gone cannot be asked about.
  const asking = side === 'after' ? offerAskLine(view, words.askLine, events) : undefined
  const stopScroll = view.onDidScrollChange(() => events.onScrolled())
  let shownKey: string | undefined

  function forget(): void {
    const model = view.getModel()
    view.setModel(null)
    model?.dispose()
  }

  function colourLines(): void {
    const model = view.getModel()
    if (model === null) return
    // The new line at the end of a file begins no line.
    const endsOpen = model.getLineCount() > 1 && model.getLineLength(model.getLineCount()) === 0
    const lines = model.getValueLength() === 0 ? 0 : model.getLineCount() - (endsOpen ? 1 : 0)
    const name = side === 'after' ? 'added' : 'removed'
    const range = { startLineNumber: 1, startColumn: 1, endLineNumber: Math.max(1, lines), endColumn: 1 }
    const look = { isWholeLine: true, className: `diff__line-${name}`, marginClassName: `diff__gutter-${name}` }
    colour.set(lines === 0 ? [] : [{ range, options: look }])
    events.onComputed(lines === 0 ? 0 : 1)
    asking?.refresh()
  }

  return {
    show(content) {
      const text = side === 'after' ? content.after : content.before
      const model = view.getModel()
      if (model === null || shownKey !== content.key) {
        forget()
        shownKey = content.key
        view.setModel(createText(text, side === 'after' ? content.path : content.oldPath, side))
      } else if (model.getValue() !== text) {
        const place = view.saveViewState()
        model.setValue(text)
        if (place !== null) view.restoreViewState(place)
      } else return
      colourLines()
    },
    setOptions(next) {
      view.updateOptions(chosenOptions(next))
      applyTheme(next.appearance)
    },
    go: (target) => (target === 'next' ? view.revealLine(view.getModel()?.getLineCount() ?? 1) : view.revealLine(1)),
    currentLine: () => view.getPosition()?.lineNumber ?? 1,
    topOfLine: (line) => placeOfLine(view, element, line),
    focus: () => view.focus(),
    dispose() {
      forget()
      stopScroll.dispose()
      asking?.dispose()
      view.dispose()
    },
  }
}
