import { z } from 'zod'
import type { ChatInputAnswer, ChatInputQuestion } from '../../protocol/channels/chat/input-request.ts'
import { defineTool } from './define-tool.ts'
import { failed, succeeded } from './outcome.ts'

const Question = z.strictObject({
  question: z.string().min(1).max(2000),
  title: z.string().min(1).max(100).optional().describe('A few words, as a heading.'),
  kind: z.enum(['text', 'number', 'yes-no', 'choose-one', 'choose-many']),
  options: z.array(z.string().min(1).max(300)).min(1).max(20).optional().describe('What to choose from.'),
  optional: z.boolean().optional().describe('The person may leave it out.'),
})
const Input = z
  .strictObject({ questions: z.array(Question).min(1).max(10) })
  .refine(({ questions }) => questions.every((one) => !one.kind.startsWith('choose') || one.options !== undefined), {
    path: ['questions'],
    message: 'a question to choose from needs options',
  })
type Asked = z.infer<typeof Question>

/** Asks the person and waits for the answers. */
export const askPerson = defineTool<z.infer<typeof Input>>({
  name: 'ask_person',
  displayName: 'Ask',
  description:
    'Asks the person who watches and waits for the answers. Only for what you cannot find out or decide yourself.',
  input: Input,
  readOnly: true,
  access: () => ({ kind: 'none' }),
  describe: ({ questions }) => (questions.length === 1 ? 'Ask a question' : `Ask ${questions.length} questions`),
  async run({ questions }, context) {
    if (context.unattended)
      return failed(
        'Did not ask',
        'Nobody is there to answer. Decide yourself and say in the end what you assumed.',
        'unattended',
      )
    const asked = questions.map(toQuestion)
    const { response, answers } = await context.askPerson({ questions: asked })
    if (response === 'decline')
      return succeeded('Asked · declined', 'The person does not want to answer.', { success: false })
    if (response !== 'accept')
      return failed('Asked · no answer', 'The questions were dismissed without an answer.', 'cancelled')
    const said = questions.map((one, index) => `${one.question}\n> ${answerText(one, answers[idOf(index)])}`)
    return succeeded('Asked · answered', said.join('\n'))
  },
})

const idOf = (index: number) => `question-${index + 1}`
const optionId = (index: number) => `option-${index + 1}`

function toQuestion(asked: Asked, index: number): ChatInputQuestion {
  const { title } = asked
  const base = {
    id: idOf(index),
    message: asked.question,
    required: !asked.optional,
    ...(title !== undefined && { title }),
  }
  const options = (asked.options ?? []).map((label, at) => ({ id: optionId(at), label }))
  switch (asked.kind) {
    case 'text':
      return { ...base, kind: 'text' }
    case 'number':
      return { ...base, kind: 'number' }
    case 'yes-no':
      return { ...base, kind: 'boolean' }
    case 'choose-one':
      return { ...base, kind: 'single-select', options, allowFreeformInput: true }
    case 'choose-many':
      return { ...base, kind: 'multi-select', options, allowFreeformInput: true }
  }
}

function answerText(asked: Asked, answer: ChatInputAnswer | undefined): string {
  if (answer?.state === 'skipped' || answer === undefined) return answer?.freeformValues?.join(', ') ?? '(no answer)'
  const { value } = answer
  const label = (id: string) => (asked.options ?? []).find((_, at) => optionId(at) === id) ?? id
  const free = 'freeformValues' in value ? (value.freeformValues ?? []) : []
  switch (value.kind) {
    case 'boolean':
      return value.value ? 'yes' : 'no'
    case 'selected':
      return [label(value.value), ...free].filter((one) => one !== '').join(', ')
    case 'selected-many':
      return [...value.value.map(label), ...free].join(', ') || '(none)'
    default:
      return String(value.value)
  }
}
