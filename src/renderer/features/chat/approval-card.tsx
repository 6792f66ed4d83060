import { MessageSquareReply, Pencil, ShieldAlert, ShieldCheck, Undo2 } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { ToolCallPendingConfirmationState } from '../../../protocol/channels/chat/tool-call.ts'
import { confirmationOptions } from '../../../protocol/roadstead.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Kbd } from '../../components/states.tsx'
import { useI18n, type MessageKey } from '../../platform/i18n.tsx'
import { reasonText } from '../../platform/host-text.ts'
import { ApprovalSubject } from './approval-subject.tsx'
import { focusWhenIdle } from './focus-when-idle.ts'
import { appearedMs, hearsKeys, keyMeaning, msUntilHeard } from './key-guard.ts'
import { factsOf, subjectOf } from './step-words.ts'
import { inputOf, textField } from './tool-input.ts'
import { lastTypedAtMs, noticeTyping, nowMs } from './typing-clock.ts'

/** The person's answer to a confirmation. */
export type ApprovalAnswer =
  | { readonly kind: 'allow'; readonly optionId: string; readonly editedToolInput?: string }
  | { readonly kind: 'deny'; readonly sentence?: string }

interface ApprovalCardProps {
  readonly call: ToolCallPendingConfirmationState
  /** Who asks, for people. */
  readonly agent: string
  /** The folder the session works in, for a call that names none. */
  readonly folder: string
  /** `offline`: the host is out of reach. `answered`: by another client, or the turn is over. */
  readonly status: 'open' | 'offline' | 'answered'
  onAnswer(answer: ApprovalAnswer): void
}

const titles: Readonly<Record<string, MessageKey>> = {
  run_command: 'approval.command',
  commit: 'approval.commit',
  replace_string_in_file: 'approval.write',
  create_file: 'approval.write',
  delete_file: 'approval.write',
  move_file: 'approval.write',
  apply_patch: 'approval.write',
}

type FocusOn = Parameters<typeof keyMeaning>[0]['on']

/** Where on the card the focus is. */
function focusOnOf(target: HTMLElement, card: HTMLElement | null): FocusOn {
  if (target === card) return 'card'
  if (target.closest('textarea, input') !== null) return 'field'
  if (target.closest('[data-allow]') !== null) return 'allow-button'
  return target.closest('button') !== null ? 'other-button' : 'card'
}

/** The key that does the same, there only while it does; its place is kept. */
function LiveKey({ isLive, children }: { isLive: boolean; children: string }) {
  return (
    <span style={{ visibility: isLive ? 'visible' : 'hidden' }}>
      <Kbd>{children}</Kbd>
    </span>
  )
}

/** Asks for one tool call: what, verbatim; where; why; what protects (UX, Approval card). The caller never swaps the call under it. */
export function ApprovalCard({ call, agent, folder, status, onAnswer }: ApprovalCardProps) {
  const canAnswer = status === 'open'
  const { t, locale } = useI18n()
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  const [appearedAtMs] = useState(nowMs)
  const [isArmed, setArmed] = useState(false)
  // Its keys are shown only while they work.
  const [focusOn, setFocusOn] = useState<FocusOn | undefined>(undefined)
  const [isHeard, setHeard] = useState(false)
  const [mode, setMode] = useState<'ask' | 'edit' | 'deny'>('ask')
  const input = inputOf(call)
  const command = textField(input, 'command')
  const [edited, setEdited] = useState(command ?? '')
  const [sentence, setSentence] = useState('')

  const facts = factsOf(call)
  const reasons = facts?.reasons ?? []
  // No sandbox holds a commit, but it can be taken back.
  const protects = call.toolName === 'commit' ? 'undo' : (facts?.protects ?? 'unknown')
  const needsPerson = reasons.some((reason) => reason.class === 'always')
  const title = t(titles[call.toolName] ?? 'approval.other')
  const options = call.options ?? []
  const approving = options.filter((option) => option.kind === 'approve')
  const allowOnce = approving.find((option) => option.id === confirmationOptions.allowOnce)?.id ?? approving[0]?.id
  const allowSession = approving.find((option) => option.id === confirmationOptions.allowSession)
  const where = facts?.where ?? textField(input, 'cwd') ?? folder

  useLayoutEffect(() => {
    noticeTyping()
    return card.current === null ? undefined : focusWhenIdle(card.current)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), appearedMs)
    return () => clearTimeout(timer)
  }, [])

  const hasFocus = focusOn !== undefined
  useEffect(() => {
    if (!hasFocus) return
    const timer = setTimeout(() => setHeard(true), msUntilHeard({ appearedAtMs, typedAtMs: lastTypedAtMs() }, nowMs()))
    return () => {
      clearTimeout(timer)
      setHeard(false)
    }
  }, [hasFocus, appearedAtMs])

  function allow(optionId: string | undefined, editedToolInput?: string) {
    if (!canAnswer) return
    onAnswer({
      kind: 'allow',
      optionId: optionId ?? confirmationOptions.allowOnce,
      ...(editedToolInput === undefined ? {} : { editedToolInput }),
    })
  }
  function deny() {
    if (!canAnswer) return
    const words = sentence.trim()
    onAnswer(words === '' ? { kind: 'deny' } : { kind: 'deny', sentence: words })
  }

  function onKeyDown(event: KeyboardEvent) {
    const on = focusOnOf(event.target as HTMLElement, card.current)
    const hears = hearsKeys({ appearedAtMs, typedAtMs: lastTypedAtMs() }, nowMs())
    const meaning = keyMeaning(
      {
        key: event.key,
        isComposing: event.nativeEvent.isComposing,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey || event.shiftKey,
        on,
      },
      hears && canAnswer && !event.repeat,
      needsPerson,
    )
    if (on === 'field' && event.key === 'Escape') {
      event.preventDefault()
      setMode('ask')
      card.current?.focus()
      return
    }
    if (meaning === 'pass') return
    event.preventDefault()
    if (meaning === 'allow') allow(allowOnce)
    if (meaning === 'deny') deny()
  }

  const isOff = !canAnswer || !isArmed
  const hears = isHeard && !isOff
  return (
    // Its keys are its own: Enter and Escape answer it, and its buttons do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={card}
      className={`approval scroll ${needsPerson ? 'approval--always' : ''} ${canAnswer && !isArmed ? 'approval--arming' : ''}`}
      role="alertdialog"
      data-view="approval"
      aria-modal="false"
      aria-labelledby={titleId}
      data-approval=""
      data-tool={call.toolName}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={(event) => setFocusOn(focusOnOf(event.target, card.current))}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocusOn(undefined)
      }}
    >
      <header className="approval__head">
        <h2 id={titleId}>{title}</h2>
        <span className="approval__who truncate">{t('approval.asks', { agent })}</span>
      </header>
      <div className="visually-hidden" role="alert">
        {t('approval.announce', { title, what: subjectOf(call) })}
      </div>

      {mode === 'edit' ? (
        <textarea
          className="approval__edit mono"
          aria-label={t('approval.editField')}
          rows={Math.min(10, edited.split('\n').length + 1)}
          value={edited}
          spellCheck={false}
          autoFocus
          onChange={(event) => setEdited(event.target.value)}
        />
      ) : (
        <ApprovalSubject call={call} />
      )}

      <dl className="approval__facts">
        <div>
          <dt>{t('approval.where')}</dt>
          <dd className="mono">{where}</dd>
        </div>
        <div>
          <dt>{t('approval.why')}</dt>
          <dd>
            {reasons.length === 0 ? (
              t('approval.noReason')
            ) : (
              <ul>
                {reasons.map((reason, index) => (
                  <li key={`${reason.rule} ${index}`}>
                    {reasonText(reason.text, locale)} <code className="approval__rule">{reason.rule}</code>
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('approval.protects')}</dt>
          <dd className={`approval__protects approval__protects--${protects}`}>
            {protects === 'sandbox' ? (
              <ShieldCheck size={14} aria-hidden="true" />
            ) : protects === 'undo' ? (
              <Undo2 size={14} aria-hidden="true" />
            ) : (
              <ShieldAlert size={14} aria-hidden="true" />
            )}
            {t(`approval.protects.${protects}`)}
          </dd>
        </div>
      </dl>
      {needsPerson && (
        <p className="approval__always">
          {t('approval.always')} <span className="of-keys">{t('approval.alwaysKeys')}</span>
        </p>
      )}
      {status !== 'open' && <p className="approval__always">{t(`approval.${status}`)}</p>}

      {mode === 'deny' && (
        <textarea
          className="approval__edit"
          aria-label={t('approval.denySentence')}
          placeholder={t('approval.denySentence')}
          rows={2}
          maxLength={2000}
          value={sentence}
          autoFocus
          onChange={(event) => setSentence(event.target.value)}
          onKeyDown={(event) => {
            const { key, shiftKey, keyCode, nativeEvent } = event
            if (key !== 'Enter' || shiftKey || nativeEvent.isComposing || keyCode === 229) return
            event.preventDefault()
            deny()
          }}
        />
      )}

      <div className="approval__buttons">
        {mode === 'ask' && (
          <>
            <Button look="primary" data-allow="" disabled={isOff} onClick={() => allow(allowOnce)}>
              {t('approval.allowOnce')}
              {!needsPerson && <LiveKey isLive={hears && focusOn === 'card'}>⏎</LiveKey>}
            </Button>
            {allowSession !== undefined && (
              <Button data-allow="" disabled={isOff} onClick={() => allow(allowSession.id)}>
                {t('approval.allowSession')}
              </Button>
            )}
            {call.editable === true && command !== undefined && (
              <Button look="quiet" icon={<Pencil size={14} />} disabled={!canAnswer} onClick={() => setMode('edit')}>
                {t('approval.edit')}
              </Button>
            )}
            <span className="approval__space" />
            <IconButton
              label={t('approval.addSentence')}
              icon={<MessageSquareReply size={16} />}
              disabled={!canAnswer}
              onClick={() => setMode('deny')}
            />
            <Button look="danger" disabled={isOff} onClick={deny}>
              {t('approval.deny')}
              <LiveKey isLive={hears}>Esc</LiveKey>
            </Button>
          </>
        )}
        {mode === 'edit' && (
          <>
            <Button
              look="primary"
              data-allow=""
              disabled={isOff || edited.trim() === ''}
              onClick={() => allow(allowOnce, JSON.stringify({ ...input, command: edited }))}
            >
              {t('approval.allowEdited')}
            </Button>
            <Button onClick={() => setMode('ask')}>{t('common.cancel')}</Button>
          </>
        )}
        {mode === 'deny' && (
          <>
            <Button look="danger" disabled={isOff} onClick={deny}>
              {t('approval.denyWithSentence')}
              <Kbd>⏎</Kbd>
            </Button>
            <Button onClick={() => setMode('ask')}>{t('common.cancel')}</Button>
          </>
        )}
      </div>
    </section>
  )
}
