import type { Appearance } from '../../../platform/appearance.ts'

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
  /** Which sides the file has. */
  readonly sides: 'both' | 'before' | 'after'
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

/** A diff on the page, or the one side there is of a file that is new or gone. `dispose` frees the editor and its texts. */
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

export interface DiffViewNeeds {
  readonly element: HTMLElement
  readonly options: DiffOptions
  readonly events: DiffViewEvents
  /** Words of the context menu and of the two sides for screen readers. */
  readonly words: { readonly askLine: string; readonly before: string; readonly after: string }
}
