import { useMemo } from 'react'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { useToast } from '../../components/toast.tsx'
import { useCommand, useDispatch } from '../../hosts/use-request.ts'
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
  const command = useCommand()
  const toast = useToast()
  const { client } = useHost()
  const { t } = useI18n()

  return useMemo(() => {
    async function offer(channel: string, action: Parameters<typeof dispatch>[1]): Promise<boolean> {
      const outcome = await dispatch(channel, action)
      if (outcome.kind === 'applied') return true
      const text = outcome.kind === 'lost' ? t('common.lost') : t('common.notDone', { reason: outcome.reason })
      toast({ text, tone: 'bad' })
      return false
    }

    async function setArchived(summaries: readonly SessionSummary[], isArchived: boolean): Promise<void> {
      const outcomes = await Promise.all(
        summaries.map((summary) => offer(summary.resource, { type: 'session/isArchivedChanged', isArchived })),
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
        undo: {
          label: t('common.undo'),
          run() {
            for (const { resource } of done)
              void offer(resource, { type: 'session/isArchivedChanged', isArchived: !isArchived })
          },
        },
      })
    }

    return {
      archive: (summaries) => void setArchived(summaries, true),
      unarchive: (summaries) => void setArchived(summaries, false),
      rename: (summary, title) => void offer(summary.resource, { type: 'session/titleChanged', title }),
      setRead: (session, isRead) => void dispatch(session, { type: 'session/isReadChanged', isRead }),
      async remove(summaries) {
        const gone: string[] = []
        for (const { resource } of summaries) {
          const outcome = await command('disposeSession', { channel: resource })
          if (outcome.kind === 'done') gone.push(resource)
          else {
            const text = outcome.kind === 'lost' ? t('common.lost') : t('common.notDone', { reason: outcome.reason })
            toast({ text, tone: 'bad' })
            break
          }
        }
        return gone
      },
      stop: (summary) => void stopSession(client, summary.resource, offer),
    }
  }, [client, command, dispatch, t, toast])
}
