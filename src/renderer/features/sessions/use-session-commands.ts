import { useMemo } from 'react'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import { useToast } from '../../components/toast.tsx'
import { useCommand, useDispatch } from '../../hosts/use-request.ts'
import { useHost } from '../../hosts/host-context.ts'
import { useI18n } from '../../platform/i18n.tsx'

/** What a person can do with a session of the list. What fails is said in a toast. */
export interface SessionCommands {
  archive(summary: SessionSummary): void
  unarchive(summary: SessionSummary): void
  rename(summary: SessionSummary, title: string): void
  remove(summary: SessionSummary): Promise<boolean>
  setRead(session: string, isRead: boolean): void
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

    async function setArchived(summary: SessionSummary, isArchived: boolean): Promise<void> {
      if (!(await offer(summary.resource, { type: 'session/isArchivedChanged', isArchived }))) return
      const title = summary.title || t('sessions.untitled')
      toast({
        text: t(isArchived ? 'sessions.archived' : 'sessions.unarchived', { title }),
        undo: {
          label: t('common.undo'),
          run: () => void offer(summary.resource, { type: 'session/isArchivedChanged', isArchived: !isArchived }),
        },
      })
    }

    return {
      archive: (summary) => void setArchived(summary, true),
      unarchive: (summary) => void setArchived(summary, false),
      rename: (summary, title) => void offer(summary.resource, { type: 'session/titleChanged', title }),
      setRead: (session, isRead) => void dispatch(session, { type: 'session/isReadChanged', isRead }),
      async remove(summary) {
        const outcome = await command('disposeSession', { channel: summary.resource })
        if (outcome.kind === 'done') return true
        const text = outcome.kind === 'lost' ? t('common.lost') : t('common.notDone', { reason: outcome.reason })
        toast({ text, tone: 'bad' })
        return false
      },
      stop(summary) {
        const chat = summary.defaultChat
        if (chat === undefined) return
        const watched = client.watch(chat)
        const finish = (): boolean => {
          const view = watched.view.get()
          if (view.status === 'loading') return false
          const turn =
            view.status === 'ready' && view.channel.kind === 'chat' ? view.channel.state.activeTurn : undefined
          if (turn === undefined) watched.release()
          else {
            const duration = Math.max(0, Date.now() - Date.parse(turn.startedAt))
            void offer(chat, { type: 'chat/turnCancelled', turnId: turn.id, duration }).finally(() => watched.release())
          }
          return true
        }
        if (finish()) return
        const stop = watched.view.subscribe(() => {
          if (finish()) stop()
        })
      },
    }
  }, [client, command, dispatch, t, toast])
}
