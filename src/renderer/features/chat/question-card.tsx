import { useState, type FormEvent } from 'react'
import type {
  ChatInputAnswer,
  ChatInputQuestion,
  ChatInputRequest,
  ChatInputResponseKind,
} from '../../../protocol/channels/chat/input-request.ts'
import { Button } from '../../components/button.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { answersOf, initialDrafts, isAnswered, type Drafts } from './question-answers.ts'

interface QuestionCardProps {
  readonly request: ChatInputRequest
  readonly canAnswer: boolean
  onAnswer(response: ChatInputResponseKind, answers?: Readonly<Record<string, ChatInputAnswer>>): void
}

/** Questions of the agent, with fields that fit their kind. */
export function QuestionCard({ request, canAnswer, onAnswer }: QuestionCardProps) {
  const { t } = useI18n()
  const questions = request.questions ?? []
  const [drafts, setDrafts] = useState<Drafts>(() => initialDrafts(questions))
  const canSend = canAnswer && questions.every((question) => question.required !== true || isAnswered(question, drafts))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (canSend) onAnswer('accept', answersOf(questions, drafts))
  }

  return (
    <form
      className="question scroll"
      data-view="question"
      data-approval=""
      aria-label={t('question.label')}
      onSubmit={submit}
    >
      <h2>{t('question.title')}</h2>
      {request.message !== undefined && <p>{request.message}</p>}
      {request.url !== undefined && /^https?:/.test(request.url) && (
        <a href={request.url} target="_blank" rel="noreferrer noopener">
          {t('question.open')} ({request.url})
        </a>
      )}
      {questions.map((question) => (
        <fieldset key={question.id} className="question__one">
          <legend>
            {question.message}
            {question.required === true && <span className="dim"> · {t('question.required')}</span>}
          </legend>
          <QuestionField
            question={question}
            draft={drafts[question.id] ?? { chosen: [], text: '' }}
            onChange={(draft) => setDrafts({ ...drafts, [question.id]: draft })}
          />
        </fieldset>
      ))}
      <div className="approval__buttons">
        <Button type="submit" look="primary" disabled={!canSend}>
          {t('question.send')}
        </Button>
        <Button disabled={!canAnswer} onClick={() => onAnswer('decline')}>
          {t('question.decline')}
        </Button>
      </div>
    </form>
  )
}

interface FieldProps {
  readonly question: ChatInputQuestion
  readonly draft: Drafts[string]
  onChange(draft: Drafts[string]): void
}

function QuestionField({ question, draft, onChange }: FieldProps) {
  const { t } = useI18n()
  switch (question.kind) {
    case 'text':
      return (
        <textarea
          aria-label={question.message}
          rows={2}
          value={draft.text}
          onChange={(event) => onChange({ ...draft, text: event.target.value })}
        />
      )
    case 'number':
    case 'integer':
      return (
        <input
          type="number"
          aria-label={question.message}
          value={draft.text}
          min={question.min}
          max={question.max}
          step={question.kind === 'integer' ? 1 : 'any'}
          onChange={(event) => onChange({ ...draft, text: event.target.value })}
        />
      )
    case 'boolean':
      return (
        <>
          {(['true', 'false'] as const).map((value) => (
            <label key={value} className="question__option">
              <input
                type="radio"
                name={question.id}
                checked={draft.chosen[0] === value}
                onChange={() => onChange({ ...draft, chosen: [value] })}
              />
              {t(value === 'true' ? 'question.yes' : 'question.no')}
            </label>
          ))}
        </>
      )
    case 'single-select':
    case 'multi-select': {
      const isMany = question.kind === 'multi-select'
      return (
        <>
          {question.options.map((option) => (
            <label key={option.id} className="question__option">
              <input
                type={isMany ? 'checkbox' : 'radio'}
                name={question.id}
                checked={draft.chosen.includes(option.id)}
                onChange={(event) =>
                  onChange({
                    ...draft,
                    chosen: !isMany
                      ? [option.id]
                      : event.target.checked
                        ? [...draft.chosen, option.id]
                        : draft.chosen.filter((id) => id !== option.id),
                  })
                }
              />
              <span>
                {option.label}
                {option.description !== undefined && <span className="dim"> · {option.description}</span>}
              </span>
            </label>
          ))}
          {question.allowFreeformInput === true && (
            <input
              type="text"
              aria-label={t('question.other')}
              placeholder={t('question.other')}
              value={draft.text}
              onChange={(event) => onChange({ ...draft, text: event.target.value })}
            />
          )}
        </>
      )
    }
  }
}
