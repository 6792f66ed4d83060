import type { Appearance } from '../../../platform/appearance.ts'
import type { DiffOptions, DiffViewEvents } from './diff-view.ts'
import { editor, KeyCode, Uri } from './monaco.ts'
import { diffTheme } from './theme.ts'

/** What every editor here has in common: nothing is typed, and the page around it decides how it looks. */
export function readingOptions(element: HTMLElement) {
  return {
    readOnly: true,
    domReadOnly: true,
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
    overviewRulerLanes: 0,
    overviewRulerBorder: false,
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
  } satisfies editor.IEditorOptions
}

/** The person's choices that concern one editor. */
export function chosenOptions(options: DiffOptions) {
  return {
    renderWhitespace: options.whitespace ? ('selection' as const) : ('none' as const),
    wordWrap: options.wrap ? ('on' as const) : ('off' as const),
    accessibilitySupport: options.screenReader ? ('on' as const) : ('auto' as const),
    accessibilityVerbose: options.screenReader,
  }
}

let nextModel = 1

/** A text whose language follows from the ending of its path. Dispose it. */
export function createText(text: string, path: string, side: 'before' | 'after'): editor.ITextModel {
  // The number keeps two views of one file apart.
  const authority = `${side}-${nextModel++}`
  const uri = Uri.from({ scheme: 'roadstead-diff', authority, path: `/${path.replace(/^\/+/, '')}` })
  return editor.createModel(text, undefined, uri)
}

/**
 * Gives the field behind an editor its accessible name also while no screen reader was noticed. The field is another one for each
 * text, and Monaco takes the name away when an option changes.
 */
export function nameEditor(target: editor.ICodeEditor, label: string): void {
  const name = () =>
    target.getDomNode()?.querySelector('.native-edit-context, .inputarea')?.setAttribute('aria-label', label)
  const nameLater = () => {
    name()
    requestAnimationFrame(name)
  }
  nameLater()
  target.onDidChangeModel(nameLater)
  target.onDidChangeConfiguration(nameLater)
}

/**
 * Lets the person ask about a line: a mark in the margin beside the cursor, the context menu, and the key W. `refresh`
 * puts the mark where it belongs after the text was replaced.
 */
export function offerAskLine(
  target: editor.IStandaloneCodeEditor,
  label: string,
  events: DiffViewEvents,
): { refresh(): void; dispose(): void } {
  const marks = target.createDecorationsCollection()
  const refresh = () => {
    const line = target.getPosition()?.lineNumber
    const isMarked = line !== undefined && (target.getModel()?.getValueLength() ?? 0) > 0
    const range = { startLineNumber: line ?? 1, startColumn: 1, endLineNumber: line ?? 1, endColumn: 1 }
    marks.set(isMarked ? [{ range, options: { glyphMarginClassName: 'diff__ask-line' } }] : [])
  }
  const stops = [
    target.onDidChangeCursorPosition(refresh),
    target.onMouseDown((event) => {
      const line = event.target.position?.lineNumber
      if (event.target.type === editor.MouseTargetType.GUTTER_GLYPH_MARGIN && line !== undefined) events.onAskLine(line)
    }),
    target.addAction({
      id: 'roadstead.lineOrigin',
      label,
      keybindings: [KeyCode.KeyW],
      contextMenuGroupId: 'navigation',
      run: (asked) => events.onAskLine(asked.getPosition()?.lineNumber ?? 1),
    }),
  ]
  return {
    refresh,
    dispose() {
      for (const stop of stops) stop.dispose()
    },
  }
}

/** Where a line of an editor stands below the top of `element`; undefined while it is out of sight. */
export function placeOfLine(target: editor.ICodeEditor, element: HTMLElement, line: number) {
  const top = target.getTopForLineNumber(line) - target.getScrollTop()
  const height = target.getOption(editor.EditorOption.lineHeight)
  const node = target.getDomNode()
  if (node === null || top < -height || top > element.clientHeight) return undefined
  return { top: top + node.getBoundingClientRect().top - element.getBoundingClientRect().top, height }
}

/** Colours all editors of the page. */
export function applyTheme(appearance: Appearance): void {
  const theme = diffTheme(appearance)
  editor.defineTheme(theme.name, theme.data)
  editor.setTheme(theme.name)
}
