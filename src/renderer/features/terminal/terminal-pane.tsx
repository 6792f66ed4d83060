import { Plus } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useHost } from '../../hosts/host-context.ts'
import { useChannel } from '../../hosts/use-channel.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useOffers } from '../../hosts/use-offer.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { leaveTerminals, onShownTerminal, showTerminal, shownTerminal } from './shown-terminal.ts'
import { TerminalBody } from './terminal-body.tsx'
import { CloseDialog } from './terminal-dialogs.tsx'
import { TerminalTabList } from './terminal-tab-list.tsx'
import { sessionTabs, shellUri, type TerminalTab } from './terminal-tabs.ts'
import './terminal.css'

/** The terminals of a session: the agent's commands and the person's own shells. */
export function TerminalPane({ session }: { session: string }) {
  return <Terminals key={session} session={session} />
}

function Terminals({ session }: { session: string }) {
  const { t } = useI18n()
  const { client } = useHost()
  const offers = useOffers(useToast())
  const isOnline = useIsOnline()
  const root = useChannel(ROOT_URI, 'root').state
  const folder = useChannel(session, 'session').state?.workingDirectories?.[0]
  const chosen = useSyncExternalStore(onShownTerminal, () => shownTerminal(session))
  const [closing, setClosing] = useState<TerminalTab>()
  const terminals = root?.terminals
  const tabs = useMemo(
    () => sessionTabs(terminals ?? [], session, client.clientId),
    [terminals, session, client.clientId],
  )
  const shown = tabs.find((tab) => tab.uri === chosen?.uri) ?? tabs[0]

  useEffect(() => () => leaveTerminals(session), [session])

  function open() {
    const channel = shellUri(session, crypto.randomUUID())
    const claim = { kind: 'client' as const, clientId: client.clientId }
    const params = { channel, claim, ...(folder === undefined ? {} : { cwd: folder }) }
    const words = (reason: string) => t('terminal.newFailed', { reason })
    void offers.ask('createTerminal', params, words).then((outcome) => {
      if (outcome.kind === 'done') showTerminal(session, channel, true)
    })
  }

  function close(tab: TerminalTab) {
    void offers.ask('disposeTerminal', { channel: tab.uri }, (reason) => t('terminal.closeFailed', { reason }))
  }

  if (root === undefined) return <Skeleton label={t('terminal.loading')} />
  if (shown === undefined)
    return (
      <section className="terminal" aria-label={t('terminal.pane')}>
        <EmptyState
          text={t('terminal.empty')}
          hint={t('terminal.emptyHint')}
          action={
            <Button icon={<Plus size={16} />} disabled={!isOnline} onClick={open}>
              {t('terminal.new')}
            </Button>
          }
        />
      </section>
    )
  return (
    <section className="terminal" aria-label={t('terminal.pane')}>
      <Tabs.Root
        className="terminal__root"
        value={shown.uri}
        onValueChange={(uri) => showTerminal(session, uri, false)}
        activationMode="manual"
      >
        <TerminalTabList tabs={tabs} canOpen={isOnline} onNew={open} />
        <Tabs.Content key={shown.uri} className="terminal__content" value={shown.uri} tabIndex={-1}>
          <TerminalBody
            tab={shown}
            focusAtOnce={shown.uri === chosen?.uri && chosen.takesFocus}
            onClose={() => (shown.running ? setClosing(shown) : close(shown))}
          />
        </Tabs.Content>
      </Tabs.Root>
      <CloseDialog
        title={closing?.title}
        onAnswer={(isYes) => {
          if (isYes && closing !== undefined) close(closing)
          setClosing(undefined)
        }}
      />
    </section>
  )
}
