import { useCallback } from 'react'
import type { HostClient } from '../../client/host-client.ts'
import { useToast } from '../components/toast.tsx'
import type { RunYourself } from '../features/chat/run-yourself.ts'
import { showTerminal } from '../features/terminal/shown-terminal.ts'
import { shellUri } from '../features/terminal/terminal-tabs.ts'
import { useHost } from '../hosts/host-context.ts'
import { useOffers } from '../hosts/use-offer.ts'
import { useI18n } from '../platform/i18n.tsx'

/** A shell that has written nothing by then is written to all the same: its prompt may be empty. Milliseconds. */
const promptWithinMs = 2_000

/**
 * Opens a terminal of the person's own in the session's folder, writes a command into it without running it, and shows it. A new
 * one each time: nobody knows what an open one is doing just now.
 */
export function useRunInTerminal(session: string, folder: string | undefined, onShow: () => void): RunYourself {
  const { client } = useHost()
  const toast = useToast()
  const offers = useOffers(toast)
  const { t } = useI18n()
  return useCallback(
    (text) => {
      async function run() {
        const channel = shellUri(session, crypto.randomUUID())
        const claim = { kind: 'client' as const, clientId: client.clientId }
        const opened = await offers.ask(
          'createTerminal',
          { channel, claim, ...(folder === undefined ? {} : { cwd: folder }) },
          (reason) => t('denied.runFailed', { reason }),
        )
        if (opened.kind !== 'done') return
        showTerminal(session, channel, true)
        onShow()
        await waitForPrompt(client, channel)
        if (await offers.act(channel, { type: 'terminal/input', data: text })) toast({ text: t('denied.ready') })
      }
      void run()
    },
    [client, folder, offers, onShow, session, t, toast],
  )
}

/** What is written before a shell reads is shown twice, once by the terminal and once by the shell. */
async function waitForPrompt(client: HostClient, channel: string): Promise<void> {
  const watched = client.watch(channel)
  const hasPrompt = () => {
    const view = watched.view.get()
    return view.status === 'ready' && view.channel.kind === 'terminal' && view.channel.state.content.length > 0
  }
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, promptWithinMs)
    const stop = watched.view.subscribe(() => {
      if (hasPrompt()) finish()
    })
    function finish() {
      clearTimeout(timer)
      stop()
      resolve()
    }
    if (hasPrompt()) finish()
  })
  watched.release()
}
