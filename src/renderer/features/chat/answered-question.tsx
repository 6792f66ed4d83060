import type { ChatInputAnswer, ChatInputQuestion } from '../../../protocol/channels/chat/input-request.ts'
import type { InputRequestResponsePart } from '../../../protocol/channels/chat/turn.ts'
import { useI18n, type Translate } from '../../platform/i18n.tsx'

/** A question that has been dealt with, and the answer. */
export function AnsweredQuestion({ part }: { part: InputRequestResponsePart }) {
  const { t } = useI18n()
  const { request, response } = part
  return (
    <section className="answered" aria-label={t('question.label')}>
      <h2>{response === 'accept' ? t('question.answered') : t('question.declined')}</h2>
      {request.message !== undefined && <p>{request.message}</p>}
      <dl>
        {(request.questions ?? []).map((question) => (
          <div key={question.id}>
            <dt>{question.message}</dt>
            {response === 'accept' && <dd>{answerWords(question, request.answers?.[question.id], t)}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}

function answerWords(question: ChatInputQuestion, answer: ChatInputAnswer | undefined, t: Translate): string {
  if (answer === undefined || answer.state === 'skipped') return '–'
  const labelOf = (id: string) =>
    ('options' in question ? question.options.find((option) => option.id === id)?.label : undefined) ?? id
  const { value } = answer
  switch (value.kind) {
    case 'text':
      return value.value
    case 'number':
      return String(value.value)
    case 'boolean':
      return t(value.value ? 'question.yes' : 'question.no')
    case 'selected':
      return [...(value.value === '' ? [] : [labelOf(value.value)]), ...(value.freeformValues ?? [])].join(', ')
    case 'selected-many':
      return [...value.value.map(labelOf), ...(value.freeformValues ?? [])].join(', ')
  }
}
