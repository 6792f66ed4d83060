import { useCallback } from 'react'
import { chatUri } from '../../protocol/uri.ts'
import { useToast } from '../components/toast.tsx'
import { useOffers } from '../hosts/use-offer.ts'
import { useI18n } from '../platform/i18n.tsx'

/** Begins another chat in the session, with the history up to a turn (SPEC 14.4), and shows it. */
export function useFork(session: string, chat: string | undefined, onShow: (chat: string) => void) {
  const toast = useToast()
  const offers = useOffers(toast)
  const { t } = useI18n()
  return useCallback(
    (turnId: string) => {
      if (chat === undefined) return
      const fork = chatUri(crypto.randomUUID())
      const source = { kind: 'fork' as const, chat, turnId }
      void offers.ask('createChat', { channel: session, chat: fork, source }).then((outcome) => {
        if (outcome.kind !== 'done') return
        onShow(fork)
        toast({ text: t('foot.forked') })
      })
    },
    [chat, offers, onShow, session, t, toast],
  )
}
