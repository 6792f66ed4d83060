import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { StateAction } from '../../protocol/actions.ts'
import type { Message } from '../../protocol/channels/chat/message.ts'
import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { SessionState } from '../../protocol/channels/session/state.ts'
import { limits } from '../../protocol/limits.ts'
import { roadsteadMeta, SessionFacts } from '../../protocol/roadstead.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import { useToast } from '../components/toast.tsx'
import { TrustLine } from '../components/trust-line.tsx'
import { PendingDock } from '../features/chat/pending-dock.tsx'
import { Composer, type SendHow, type SendOutcome } from '../features/composer/composer.tsx'
import { ownMessages } from '../features/composer/history.ts'
import { MessageQueue } from '../features/composer/message-queue.tsx'
import { usePending } from '../features/composer/use-pending.ts'
import { toMessage, type Written } from '../features/composer/written.ts'
import { ModelPicker } from '../features/models/model-picker.tsx'
import { useModelChoice } from '../features/models/use-model-choice.ts'
import { useHost } from '../hosts/host-context.ts'
import { useHostIdentity } from '../hosts/use-connection.ts'
import { useOffers } from '../hosts/use-offer.ts'
import { useDispatch } from '../hosts/use-request.ts'
import { takeFocusOfPane } from '../platform/focus-composer.ts'
import { useI18n } from '../platform/i18n.tsx'
import { useKeyBindings } from '../platform/key-bindings.ts'
import { useOpenSettings } from '../platform/open-settings.ts'
import type { Command } from './keys.ts'
import { slashCommands } from './slash-commands.ts'

interface SessionFootProps {
  readonly session: string
  readonly chat: string | undefined
  readonly chatState: ChatState | undefined
  readonly state: SessionState
  /** The host can be asked, and has the session. */
  readonly canChange: boolean
  /** Whether the agent has models to choose from, or could have. */
  readonly hasModels: boolean
  readonly isModelOpen: boolean
  onModelOpen(isOpen: boolean): void
  readonly apple: boolean
  onCommand(command: Command): void
  readonly onLevel: (() => void) | undefined
  onRename(): void
  readonly onFork: (() => void) | undefined
}

/** The rest of an action beside what a person wrote. Bytes. */
const aroundBytes = 64 * 1024

/** What waits for the person, what waits for the agent, and the box for the next message. */
export function SessionFoot(props: SessionFootProps) {
  const { session, chat, chatState, state, canChange, hasModels, isModelOpen, onModelOpen, apple, onCommand } = props
  const { t } = useI18n()
  const dispatch = useDispatch()
  const offers = useOffers(useToast())
  const { platform } = useHost()
  const keys = useKeyBindings(platform)
  const openSettings = useOpenSettings()
  const choice = useModelChoice(state.provider, chatState)
  const [isLooking, setLooking] = useState(false)
  const [editing, setEditing] = useState<string | undefined>(undefined)
  const turn = chatState?.activeTurn
  const folder = state.workingDirectories?.[0]
  const isUntrusted = roadsteadMeta(SessionFacts, state._meta)?.folderTrust === 'untrusted'
  const isReadOnly = chatState?.interactivity === 'read-only'
  const queued = chatState?.queuedMessages ?? []
  const steering = chatState?.steeringMessage

  const foot = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (foot.current === null ? undefined : takeFocusOfPane(foot.current)), [])
  const latest = useRef(chatState)
  useEffect(() => {
    latest.current = chatState
  })
  const waiting = useCallback(
    () => ({ queued: latest.current?.queuedMessages ?? [], steering: latest.current?.steeringMessage }),
    [],
  )
  const pending = usePending(chat, waiting)

  async function offer(action: StateAction): Promise<SendOutcome> {
    if (chat === undefined) return { kind: 'failed', reason: t('chat.creating') }
    const reason = offers.whyNot(await dispatch(chat, action), (said) => said)
    return reason === undefined ? { kind: 'sent' } : { kind: 'failed', reason }
  }

  async function send(written: Written, how: SendHow): Promise<SendOutcome> {
    const message = toMessage(written, choice.selected)
    if (isTooLarge(message)) return { kind: 'failed', reason: t('composer.tooLong') }
    const outcome = await (turn === undefined
      ? offer({
          type: 'chat/turnStarted',
          turnId: crypto.randomUUID(),
          startedAt: new Date().toISOString(),
          message,
        })
      : how === 'steer'
        ? pending.steer(message)
        : pending.queue(message))
    if (outcome.kind === 'sent') {
      choice.settle()
      if (latest.current?.draft !== undefined) void offer({ type: 'chat/draftChanged' })
    }
    return outcome
  }

  const offerDraft = useCallback(
    async (draft: Message | undefined) => {
      if (chat === undefined) return false
      const outcome = await dispatch(chat, {
        type: 'chat/draftChanged',
        ...(draft === undefined ? {} : { draft }),
      })
      return outcome.kind === 'applied'
    },
    [chat, dispatch],
  )

  /** The choice is told with the draft, so that it holds in another window too. */
  const chosen = choice.choose
  const chooseModel = useCallback(
    (selection: Parameters<typeof chosen>[0]) => {
      chosen(selection)
      const draft = latest.current?.draft ?? { text: '', origin: { kind: 'user' as const } }
      void offerDraft({ ...draft, model: selection })
    },
    [chosen, offerDraft],
  )
  const picked = useMemo(() => ({ ...choice, choose: chooseModel }), [choice, chooseModel])

  async function trust() {
    if (folder === undefined) return
    await offers.ask('x-roadstead/setFolderTrust', { channel: ROOT_URI, folder, trusted: true })
  }

  const turns = chatState?.turns
  const history = useMemo(() => ownMessages({ turns: turns ?? [], activeTurn: turn }), [turns, turn])
  const triggers = useHostIdentity()?.completionTriggerCharacters ?? noTriggers
  const commands = slashCommands({
    t,
    isWorking: turn !== undefined,
    canChange,
    keysOf: keys.textOf,
    run: onCommand,
    openSettings: () => openSettings('models'),
    chooseModel: hasModels ? () => onModelOpen(true) : undefined,
    chooseLevel: props.onLevel,
    fork: props.onFork,
    rename: props.onRename,
  })
  return (
    <div ref={foot} className="session-foot">
      <PendingDock session={session} chat={chat} />
      <MessageQueue
        queued={queued}
        steering={steering}
        isWorking={turn !== undefined}
        editing={editing}
        onEditing={(id) => {
          setEditing(id)
          // What was edited is gone from the page, and the focus with it.
          if (id === undefined) foot.current?.querySelector<HTMLElement>('.message-box__field')?.focus()
        }}
        onEdit={pending.edit}
        onRemove={pending.remove}
        onReorder={pending.reorder}
        onChange={pending.change}
      />
      <Composer
        session={chat === undefined || chat === state.defaultChat ? session : `${session} ${chat}`}
        title={state.title}
        chat={chat}
        remote={{ known: chatState !== undefined, draft: chatState?.draft }}
        history={history}
        isWorking={turn !== undefined}
        isOnline={canChange}
        {...(isReadOnly ? { blocked: t('composer.readOnly') } : isUntrusted ? { blocked: '' } : {})}
        blindModel={choice.info?.supportsVision === false ? choice.info.name : undefined}
        triggers={triggers}
        commands={commands}
        above={
          isUntrusted && !isReadOnly ? (
            <TrustLine
              question={isLooking ? t('first.looking') : t('chat.untrusted')}
              trustLabel={t('first.trust')}
              {...(isLooking ? {} : { lookLabel: t('first.onlyLook') })}
              isDisabled={!canChange}
              onTrust={() => void trust()}
              onLook={() => setLooking(true)}
            />
          ) : undefined
        }
        start={hasModels ? <ModelPicker choice={picked} open={isModelOpen} onOpenChange={onModelOpen} /> : undefined}
        onSend={send}
        offerDraft={offerDraft}
        onEditLast={() => {
          const last = queued.at(-1) ?? steering
          if (last === undefined) return false
          setEditing(last.id)
          return true
        }}
        apple={apple}
      />
    </div>
  )
}

const noTriggers: readonly string[] = []

function isTooLarge(message: Message): boolean {
  if (message.text.length > limits.messageCharacters || (message.attachments?.length ?? 0) > limits.attachments)
    return true
  return new Blob([JSON.stringify(message)]).size > limits.messageBytes - aroundBytes
}
