import { lstatSync } from 'node:fs'
import { z } from 'zod'
import { moveJudged } from '../platform/paths/judged-files.ts'
import { defineTool, PathInput } from './define-tool.ts'
import { judgePath, shownPath, unusable } from './judged-path.ts'
import { failed, oneLine } from './outcome.ts'
import { editContent, recordEdit } from './recorded-edit.ts'
import { readText } from './text-file.ts'

const Input = z.strictObject({
  from: PathInput.describe('The file, relative to the workspace or absolute.'),
  to: PathInput.describe('Its new path. Missing folders are made; nothing is replaced.'),
})

/** Moves or renames one file. */
export const moveFile = defineTool<z.infer<typeof Input>>({
  name: 'move_file',
  displayName: 'Move file',
  description: 'Moves or renames one file. Fails if there is something at the new path. Folders are not moved.',
  input: Input,
  readOnly: false,
  access: ({ from, to }) => ({ kind: 'write', changes: [{ op: 'rename', path: from, to }] }),
  describe: ({ from, to }) => `Move ${oneLine(from, 60)} to ${oneLine(to, 60)}`,
  async run({ from, to }, context) {
    const judged = judgePath(context, { op: 'rename', to }, from)
    if (!judged.ok) return judged.outcome
    const [old, now] = [shownPath(context, judged.real), shownPath(context, judged.realTo)]
    if (lstatSync(judged.real, { throwIfNoEntry: false })?.isDirectory())
      return failed(`Did not move ${oneLine(old)}`, `${old} is a folder; only files are moved.`, 'wrong-kind')
    const read = readText(judged.real)
    const moved = moveJudged(judged.real, judged.realTo)
    if (moved.kind === 'exists')
      return failed(`Did not move ${oneLine(old)}`, `There is something at ${now} already.`, 'exists')
    if (moved.kind !== 'done') return unusable(from, moved, 'move')
    const text = read.kind === 'done' ? read.value : undefined
    const edit = recordEdit(judged.realTo, { before: text, after: text, movedFrom: judged.real })
    return {
      success: true,
      pastTense: `Moved ${oneLine(old, 60)} to ${oneLine(now, 60)}`,
      forModel: `Moved ${old} to ${now}.`,
      content: [editContent(edit, context)],
      edits: [edit],
    }
  },
})
