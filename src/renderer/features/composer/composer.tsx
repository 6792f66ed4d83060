import { ArrowUp, CornerDownRight, ListPlus, Paperclip } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Message } from '../../../protocol/channels/chat/message.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { useToast } from '../../components/toast.tsx'
import { useI18n } from '../../platform/i18n.tsx'
import { AttachmentStrip } from './attachments/attachment-strip.tsx'
import { isImage } from './attachments/attached-characters.ts'
import { useAttachFiles } from './attachments/use-attach-files.ts'
import { useFileDrop } from './attachments/use-file-drop.ts'
import { MessageBox } from './message-box.tsx'
import { commandNameOf, type SlashCommand } from './suggestions.ts'
import { useDraft, type DraftNeeds } from './use-draft.ts'
import { useHistory } from './use-history.ts'
import { isEmpty, nothingWritten, putBack, type Written } from './written.ts'
import './composer.css'

/** What came of a message. */
export type SendOutcome = { readonly kind: 'sent' } | { readonly kind: 'failed'; readonly reason: string }

/** `steer`: into the running turn, before the agent's next step, rather than behind it. */
export type SendHow = 'send' | 'steer'

export interface ComposerProps {
  /** What the draft is kept under: the session, with a chat beside its first one behind a blank. */
  readonly session: string
  /** The session's title: boxes that stand side by side are told apart by it. */
  readonly title: string
  /** Its chat; unknown until the session has one. */
  readonly chat?: string | undefined
  readonly remote: DraftNeeds['remote']
  /** What the person said here before, oldest first. */
  readonly history: readonly Message[]
  readonly isWorking: boolean
  readonly isOnline: boolean
  /** Why nothing can be sent; in place of the box's hint. */
  readonly blocked?: string
  /** The name of the chosen model, when pictures are nothing to it. */
  readonly blindModel?: string | undefined
  readonly triggers: readonly string[]
  readonly commands: readonly SlashCommand[]
  /** Stands above the row of buttons: the trust line, say. */
  readonly above?: ReactNode
  /** In the row of buttons: the choice of a model, and what the context holds. */
  readonly start?: ReactNode
  readonly end?: ReactNode
  /** Starts a turn, or queues or steers while one runs. */
  onSend(written: Written, how: SendHow): Promise<SendOutcome>
  offerDraft(draft: Message | undefined): Promise<boolean>
  /** Opens the last waiting message for editing; answers whether there is one. */
  onEditLast(): boolean
  readonly apple: boolean
}

/** A message that begins like a command was not sent: is it meant as text? */
interface Asked {
  readonly name: string
  readonly how: SendHow
  /** There is such a command, but not now, or not with words behind it. */
  readonly isKnown: boolean
}

/** Where a message is written, with all that can go with it. What could not be sent is put back. */
export function Composer(props: ComposerProps) {
  const { session, chat, isWorking, isOnline, blocked, blindModel, above, start, end, apple } = props
  const { t } = useI18n()
  const toast = useToast()
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [notice, setNotice] = useState<string | undefined>(undefined)
  const [asked, setAsked] = useState<Asked | undefined>(undefined)
  const [written, write] = useDraft({
    session,
    remote: props.remote,
    canOffer: isOnline && chat !== undefined,
    isBusy: () => document.activeElement === box.current,
    offer: props.offerDraft,
  })
  const latest = useRef(written)
  useEffect(() => {
    latest.current = written
  })
  const current = useCallback(() => latest.current, [])
  const attach = useAttachFiles(write, setNotice, current)
  const takeFiles = useCallback(
    (files: readonly File[]) => {
      void attach(files)
      box.current?.focus()
    },
    [attach],
  )
  const isDropping = useFileDrop(form, takeFiles)
  const recall = useHistory(props.history, written, write)
  const canSend = !isEmpty(written) && isOnline && blocked === undefined
  const hasPictures = written.files.some(isImage)

  const command = written.mentions.some(({ start: at }) => at === 0) ? undefined : commandNameOf(written.text)
  const isAsked = asked !== undefined && asked.name === command

  async function send(how: SendHow, isText = false) {
    if (!canSend) return
    setNotice(undefined)
    if (command !== undefined && !isText) {
      const known = props.commands.find(({ name }) => name === command)
      if (known === undefined || known.disabled === true || written.text.trim() !== `/${command}`)
        return setAsked({ name: command, how, isKnown: known !== undefined })
      write(() => ({ ...nothingWritten, files: written.files }))
      return known.run()
    }
    setAsked(undefined)
    const sent = written
    write(() => nothingWritten)
    const outcome = await props.onSend(sent, how)
    if (outcome.kind === 'sent') return
    write((now) => putBack(sent, now))
    const text = t('composer.notSent', { reason: outcome.reason.replace(/[.。]$/, '') })
    // The person may have gone on to another session by now.
    if (box.current === null) return toast({ text, tone: 'bad' })
    setNotice(text)
    box.current.focus()
  }

  const keys = { enter: '⏎', newline: apple ? '⇧⏎' : 'Shift+⏎', steer: apple ? '⌘⏎' : 'Ctrl+⏎' }
  return (
    <form
      ref={form}
      className={`composer ${isDropping ? 'composer--dropping' : ''}`}
      aria-label={t('composer.of', { title: props.title || t('sessions.untitled') })}
      onSubmit={(event) => {
        event.preventDefault()
        void send('send')
      }}
    >
      {notice !== undefined && (
        <p className="composer__notice" role="alert">
          {notice}
        </p>
      )}
      {isAsked && (
        <p className="composer__notice" role="alert">
          {t(asked.isKnown ? 'composer.commandNotSo' : 'composer.noCommand', { name: asked.name })}{' '}
          <Button
            onClick={() => {
              void send(asked.how, true)
              box.current?.focus()
            }}
          >
            {t('composer.sendAsText')}
          </Button>
        </p>
      )}
      <AttachmentStrip
        files={written.files}
        onRemove={(id) => {
          write((before) => ({ ...before, files: before.files.filter((file) => file.id !== id) }))
          box.current?.focus()
        }}
      />
      {hasPictures && blindModel !== undefined && (
        <p className="composer__blind" role="status">
          {t('attach.blind', { model: blindModel })}
        </p>
      )}
      <MessageBox
        written={written}
        onWrite={write}
        box={box}
        label={t('composer.label')}
        placeholder={isWorking ? t('composer.placeholderWorking') : t('composer.placeholder')}
        target={chat === undefined ? undefined : { kind: 'chat', chat }}
        triggers={props.triggers}
        commands={props.commands}
        onIntent={(intent) => void send(intent)}
        onLeave={(direction, caret) => {
          if (direction === 'back' && written.text === '' && props.onEditLast()) return true
          return recall(direction, caret)
        }}
        onFiles={takeFiles}
      />
      {above}
      <div className="composer__row">
        <IconButton label={t('attach.button')} icon={<Paperclip size={16} />} onClick={() => picker.current?.click()} />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            if (files.length > 0) takeFiles(files)
          }}
        />
        {start}
        <span className={`composer__hint truncate ${blocked === undefined && isOnline ? 'composer__hint--keys' : ''}`}>
          {blocked ?? (isOnline ? t(isWorking ? 'composer.hintSteer' : 'composer.hint', keys) : t('composer.offline'))}
        </span>
        {end}
        {isWorking && (
          <IconButton
            label={t('composer.steer', { keys: keys.steer })}
            icon={<CornerDownRight size={16} />}
            disabled={!canSend}
            onClick={() => void send('steer')}
          />
        )}
        <IconButton
          type="submit"
          className="composer__send"
          label={isWorking ? t('composer.queue') : t('composer.send')}
          icon={isWorking ? <ListPlus size={16} /> : <ArrowUp size={16} />}
          disabled={!canSend}
        />
      </div>
      {isDropping && <p className="composer__drop">{t('attach.drop')}</p>}
    </form>
  )
}
