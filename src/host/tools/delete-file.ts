import { lstatSync } from 'node:fs'
import { z } from 'zod'
import { removeJudged } from '../platform/paths/judged-files.ts'
import { defineTool, PathInput } from './define-tool.ts'
import { judgePath, shownPath, unusable } from './judged-path.ts'
import { failed, oneLine } from './outcome.ts'
import { editContent, recordEdit } from './recorded-edit.ts'
import { readText } from './text-file.ts'

const Input = z.strictObject({
  path: PathInput.describe('The file, relative to the workspace or absolute.'),
})

/** Deletes one file, or a link itself. */
export const deleteFile = defineTool<z.infer<typeof Input>>({
  name: 'delete_file',
  displayName: 'Delete file',
  description: 'Deletes one file. A link is deleted itself, not what it leads to. Folders are not deleted.',
  input: Input,
  readOnly: false,
  access: ({ path }) => ({ kind: 'write', changes: [{ op: 'delete', path }] }),
  describe: ({ path }) => `Delete ${oneLine(path)}`,
  async run({ path }, context) {
    const judged = judgePath(context, 'delete', path)
    if (!judged.ok) return judged.outcome
    const shown = shownPath(context, judged.real)
    if (lstatSync(judged.real, { throwIfNoEntry: false })?.isDirectory())
      return failed(`Did not delete ${oneLine(shown)}`, `${shown} is a folder; only files are deleted.`, 'wrong-kind')
    const read = readText(judged.real)
    const removed = removeJudged(judged.real)
    if (removed.kind !== 'done') return unusable(path, removed, 'delete')
    const edit = recordEdit(judged.real, { before: read.kind === 'done' ? read.value : undefined })
    return {
      success: true,
      pastTense: `Deleted ${oneLine(shown)}`,
      forModel: `Deleted ${shown}.`,
      content: [editContent(edit, context)],
      edits: [edit],
    }
  },
})
