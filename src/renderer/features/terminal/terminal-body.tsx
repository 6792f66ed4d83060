import { Copy, Ellipsis, ShieldCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useHost } from '../../hosts/host-context.ts'
import { useChannel, useHostFacts } from '../../hosts/use-channel.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useOffers } from '../../hosts/use-offer.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { usePreference } from '../../platform/preferences.ts'
import type { Paste } from './paste.ts'
import { PasteDialog } from './terminal-dialogs.tsx'
import { TerminalScreen, type TerminalScreenHandle } from './terminal-screen.tsx'
import { stateText } from './terminal-tab-list.tsx'
import type { TerminalTab } from './terminal-tabs.ts'

interface TerminalBodyProps {
  readonly tab: TerminalTab
  /** Whether the person just opened it. */
  readonly focusAtOnce: boolean
  onClose(): void
}

/** The terminal that is shown: whose it is, its text, and what can be done with it. */
export function TerminalBody({ tab, focusAtOnce, onClose }: TerminalBodyProps) {
  const { t } = useI18n()
  const { client } = useHost()
  const offers = useOffers(useToast())
  const isOnline = useIsOnline()
  const facts = useHostFacts()
  const channel = useChannel(tab.uri, 'terminal')
  const screen = useRef<TerminalScreenHandle>(null)
  const [screenReader, setScreenReader] = usePreference('screenReader')
  const [lines, setLines] = useState<Extract<Paste, { kind: 'lines' }>>()
  const { state } = channel

  function takeOver() {
    const claim = { kind: 'client' as const, clientId: client.clientId }
    const words = (reason: string) => t('terminal.takeOverFailed', { reason })
    void offers.act(tab.uri, { type: 'terminal/claimed', claim }, words).then((isMine) => {
      if (isMine) screen.current?.focus()
    })
  }

  function answerPaste(isYes: boolean) {
    const paste = lines
    setLines(undefined)
    if (isYes && paste !== undefined) screen.current?.paste(paste.text)
  }

  const isAsking = lines !== undefined
  const wasAsking = useRef(false)
  useEffect(() => {
    if (isAsking) wasAsking.current = true
    if (isAsking || !wasAsking.current) return
    wasAsking.current = false
    // The dialog keeps the focus until it is gone, and knows of no place to give it back to.
    const timer = setTimeout(() => screen.current?.focus(), 0)
    return () => clearTimeout(timer)
  }, [isAsking])

  if (state === undefined)
    return channel.status === 'gone' ? (
      <EmptyState text={t('terminal.gone')} />
    ) : (
      <Skeleton label={t('terminal.loading')} />
    )
  // The agent's commands run in the sandbox or, where there is none, not at all.
  const isSandboxed = tab.owner === 'agent' && facts?.sandbox.status === 'available'
  const writable = tab.owner === 'here' && tab.running && isOnline && state.isPty !== false
  return (
    <div className={`terminal__body terminal__body--${tab.owner} ${isOnline ? '' : 'is-stale'}`}>
      <div className="terminal__info">
        <span className="terminal__badge">{t(`terminal.owner.${tab.owner}`)}</span>
        {isSandboxed && (
          <span className="terminal__badge terminal__badge--ok" title={t('terminal.sandboxedHint')}>
            <ShieldCheck size={12} aria-hidden="true" />
            {t('terminal.sandboxed')}
          </span>
        )}
        <code className="terminal__command truncate" title={tab.title}>
          {tab.title}
        </code>
        <span
          className={`terminal__state ${(tab.exitCode ?? 0) === 0 ? '' : 'terminal__state--failed'}`}
          aria-live="polite"
        >
          {stateText(tab, t)}
        </span>
        <Menu
          view="menu-terminal"
          label={t('terminal.menu')}
          align="end"
          items={[
            {
              id: 'copy',
              label: t('terminal.copy'),
              icon: <Copy size={14} />,
              run: () => screen.current?.copy('selection'),
            },
            { id: 'copy-all', label: t('terminal.copyAll'), run: () => screen.current?.copy('all') },
            ...(writable
              ? [
                  {
                    id: 'clear',
                    label: t('terminal.clear'),
                    run: () => void offers.act(tab.uri, { type: 'terminal/cleared' }),
                  },
                ]
              : []),
            'separator',
            {
              id: 'screen-reader',
              label: t('terminal.screenReader'),
              checked: screenReader,
              run: () => setScreenReader(!screenReader),
            },
          ]}
        >
          <IconButton label={t('terminal.menu')} icon={<Ellipsis size={16} />} />
        </Menu>
        <IconButton
          label={t('terminal.close', { title: tab.title })}
          icon={<X size={16} />}
          disabled={!isOnline || (tab.owner === 'agent' && tab.running)}
          onClick={onClose}
        />
      </div>
      {tab.running && tab.owner === 'elsewhere' && (
        <div className="terminal__claim">
          <span>{t('terminal.readOnlyElsewhere')}</span>
          <Button disabled={!isOnline} onClick={takeOver}>
            {t('terminal.takeOver')}
          </Button>
        </div>
      )}
      <TerminalScreen
        key={tab.uri}
        ref={screen}
        uri={tab.uri}
        state={state}
        writable={writable}
        focusAtOnce={focusAtOnce}
        onLines={setLines}
      />
      <PasteDialog paste={lines} onAnswer={answerPaste} />
    </div>
  )
}
