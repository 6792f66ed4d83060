import { useId, useRef, type KeyboardEvent } from 'react'
import type { ChangesetOperation } from '../../../protocol/channels/changeset/state.ts'
import { Button } from '../../components/button.tsx'
import { Kbd } from '../../components/states.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import type { CommitBoxState } from './commit-box-state.ts'

interface CommitBoxProps {
  readonly state: CommitBoxState
  readonly message: string
  /** How many files the commit would take. */
  readonly files: number
  readonly running: boolean
  /** What went wrong at the last try; the message is still in the field. */
  readonly problem: string | undefined
  readonly undo: ChangesetOperation | undefined
  readonly keyboard: 'apple' | 'other'
  onMessage(text: string): void
  onCommit(): void
  onUndo(): void
}

/** The foot of the pane: what the commit is called, and the button. */
export function CommitBox(props: CommitBoxProps) {
  const { state, message, problem, undo } = props
  const { t } = useI18n()
  const hint = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const isOff = state.kind === 'off'
  const cannotEver = isOff && state.because === 'no-git'

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (!isOff) props.onCommit()
  }

  const nothingToSay = isOff && (state.because === 'no-changes' || state.because === 'all-committed')
  if (nothingToSay && undo === undefined && problem === undefined) return null
  return (
    <section className="commit-box" aria-label={t('commit.region')}>
      {problem !== undefined && (
        <p className="commit-box__problem" role="alert">
          {problem}
        </p>
      )}
      {cannotEver ? (
        <p className="commit-box__note">{t('commit.off.no-git')}</p>
      ) : nothingToSay ? null : (
        <>
          <textarea
            ref={field}
            className="commit-box__message"
            rows={Math.min(6, Math.max(1, message.split('\n').length))}
            aria-label={t('commit.message')}
            aria-describedby={hint}
            placeholder={t('commit.message')}
            value={message}
            spellCheck
            onChange={(event) => props.onMessage(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <div className="commit-box__row">
            <span id={hint} className="commit-box__hint">
              {isOff ? t(`commit.off.${state.because}`) : t('commit.count', { count: props.files })}
            </span>
            <Button
              look="primary"
              disabled={isOff}
              title={isOff ? t(`commit.off.${state.because}`) : undefined}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              onClick={props.onCommit}
            >
              {props.running ? t('commit.running') : t('commit.button')}
              {!props.running && <Kbd>{props.keyboard === 'apple' ? '⌘⏎' : 'Ctrl ⏎'}</Kbd>}
            </Button>
          </div>
        </>
      )}
      {undo !== undefined && (
        <div className="commit-box__row commit-box__undo">
          <span className="commit-box__hint truncate" title={undo.description}>
            {t('commit.last', { summary: undo.description ?? '' })}
          </span>
          <Button look="quiet" onClick={props.onUndo}>
            {t('commit.undo')}
          </Button>
        </div>
      )}
    </section>
  )
}
