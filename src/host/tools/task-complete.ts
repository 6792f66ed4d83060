import { z } from 'zod'
import { TASK_COMPLETE } from '../../protocol/task-complete.ts'
import { defineTool } from './define-tool.ts'
import { oneLine, succeeded } from './outcome.ts'

const Input = z.strictObject({
  summary: z.string().trim().min(1).max(20_000).describe('What was done and how it was checked, for the person.'),
})

/** Says that the work is done; the run ends after this round. */
export const taskComplete = defineTool<z.infer<typeof Input>>({
  name: TASK_COMPLETE,
  displayName: 'Task complete',
  description: 'Say that the task is done, with a summary. Call it alone and last.',
  input: Input,
  readOnly: true,
  access: () => ({ kind: 'none' }),
  describe: () => 'Complete the task',
  async run({ summary }) {
    return succeeded(`Done · ${oneLine(summary)}`, summary, { endsTurn: true })
  },
})
