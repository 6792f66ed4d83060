import { useMemo } from 'react'
import type { StateAction } from '../../../protocol/actions.ts'
import type { Message, PendingMessage, PendingMessageKind } from '../../../protocol/channels/chat/message.ts'
import { useToast } from '../../components/toast.tsx'
import { useOffers } from '../../hosts/use-offer.ts'
import { useDispatch } from '../../hosts/use-request.ts'
import { useI18n } from '../../platform/i18n.tsx'
import type { SendOutcome } from './composer.tsx'
import { mergeMessages } from './written.ts'

/** What can be done with messages that wait. What fails is said in a toast. */
export interface PendingCommands {
  /** Into the running turn. One that waits there already keeps its words: the new ones follow them. */
  steer(message: Message): Promise<SendOutcome>
  queue(message: Message): Promise<SendOutcome>
  edit(kind: PendingMessageKind, id: string, message: Message): void
  /** Takes it out, and offers to undo that. */
  remove(kind: PendingMessageKind, pending: PendingMessage): void
  reorder(order: readonly string[]): void
  /** From behind the turn into it, or the other way. */
  change(kind: PendingMessageKind, pending: PendingMessage): void
}

interface Waiting {
  readonly queued: readonly PendingMessage[]
  readonly steering: PendingMessage | undefined
}

/** `waiting` answers what waits now: an answer may come much later than the question. */
export function usePending(chat: string | undefined, waiting: () => Waiting): PendingCommands {
  const dispatch = useDispatch()
  const toast = useToast()
  const offers = useOffers(toast)
  const { t } = useI18n()
  return useMemo(() => {
    async function offer(action: StateAction): Promise<SendOutcome> {
      if (chat === undefined) return { kind: 'failed', reason: t('chat.creating') }
      const reason = offers.whyNot(await dispatch(chat, action), (said) => said)
      return reason === undefined ? { kind: 'sent' } : { kind: 'failed', reason }
    }
    async function ask(action: StateAction): Promise<boolean> {
      const outcome = await offer(action)
      if (outcome.kind === 'failed') toast({ text: t('common.notDone', { reason: outcome.reason }), tone: 'bad' })
      return outcome.kind === 'sent'
    }
    const set = (kind: PendingMessageKind, id: string, message: Message): StateAction => ({
      type: 'chat/pendingMessageSet',
      kind,
      id,
      message,
    })
    const takeOut = (kind: PendingMessageKind, id: string): StateAction => ({
      type: 'chat/pendingMessageRemoved',
      kind,
      id,
    })
    const newId = () => crypto.randomUUID()

    function steer(message: Message): Promise<SendOutcome> {
      const before = waiting().steering
      return offer(set('steering', newId(), before === undefined ? message : mergeMessages(before.message, message)))
    }
    function queue(message: Message): Promise<SendOutcome> {
      return offer(set('queued', newId(), message))
    }
    /** Back where it was, as far as the others are still there. */
    async function restore(kind: PendingMessageKind, { message }: PendingMessage, place: number): Promise<void> {
      if (kind === 'steering') {
        const outcome = await steer(message)
        if (outcome.kind === 'failed') toast({ text: t('common.notDone', { reason: outcome.reason }), tone: 'bad' })
        return
      }
      const id = newId()
      if (!(await ask(set('queued', id, message)))) return
      const ids = waiting().queued.map((each) => each.id)
      if (place >= ids.length - 1 || !ids.includes(id)) return
      const others = ids.filter((each) => each !== id)
      await ask({
        type: 'chat/queuedMessagesReordered',
        order: [...others.slice(0, place), id, ...others.slice(place)],
      })
    }
    return {
      steer,
      queue,
      edit: (kind, id, message) => void ask(set(kind, id, message)),
      remove(kind, pending) {
        const place = waiting().queued.findIndex(({ id }) => id === pending.id)
        void ask(takeOut(kind, pending.id)).then((isOut) => {
          if (!isOut) return
          toast({
            text: t('queue.removed'),
            action: { label: t('common.undo'), run: () => void restore(kind, pending, Math.max(0, place)) },
          })
        })
      },
      reorder: (order) => void ask({ type: 'chat/queuedMessagesReordered', order: [...order] }),
      change(kind, pending) {
        // Out first: what the host has taken meanwhile is refused here, and so is not given twice.
        void ask(takeOut(kind, pending.id)).then(async (isOut) => {
          if (!isOut) return
          const outcome = await (kind === 'queued' ? steer(pending.message) : queue(pending.message))
          if (outcome.kind === 'sent') return
          toast({
            text: t('common.notDone', { reason: outcome.reason }),
            tone: 'bad',
            action: { label: t('queue.putBack'), run: () => void restore(kind, pending, 0) },
          })
        })
      },
    }
  }, [chat, dispatch, offers, t, toast, waiting])
}
