import { pathToFileURL } from 'node:url'
import { basename } from 'node:path'
import { structuredPatch } from 'diff'
import type { ToolResultContent } from '../../protocol/channels/chat/tool-call.ts'
import type { Hunk, RecordedEdit, ToolContext } from './tool.ts'

/** After so long a comparison is given up, for the host waits; then one hunk spans all that differs. */
const compareMs = 300

/** What changed between two texts, line numbers as in a unified diff without context. */
export function hunksBetween(before: string, after: string, limitMs = compareMs): Hunk[] {
  if (before === after) return []
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 0, timeout: limitMs })
  if (patch === undefined) return [oneHunk(before.split(/(?<=\n)/), after.split(/(?<=\n)/))]
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines }) => ({
    // Where a side has no lines, a unified diff names the line before.
    oldStart: oldLines === 0 ? oldStart - 1 : oldStart,
    oldLines,
    newStart: newLines === 0 ? newStart - 1 : newStart,
    newLines,
  }))
}

/** The hunk between the lines both begin with and the lines both end with. */
function oneHunk(before: readonly string[], after: readonly string[]): Hunk {
  const least = Math.min(before.length, after.length)
  let start = 0
  while (start < least && before[start] === after[start]) start++
  let end = 0
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const [oldLines, newLines] = [before.length - start - end, after.length - start - end]
  return {
    oldStart: oldLines === 0 ? start : start + 1,
    oldLines,
    newStart: newLines === 0 ? start : start + 1,
    newLines,
  }
}

/** Makes the record of an edit. `before` or `after` is absent for a file that is new or gone, or that is not text. */
export function recordEdit(
  path: string,
  sides: {
    readonly before?: string | undefined
    readonly after?: string | undefined
    readonly movedFrom?: string | undefined
  },
): RecordedEdit {
  const { before, after, movedFrom } = sides
  return {
    path,
    ...(movedFrom !== undefined && { movedFrom }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    hunks: hunksBetween(before ?? '', after ?? ''),
  }
}

/** The edit as people see it: both sides kept by hash, with counts of lines (SPEC section 15). */
export function editContent(edit: RecordedEdit, context: Pick<ToolContext, 'keep'>): ToolResultContent {
  const side = (path: string, text: string | undefined) =>
    text === undefined
      ? undefined
      : {
          uri: pathToFileURL(path).href,
          content: { uri: context.keep(text, basename(path)), sizeHint: Buffer.byteLength(text) },
        }
  const before = side(edit.movedFrom ?? edit.path, edit.before)
  const after = side(edit.path, edit.after)
  return {
    type: 'fileEdit',
    ...(before && { before }),
    ...(after && { after }),
    diff: {
      added: edit.hunks.reduce((sum, hunk) => sum + hunk.newLines, 0),
      removed: edit.hunks.reduce((sum, hunk) => sum + hunk.oldLines, 0),
    },
  }
}
