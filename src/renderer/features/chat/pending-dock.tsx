import { useRef, useState } from 'react'
import type { StateAction } from '../../../protocol/actions.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { Button } from '../../components/button.tsx'
import { useToast } from '../../components/toast.tsx'
import { useChannel, useHostFacts } from '../../hosts/use-channel.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useOffers } from '../../hosts/use-offer.ts'
import { agentName } from '../../platform/agent-name.ts'
import { focusComposerBeside } from '../../platform/focus-composer.ts'
import { shownPath } from '../../platform/folder-name.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { ApprovalCard, type ApprovalAnswer } from './approval-card.tsx'
import { pendingOf, type Pending } from './pending.ts'
import { QuestionCard } from './question-card.tsx'
import { plainText } from './tool-input.ts'
import { Verbatim } from './verbatim.tsx'
import { useHeld } from './use-held.ts'

/**
 * What a session waits for the person with, one at a time, above the composer where nothing pushes it about. Of its first
 * chat, where none is named.
 */
export function PendingDock({ session, chat: shownChat }: { session: string; chat?: string | undefined }) {
  const { t } = useI18n()
  const offers = useOffers(useToast())
  const isOnline = useIsOnline()
  const home = useHostFacts()?.home
  const state = useChannel(session, 'session').state
  const root = useChannel(ROOT_URI, 'root').state
  const chat = shownChat ?? state?.defaultChat ?? state?.chats[0]?.resource
  const chatState = useChannel(chat, 'chat').state
  const waiting = chatState === undefined ? [] : pendingOf(chatState)
  const dock = useRef<HTMLDivElement>(null)
  const [isHovered, setHovered] = useState(false)
  const [answered, setAnswered] = useState<string | undefined>(undefined)
  const held = useHeld(waiting, isHovered, answered)
  if (held === undefined || chat === undefined) return null

  const { pending, isLive } = held
  const provider = state?.provider ?? ''
  const agent = agentName(
    provider,
    root?.agents.find((each) => each.provider === provider),
    t,
  )
  const folder = shownPath(state?.workingDirectories?.[0] ?? '', home)
  const more = waiting.filter(({ id }) => id !== pending.id).length

  async function offer(id: string, action: StateAction) {
    if (chat === undefined) return
    setAnswered(id)
    // What was answered goes, or is out of use until it does.
    focusComposerBeside(dock.current)
    const isTaken = await offers.act(chat, action, (reason) => t('approval.refused', { reason }))
    if (!isTaken) setAnswered(undefined)
  }

  function answer(confirmation: Extract<Pending, { kind: 'confirmation' }>, given: ApprovalAnswer) {
    const base = { type: 'chat/toolCallConfirmed', turnId: confirmation.turnId, toolCallId: confirmation.id } as const
    void offer(
      confirmation.id,
      given.kind === 'allow'
        ? {
            ...base,
            approved: true,
            confirmed: 'user-action',
            selectedOptionId: given.optionId,
            ...(given.editedToolInput === undefined ? {} : { editedToolInput: given.editedToolInput }),
          }
        : {
            ...base,
            approved: false,
            reason: 'denied',
            selectedOptionId: 'deny',
            ...(given.sentence === undefined ? {} : { reasonMessage: given.sentence }),
          },
    )
  }

  const canAnswer = isOnline && isLive
  return (
    <div
      ref={dock}
      className="pending-dock"
      onPointerEnter={(event) => setHovered(event.pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
    >
      {pending.kind === 'confirmation' && (
        <ApprovalCard
          key={pending.id}
          call={pending.call}
          agent={agent}
          folder={folder}
          status={!isOnline ? 'offline' : isLive ? 'open' : 'answered'}
          onAnswer={(given) => answer(pending, given)}
        />
      )}
      {pending.kind === 'question' && (
        <QuestionCard
          key={pending.id}
          request={pending.request}
          canAnswer={canAnswer}
          onAnswer={(response, answers) =>
            void offer(pending.id, {
              type: 'chat/inputCompleted',
              requestId: pending.id,
              response,
              ...(answers === undefined ? {} : { answers: { ...answers } }),
            })
          }
        />
      )}
      {pending.kind === 'result' && (
        <section className="approval scroll" data-approval="" aria-label={t('approval.resultTitle')}>
          <h2>{t('approval.resultTitle')}</h2>
          <Verbatim text={plainText(pending.call.pastTenseMessage)} />
          <div className="approval__buttons">
            {([true, false] as const).map((approved) => (
              <Button
                key={String(approved)}
                look={approved ? 'primary' : 'danger'}
                disabled={!canAnswer}
                onClick={() =>
                  void offer(pending.id, {
                    type: 'chat/toolCallResultConfirmed',
                    turnId: pending.turnId,
                    toolCallId: pending.id,
                    approved,
                  })
                }
              >
                {t(approved ? 'approval.letIn' : 'approval.deny')}
              </Button>
            ))}
          </div>
        </section>
      )}
      {more > 0 && <p className="pending-dock__more dim">{t('status.needYou', { count: more })}</p>}
    </div>
  )
}
