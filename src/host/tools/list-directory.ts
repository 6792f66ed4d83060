import { z } from 'zod'
import { listJudged } from '../platform/paths/judged-files.ts'
import { defineTool, PathInput } from './define-tool.ts'
import { judgePath, shownPath, unusable } from './judged-path.ts'
import { oneLine, succeeded } from './outcome.ts'

const Input = z.strictObject({
  path: PathInput.optional().describe('The folder, relative to the workspace or absolute. Default: the workspace.'),
})

const maxEntries = 1000

/** Lists one folder. */
export const listDirectory = defineTool<z.infer<typeof Input>>({
  name: 'list_directory',
  displayName: 'List folder',
  description: 'Lists what is in a folder, one name a line: folders end in "/", links in "@".',
  input: Input,
  readOnly: true,
  access: ({ path = '.' }) => ({ kind: 'read', paths: [path] }),
  describe: ({ path = '.' }) => `List ${oneLine(path)}`,
  async run({ path = '.' }, context) {
    const judged = judgePath(context, 'read', path)
    if (!judged.ok) return judged.outcome
    const used = listJudged(judged.real)
    if (used.kind !== 'done') return unusable(path, used, 'list')
    const marks = { dir: '/', symlink: '@', file: '', fifo: ' (pipe)', socket: ' (socket)', device: ' (device)' }
    const names = used.value.map((entry) => entry.name + marks[entry.kind]).sort()
    const shown = names.slice(0, maxEntries)
    if (names.length > shown.length) shown.push(`(${names.length - shown.length} more)`)
    const text = shown.length === 0 ? 'The folder is empty.' : shown.join('\n')
    return succeeded(`Listed ${oneLine(shownPath(context, judged.real))}`, text)
  },
})
