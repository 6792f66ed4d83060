import type { Appearance } from '../../../platform/appearance.ts'
import { editor, KeyCode, Uri } from './monaco.ts'
import { splitFromWidth } from './split-from-width.ts'
import { diffTheme } from './theme.ts'

/** How diffs are shown; the person's choice. */
export interface DiffOptions {
  /** `auto`: side by side from 900 px of width. */
  readonly layout: 'auto' | 'inline' | 'split'
  readonly wrap: boolean
  /** Whether a change of white space only counts as a change. */
  readonly whitespace: boolean
  readonly collapse: boolean
  readonly screenReader: boolean
  readonly appearance: Appearance
}

/** Both sides of a file. The same `key` is the same file with newer content: the place in it is kept. */
export interface DiffContent {
  readonly key: string
  readonly path: string
  readonly oldPath: string
  readonly before: string
  readonly after: string
}

export interface DiffViewEvents {
  /** The person asks who changed a line of the new side. */
  onAskLine(line: number): void
  /** A diff was computed: how many changes there are. */
  onComputed(changes: number): void
  /** The view moved, so what is anchored to a line has to move too. */
  onScrolled(): void
}

/** A diff on the page. `dispose` frees the editor and its texts. */
export interface DiffView {
  show(content: DiffContent): void
  setOptions(options: DiffOptions): void
  go(target: 'next' | 'previous'): void
  /** The line of the new side the cursor is in; counts from 1. */
  currentLine(): number
  /** Where a line stands, in pixels from the top of the element; undefined while it is out of sight. */
  topOfLine(line: number): { readonly top: number; readonly height: number } | undefined
  focus(): void
  dispose(): void
}

let nextModel = 1

export interface DiffViewNeeds {
  readonly element: HTMLElement
  readonly options: DiffOptions
  readonly events: DiffViewEvents
  /** Words of the context menu and of the two sides for screen readers. */
  readonly words: { readonly askLine: string; readonly before: string; readonly after: string }
}

export function createDiffView({ element, options, events, words }: DiffViewNeeds): DiffView {
  const diff = editor.createDiffEditor(element, {
    readOnly: true,
    domReadOnly: true,
    originalEditable: false,
    automaticLayout: true,
    scrollBeyondLastLine: false,
    minimap: { enabled: false },
    fontSize: 12,
    lineHeight: 18,
    fontFamily: getComputedStyle(element).getPropertyValue('--font-mono') || 'monospace',
    fontLigatures: false,
    lineNumbersMinChars: 3,
    lineDecorationsWidth: 12,
    glyphMargin: true,
    folding: false,
    renderOverviewRuler: false,
    overviewRulerLanes: 0,
    overviewRulerBorder: false,
    renderMarginRevertIcon: false,
    renderGutterMenu: false,
    renderLineHighlight: 'line',
    renderLineHighlightOnlyWhenFocus: true,
    links: false,
    occurrencesHighlight: 'off',
    selectionHighlight: false,
    stickyScroll: { enabled: false },
    padding: { top: 4, bottom: 12 },
    fixedOverflowWidgets: true,
    // Nothing can be typed here, so Tab goes on to what comes next.
    tabFocusMode: true,
    scrollbar: {
      alwaysConsumeMouseWheel: false,
      useShadows: false,
      verticalScrollbarSize: 10,
      horizontalScrollbarSize: 10,
    },
    ...editorOptions(options),
  })
  const modified = diff.getModifiedEditor()
  diff.getOriginalEditor().updateOptions({ ariaLabel: words.before, glyphMargin: false })
  modified.updateOptions({ ariaLabel: words.after })
  applyTheme(options.appearance)

  let shownKey: string | undefined
  let revealFirst = false
  const marks = modified.createDecorationsCollection()
  const markLine = () => {
    const line = modified.getPosition()?.lineNumber
    const isMarked = line !== undefined && (diff.getModel()?.modified.getValueLength() ?? 0) > 0
    marks.set(
      isMarked
        ? [
            {
              range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 },
              options: { glyphMarginClassName: 'diff__ask-line' },
            },
          ]
        : [],
    )
  }
  const stops = [
    modified.onDidChangeCursorPosition(markLine),
    modified.onMouseDown((event) => {
      const line = event.target.position?.lineNumber
      if (event.target.type === editor.MouseTargetType.GUTTER_GLYPH_MARGIN && line !== undefined) events.onAskLine(line)
    }),
    modified.onDidScrollChange(() => events.onScrolled()),
    modified.addAction({
      id: 'roadstead.lineOrigin',
      label: words.askLine,
      keybindings: [KeyCode.KeyW],
      contextMenuGroupId: 'navigation',
      run: (target) => events.onAskLine(target.getPosition()?.lineNumber ?? 1),
    }),
    diff.onDidUpdateDiff(() => {
      events.onComputed(diff.getLineChanges()?.length ?? 0)
      if (!revealFirst) return
      revealFirst = false
      diff.revealFirstDiff()
      const first = diff.getLineChanges()?.[0]
      if (first !== undefined) {
        const line = Math.max(1, first.modifiedStartLineNumber)
        modified.setPosition({ lineNumber: line, column: 1 })
      }
      markLine()
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
      if (model !== null && shownKey === content.key) {
        const isSame = model.original.getValue() === content.before && model.modified.getValue() === content.after
        if (isSame) return
        const place = diff.saveViewState()
        if (model.original.getValue() !== content.before) model.original.setValue(content.before)
        if (model.modified.getValue() !== content.after) model.modified.setValue(content.after)
        diff.restoreViewState(place)
        return
      }
      forget()
      shownKey = content.key
      revealFirst = true
      diff.setModel({
        original: createModel(content.before, content.oldPath, 'before'),
        modified: createModel(content.after, content.path, 'after'),
      })
    },
    setOptions(next) {
      diff.updateOptions(editorOptions(next))
      applyTheme(next.appearance)
    },
    go: (target) => diff.goToDiff(target),
    currentLine: () => modified.getPosition()?.lineNumber ?? 1,
    topOfLine(line) {
      const top = modified.getTopForLineNumber(line) - modified.getScrollTop()
      const height = modified.getOption(editor.EditorOption.lineHeight)
      const node = modified.getDomNode()
      if (node === null || top < -height || top > element.clientHeight) return undefined
      return { top: top + node.getBoundingClientRect().top - element.getBoundingClientRect().top, height }
    },
    focus: () => modified.focus(),
    dispose() {
      forget()
      for (const stop of stops) stop.dispose()
      diff.dispose()
    },
  }
}

function createModel(text: string, path: string, side: 'before' | 'after') {
  // The path's ending picks the language; the number keeps two views of one file apart.
  const uri = Uri.from({
    scheme: 'roadstead-diff',
    authority: `${side}-${nextModel++}`,
    path: `/${path.replace(/^\/+/, '')}`,
  })
  return editor.createModel(text, undefined, uri)
}

function editorOptions(options: DiffOptions) {
  return {
    renderSideBySide: options.layout !== 'inline',
    useInlineViewWhenSpaceIsLimited: options.layout === 'auto',
    renderSideBySideInlineBreakpoint: splitFromWidth,
    compactMode: false,
    ignoreTrimWhitespace: !options.whitespace,
    renderWhitespace: options.whitespace ? ('selection' as const) : ('none' as const),
    wordWrap: options.wrap ? ('on' as const) : ('off' as const),
    diffWordWrap: options.wrap ? ('on' as const) : ('off' as const),
    hideUnchangedRegions: { enabled: options.collapse, contextLineCount: 3, minimumLineCount: 4, revealLineCount: 20 },
    accessibilitySupport: options.screenReader ? ('on' as const) : ('auto' as const),
    accessibilityVerbose: options.screenReader,
  }
}

function applyTheme(appearance: Appearance): void {
  const theme = diffTheme(appearance)
  editor.defineTheme(theme.name, theme.data)
  editor.setTheme(theme.name)
}
