import { z } from 'zod'
import { writeJudged } from '../platform/paths/judged-files.ts'
import { defineTool, PathInput } from './define-tool.ts'
import { judgePath, shownPath, unusable } from './judged-path.ts'
import { failed, oneLine } from './outcome.ts'
import { editContent, recordEdit } from './recorded-edit.ts'
import { markProblem } from './removal-marks.ts'
import { maxTextBytes, readText } from './text-file.ts'

const Input = z.strictObject({
  path: PathInput.describe('The new file, relative to the workspace or absolute. Missing folders are made.'),
  content: z.string().describe('The whole text of the file.'),
  overwrite: z.boolean().optional().describe('Replace the file if there is one. Default: fail.'),
})

/** Makes a file. */
export const createFile = defineTool<z.infer<typeof Input>>({
  name: 'create_file',
  displayName: 'Create file',
  description: 'Makes a file with the given text. Fails if there is one already, unless overwrite is set.',
  input: Input,
  readOnly: false,
  access: ({ path, overwrite }) => ({ kind: 'write', changes: [{ op: overwrite ? 'write' : 'create', path }] }),
  describe: ({ path, overwrite }) => `${overwrite ? 'Write' : 'Create'} ${oneLine(path)}`,
  async run({ path, content, overwrite = false }, context) {
    const judged = judgePath(context, overwrite ? 'write' : 'create', path)
    if (!judged.ok) return judged.outcome
    const shown = shownPath(context, judged.real)
    if (Buffer.byteLength(content) > maxTextBytes)
      return failed(`Did not create ${oneLine(shown)}`, `The text is larger than ${maxTextBytes} bytes.`, 'too-large')
    const read = overwrite ? readText(judged.real) : undefined
    const present = read !== undefined && read.kind !== 'missing'
    if (present && read.kind !== 'done' && read.kind !== 'wrong-kind') return unusable(path, read, 'overwrite')
    const before = read?.kind === 'done' ? read.value : undefined
    const problem = before === undefined ? undefined : markProblem(before, content)
    if (problem !== undefined)
      return failed(`Did not overwrite ${oneLine(shown)}`, `${shown}: ${problem}`, 'removed-secret')
    const written = writeJudged(judged.real, Buffer.from(content), { expect: present ? 'present' : 'missing' })
    if (written.kind === 'exists')
      return failed(
        `Did not create ${oneLine(shown)}`,
        `${shown} exists already. Edit it, or set overwrite to replace it whole.`,
        'exists',
      )
    if (written.kind !== 'done') return unusable(path, written, 'create')
    const edit = recordEdit(judged.real, { before, after: content })
    const did = present ? 'Overwrote' : 'Created'
    return {
      success: true,
      pastTense: `${did} ${oneLine(shown)}`,
      forModel: `${did} ${shown}.`,
      content: [editContent(edit, context)],
      edits: [edit],
    }
  },
})
