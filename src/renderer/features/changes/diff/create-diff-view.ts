import type { DiffOptions, DiffView, DiffViewNeeds } from './diff-view.ts'
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
import { splitFromWidth } from './split-from-width.ts'

/** Both sides of a file, compared. */
export function createDiffView({ element, options, events, words }: DiffViewNeeds): DiffView {
  const diff = editor.createDiffEditor(element, {
    ...readingOptions(element),
    originalEditable: false,
    renderOverviewRuler: false,
    renderMarginRevertIcon: false,
    renderGutterMenu: false,
    originalAriaLabel: words.before,
    modifiedAriaLabel: words.after,
    ...diffOptions(options),
  })
  const modified = diff.getModifiedEditor()
  diff.getOriginalEditor().updateOptions({ glyphMargin: false })
  nameEditor(diff.getOriginalEditor(), words.before)
  nameEditor(modified, words.after)
  applyTheme(options.appearance)

  let shownKey: string | undefined
  let revealFirst = false
  const asking = offerAskLine(modified, words.askLine, events)
  const stops = [
    asking,
    modified.onDidScrollChange(() => events.onScrolled()),
    diff.onDidUpdateDiff(() => {
      const changes = diff.getLineChanges() ?? []
      events.onComputed(changes.length)
      if (!revealFirst) return
      revealFirst = false
      diff.revealFirstDiff()
      const [first] = changes
      if (first !== undefined)
        modified.setPosition({ lineNumber: Math.max(1, first.modifiedStartLineNumber), column: 1 })
      asking.refresh()
    }),
  ]

  function forget(): void {
    const model = diff.getModel()
    diff.setModel(null)
    model?.original.dispose()
    model?.modified.dispose()
  }

  return {
    show(content) {
      const model = diff.getModel()
      if (model === null || shownKey !== content.key) {
        forget()
        shownKey = content.key
        revealFirst = true
        diff.setModel({
          original: createText(content.before, content.oldPath, 'before'),
          modified: createText(content.after, content.path, 'after'),
        })
        return
      }
      const place = diff.saveViewState()
      let isNew = false
      for (const [text, next] of [
        [model.original, content.before],
        [model.modified, content.after],
      ] as const) {
        if (text.getValue() === next) continue
        text.setValue(next)
        isNew = true
      }
      if (isNew) diff.restoreViewState(place)
    },
    setOptions(next) {
      diff.updateOptions(diffOptions(next))
      applyTheme(next.appearance)
    },
    go: (target) => diff.goToDiff(target),
    currentLine: () => modified.getPosition()?.lineNumber ?? 1,
    topOfLine: (line) => placeOfLine(modified, element, line),
    focus: () => modified.focus(),
    dispose() {
      forget()
      for (const stop of stops) stop.dispose()
      diff.dispose()
    },
  }
}

function diffOptions(options: DiffOptions) {
  return {
    ...chosenOptions(options),
    renderSideBySide: options.layout !== 'inline',
    useInlineViewWhenSpaceIsLimited: options.layout === 'auto',
    renderSideBySideInlineBreakpoint: splitFromWidth,
    ignoreTrimWhitespace: !options.whitespace,
    diffWordWrap: options.wrap ? ('on' as const) : ('off' as const),
    hideUnchangedRegions: { enabled: options.collapse, contextLineCount: 3, minimumLineCount: 4, revealLineCount: 20 },
  }
}
