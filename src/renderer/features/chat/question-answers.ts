import type {
  ChatInputAnswer,
  ChatInputAnswerValue,
  ChatInputQuestion,
} from '../../../protocol/channels/chat/input-request.ts'

/** What stands in the fields of a question: chosen option ids (or `true`, `false`), and free text. */
export type Drafts = Readonly<Record<string, { readonly chosen: readonly string[]; readonly text: string }>>

/** The fields as the agent proposes them. */
export function initialDrafts(questions: readonly ChatInputQuestion[]): Drafts {
  return Object.fromEntries(
    questions.map((question) => {
      const proposed =
        'options' in question
          ? question.options.filter((option) => option.recommended === true).map((option) => option.id)
          : question.kind === 'boolean' && question.defaultValue !== undefined
            ? [String(question.defaultValue)]
            : []
      const text = 'defaultValue' in question && question.kind !== 'boolean' ? String(question.defaultValue ?? '') : ''
      return [question.id, { chosen: question.kind === 'single-select' ? proposed.slice(0, 1) : proposed, text }]
    }),
  )
}

/** Whether a question has an answer. */
export function isAnswered(question: ChatInputQuestion, drafts: Drafts): boolean {
  return valueOf(question, drafts) !== undefined
}

/** The answers to send; questions without one are skipped. */
export function answersOf(questions: readonly ChatInputQuestion[], drafts: Drafts): Record<string, ChatInputAnswer> {
  return Object.fromEntries(
    questions.map((question): [string, ChatInputAnswer] => {
      const value = valueOf(question, drafts)
      return [question.id, value === undefined ? { state: 'skipped' } : { state: 'submitted', value }]
    }),
  )
}

function valueOf(question: ChatInputQuestion, drafts: Drafts): ChatInputAnswerValue | undefined {
  const { chosen, text } = drafts[question.id] ?? { chosen: [], text: '' }
  const free = text.trim()
  switch (question.kind) {
    case 'text':
      return free === '' ? undefined : { kind: 'text', value: text }
    case 'number':
    case 'integer':
      return free === '' || !Number.isFinite(Number(free)) ? undefined : { kind: 'number', value: Number(free) }
    case 'boolean':
      return chosen[0] === undefined ? undefined : { kind: 'boolean', value: chosen[0] === 'true' }
    case 'single-select': {
      if (chosen[0] === undefined && free === '') return undefined
      return { kind: 'selected', value: chosen[0] ?? '', ...(free === '' ? {} : { freeformValues: [free] }) }
    }
    case 'multi-select':
      if (chosen.length === 0 && free === '') return undefined
      return { kind: 'selected-many', value: [...chosen], ...(free === '' ? {} : { freeformValues: [free] }) }
  }
}
