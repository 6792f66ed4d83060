import { z } from 'zod'
import type { TodoItem } from '../../protocol/roadstead.ts'
import { defineTool } from './define-tool.ts'
import { succeeded } from './outcome.ts'

const Item = z.strictObject({
  id: z.string().min(1).max(64).optional(),
  text: z.string().min(1).max(500),
  status: z.enum(['pending', 'in-progress', 'done']),
})
const Input = z.strictObject({
  todos: z.array(Item).max(100).describe('The whole list, in order; it replaces the one before.'),
})

const marks = { pending: '[ ]', 'in-progress': '[~]', done: '[x]' }

/** Replaces the session's plan. */
export const updateTodos = defineTool<z.infer<typeof Input>>({
  name: 'update_todos',
  displayName: 'Update plan',
  description:
    'Replaces the list of things to do that the person sees. Keep one item in progress and mark items done as you go.',
  input: Input,
  readOnly: true,
  access: () => ({ kind: 'none' }),
  describe: () => 'Update the plan',
  async run({ todos }, context) {
    const taken = new Set<string>()
    const items = todos.map(({ id, text, status }, index): TodoItem => {
      let own = id ?? String(index + 1)
      while (taken.has(own)) own = `${own}+`
      taken.add(own)
      return { id: own, text, status }
    })
    context.todo.replace(items)
    const done = items.filter((item) => item.status === 'done').length
    const list = items.map((item) => `${marks[item.status]} ${item.text}`).join('\n')
    return succeeded(`Updated the plan · ${done} of ${items.length} done`, list === '' ? 'The list is empty.' : list)
  },
})
