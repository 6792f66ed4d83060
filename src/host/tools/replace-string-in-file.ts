import { z } from 'zod'
import { writeJudged } from '../platform/paths/judged-files.ts'
import { defineTool, PathInput } from './define-tool.ts'
import { judgePath, shownPath, unusable } from './judged-path.ts'
import { failed, oneLine } from './outcome.ts'
import { editContent, recordEdit } from './recorded-edit.ts'
import { markProblem } from './removal-marks.ts'
import { replaceText } from './replace-text.ts'
import { readText } from './text-file.ts'

const Input = z.strictObject({
  path: PathInput.describe('The file, relative to the workspace or absolute.'),
  old_string: z
    .string()
    .min(1)
    .describe('The text to replace, exactly as it stands in the file, indentation included.'),
  new_string: z.string().describe('What to put there instead.'),
  replace_all: z.boolean().optional().describe('Replace every occurrence. Default: there must be exactly one.'),
})

/** Replaces an exact piece of text. Line ends, byte order mark and file mode stay as they are. */
export const replaceStringInFile = defineTool<z.infer<typeof Input>>({
  name: 'replace_string_in_file',
  displayName: 'Edit file',
  description:
    'Replaces an exact piece of text in a file. It must occur exactly once, so include enough of what surrounds it, or set replace_all.',
  input: Input,
  readOnly: false,
  access: ({ path }) => ({ kind: 'write', changes: [{ op: 'write', path }] }),
  describe: ({ path }) => `Edit ${oneLine(path)}`,
  async run(input, context) {
    const judged = judgePath(context, 'write', input.path)
    if (!judged.ok) return judged.outcome
    const read = readText(judged.real)
    if (read.kind !== 'done') return unusable(input.path, read, 'edit')
    const shown = shownPath(context, judged.real)
    const before = read.value
    const replaced = replaceText(before, input.old_string, input.new_string, input.replace_all ?? false)
    if (replaced.kind !== 'replaced')
      return failed(`Did not edit ${oneLine(shown)}`, `${shown}: ${replaced.problem}`, replaced.kind)
    const problem = markProblem(before, replaced.text)
    if (problem !== undefined) return failed(`Did not edit ${oneLine(shown)}`, `${shown}: ${problem}`, 'removed-secret')
    const written = writeJudged(judged.real, Buffer.from(replaced.text), { expect: 'present' })
    if (written.kind !== 'done') return unusable(input.path, written, 'edit')
    const edit = recordEdit(judged.real, { before, after: replaced.text })
    const places = replaced.count === 1 ? 'one place' : `${replaced.count} places`
    return {
      success: true,
      pastTense: `Edited ${oneLine(shown)}`,
      forModel: `Edited ${shown} in ${places} (line ${replaced.lines.join(', ')}).`,
      content: [editContent(edit, context)],
      edits: [edit],
    }
  },
})
