import { Bot, Plus, User, Users } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { IconButton } from '../../components/button.tsx'
import { useI18n, type I18n } from '../../platform/i18n.tsx'
import type { TerminalTab } from './terminal-tabs.ts'

const marks = { agent: Bot, here: User, elsewhere: Users }

interface TerminalTabListProps {
  readonly tabs: readonly TerminalTab[]
  readonly canOpen: boolean
  onNew(): void
}

/** The row of terminals, newest first, with their owner and whether they run. */
export function TerminalTabList({ tabs, canOpen, onNew }: TerminalTabListProps) {
  const { t } = useI18n()
  return (
    <div className="terminal__bar">
      <Tabs.List className="terminal__tabs" aria-label={t('terminal.tabs')}>
        {tabs.map((tab) => {
          const Mark = marks[tab.owner]
          return (
            <Tabs.Trigger
              key={tab.uri}
              value={tab.uri}
              className={`terminal__tab terminal__tab--${tab.owner}`}
              aria-label={t('terminal.tab', {
                title: tab.title,
                owner: t(`terminal.owner.${tab.owner}`),
                state: stateText(tab, t),
              })}
              title={tab.title}
            >
              <Mark size={14} aria-hidden="true" />
              <span className="truncate">{tab.title}</span>
              <TabState tab={tab} />
            </Tabs.Trigger>
          )
        })}
      </Tabs.List>
      <IconButton label={t('terminal.new')} icon={<Plus size={16} />} disabled={!canOpen} onClick={onNew} />
    </div>
  )
}

/** `running`, `exit 1`, `ended`. */
export function stateText(tab: TerminalTab, t: I18n['t']): string {
  if (tab.running) return t('terminal.running')
  return tab.exitCode === undefined ? t('terminal.ended') : t('terminal.exited', { code: String(tab.exitCode) })
}

function TabState({ tab }: { tab: TerminalTab }) {
  if (tab.running) return <span className="terminal__dot" aria-hidden="true" />
  if (tab.exitCode === undefined) return null
  return (
    <span className={`terminal__exit tabular ${tab.exitCode === 0 ? '' : 'terminal__exit--failed'}`} aria-hidden="true">
      {tab.exitCode}
    </span>
  )
}
