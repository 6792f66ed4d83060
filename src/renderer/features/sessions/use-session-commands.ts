import { useMemo } from 'react'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { useToast } from '../../components/toast.tsx'
import { useOffers } from '../../hosts/use-offer.ts'
import { useDispatch } from '../../hosts/use-request.ts'
import { useHost } from '../../hosts/host-context.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { stopSession } from './stop-session.ts'

/** What a person can do with a session of the list. What fails is said in a toast. */
export interface SessionCommands {
  archive(summaries: readonly SessionSummary[]): void
  unarchive(summaries: readonly SessionSummary[]): void
  rename(summary: SessionSummary, title: string): void
  /** Those that are gone. */
  remove(summaries: readonly SessionSummary[]): Promise<readonly string[]>
  setRead(session: string, isRead: boolean): void
  /** Whatever runs in it. */
  stop(summary: SessionSummary): void
}

export function useSessionCommands(): SessionCommands {
  const dispatch = useDispatch()
  const toast = useToast()
  const offers = useOffers(toast)
  const { client } = useHost()
  const { t } = useI18n()

  return useMemo(() => {
    async function setArchived(summaries: readonly SessionSummary[], isArchived: boolean): Promise<void> {
      const outcomes = await Promise.all(
        summaries.map((summary) => offers.act(summary.resource, { type: 'session/isArchivedChanged', isArchived })),
      )
      const done = summaries.filter((_, index) => outcomes[index])
      const [first] = done
      if (first === undefined) return
      const key = isArchived ? 'sessions.archived' : 'sessions.unarchived'
      toast({
        text:
          done.length === 1
            ? t(key, { title: first.title || t('sessions.untitled') })
            : t(isArchived ? 'sessions.archivedMany' : 'sessions.unarchivedMany', { count: done.length }),
        action: {
          label: t('common.undo'),
          run() {
            for (const { resource } of done)
              void offers.act(resource, { type: 'session/isArchivedChanged', isArchived: !isArchived })
          },
        },
      })
    }

    return {
      archive: (summaries) => void setArchived(summaries, true),
      unarchive: (summaries) => void setArchived(summaries, false),
      rename: (summary, title) => void offers.act(summary.resource, { type: 'session/titleChanged', title }),
      setRead: (session, isRead) => void dispatch(session, { type: 'session/isReadChanged', isRead }),
      async remove(summaries) {
        const gone: string[] = []
        for (const { resource } of summaries) {
          if ((await offers.ask('disposeSession', { channel: resource })).kind !== 'done') break
          gone.push(resource)
        }
        return gone
      },
      stop: (summary) =>
        void stopSession(client, summary.resource, offers.act).then((isHeard) => {
          if (!isHeard) toast({ text: t('sessions.stopUnheard'), tone: 'bad' })
        }),
    }
  }, [client, dispatch, offers, t, toast])
}
