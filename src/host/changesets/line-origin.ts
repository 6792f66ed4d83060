import { hunksBetween, linesOf, type Hunk } from './hunks.ts'

/** An edit as it was recorded; texts are whole. Structurally what `tools/tool.ts` records. */
export interface EditOfFile {
  readonly path: string
  /** Path before, for a move. */
  readonly movedFrom?: string
  /** Absent: the file was new. */
  readonly before?: string
  /** Absent: the file was deleted. */
  readonly after?: string
}

/**
 * Who wrote a line: the edit that did (`line` in its `after`), or nobody recorded. `outside` is a change made between
 * recorded edits or after them (a person, another program); `earlier` a line that was there before the oldest edit,
 * with its number and path then. Ask git about both.
 */
export type LineWriter<Edit extends EditOfFile> =
  | { readonly kind: 'edit'; readonly edit: Edit; readonly line: number }
  | { readonly kind: 'outside' }
  | { readonly kind: 'earlier'; readonly line: number; readonly path: string; readonly text: string }
  | { readonly kind: 'no-such-line' }

/**
 * Follows line `line` (1-based) of `current`, the text of `path`, back through `edits`, newest first. Edits of other
 * files are skipped; a move leads to the older name.
 */
export function findLineOrigin<Edit extends EditOfFile>(question: {
  readonly path: string
  readonly current: string
  readonly line: number
  readonly edits: readonly Edit[]
}): LineWriter<Edit> {
  let { path, current: text, line } = question
  if (line < 1 || line > linesOf(text).length) return { kind: 'no-such-line' }
  for (const edit of question.edits) {
    if (edit.path !== path) continue
    const after = edit.after
    // Deleted and there again: whatever wrote it since was not recorded.
    if (after === undefined) return { kind: 'outside' }
    const inAfter = lineBefore(hunksBetween(after, text), line)
    if (inAfter === undefined) return { kind: 'outside' }
    const inBefore = edit.before === undefined ? undefined : lineBefore(hunksBetween(edit.before, after), inAfter)
    if (edit.before === undefined || inBefore === undefined) return { kind: 'edit', edit, line: inAfter }
    text = edit.before
    line = inBefore
    path = edit.movedFrom ?? path
  }
  return { kind: 'earlier', line, path, text }
}

/** Where line `line` of the newer text was in the older one; undefined when a hunk wrote it. */
function lineBefore(hunks: readonly Hunk[], line: number): number | undefined {
  let shift = 0
  for (const { oldLines, newStart, newLines } of hunks) {
    // A hunk that only removes stands behind the line it names.
    const first = newLines === 0 ? newStart + 1 : newStart
    if (line < first) break
    if (line < first + newLines) return undefined
    shift += newLines - oldLines
  }
  return line - shift
}
