import { z } from 'zod'
import { defineTool, PathInput } from './define-tool.ts'
import { compileGlob } from './glob.ts'
import { judgePath, shownPath, unusable } from './judged-path.ts'
import { failed, oneLine, succeeded } from './outcome.ts'
import { lateText, mayShow, runRipgrep } from './ripgrep.ts'

const Input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(500)
    .describe(
      'Glob: "*" within a name, "**" across folders, "{a,b}". A pattern without "/" matches names in every folder.',
    ),
  path: PathInput.optional().describe('The folder to look in. Default: the workspace.'),
})

const maxFiles = 500

/** Finds files by name. */
export const findFiles = defineTool<z.infer<typeof Input>>({
  name: 'find_files',
  displayName: 'Find files',
  description:
    'Finds files whose path matches a glob. Ignored files (.gitignore) are left out and links are not followed.',
  input: Input,
  readOnly: true,
  access: ({ path = '.' }) => ({ kind: 'read', paths: [path] }),
  describe: ({ pattern }) => `Find ${oneLine(pattern)}`,
  async run({ pattern, path = '.' }, context) {
    const judged = judgePath(context, 'read', path)
    if (!judged.ok) return judged.outcome
    const matches = compileGlob(pattern)
    const shows = mayShow(context, judged.real)
    const found: string[] = []
    const onLine = (line: string) => {
      const name = line.replace(/^\.\//, '')
      if (!matches(name) || !shows(name)) return true
      found.push(name)
      return found.length <= maxFiles
    }
    const used = await runRipgrep({
      place: judged.real,
      over: 'folder',
      args: ['--files'],
      signal: context.signal,
      onLine,
    })
    if (used.kind !== 'done') return unusable(path, used, 'search')
    if (used.value.kind !== 'done') return failed(`Could not search ${oneLine(path)}`, used.value.text, used.value.kind)
    const folder = shownPath(context, judged.real)
    const prefix = folder === '.' ? '' : `${folder}/`
    const shown = found.slice(0, maxFiles).map((name) => prefix + name)
    const past = `Found ${found.length > maxFiles ? `more than ${maxFiles}` : found.length} files for ${oneLine(pattern)}`
    if (used.value.late) shown.push(lateText)
    if (shown.length === 0) return succeeded(past, `No file in ${folder} matches ${pattern}.`)
    if (found.length > maxFiles) shown.push(`(more than ${maxFiles}: narrow the pattern or the folder)`)
    return succeeded(past, shown.join('\n'))
  },
})
