import { z } from 'zod'
import { defineTool, PathInput } from './define-tool.ts'
import { judgePath } from './judged-path.ts'
import { failed, oneLine, succeeded } from './outcome.ts'

const Input = z.strictObject({
  message: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .describe('The commit message: a summary line, then if needed a blank line and why.'),
  paths: z
    .array(PathInput)
    .min(1)
    .max(1000)
    .optional()
    .describe('Only these files. Default: everything this session changed.'),
})

/** Commits the session's changes under the person's git identity. */
export const commit = defineTool<z.infer<typeof Input>>({
  name: 'commit',
  displayName: 'Commit',
  description: "Commits the changes of this session under the person's name. The person is asked first.",
  input: Input,
  readOnly: false,
  access: ({ message, paths }) => ({ kind: 'commit', message, ...(paths && { paths }) }),
  describe: ({ message }) => `Commit “${oneLine(message.split('\n')[0] ?? '')}”`,
  async run({ message, paths }, context) {
    for (const path of paths ?? ['.']) {
      const judged = judgePath(context, 'read', path)
      if (!judged.ok) return { ...judged.outcome, pastTense: 'Did not commit' }
    }
    const result = await context.commit(message, paths)
    if (result.kind === 'failed')
      return failed('Did not commit', `Nothing was committed: ${result.reason}`, 'commit-failed')
    const summary = oneLine(message.split('\n')[0] ?? '')
    return succeeded(`Committed ${result.hash.slice(0, 7)} · ${summary}`, `Committed as ${result.hash}.`)
  },
})
