import { Button } from '../../components/button.tsx'
import { Banner } from '../../components/states.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { useHost } from '../../hosts/host-context.ts'
import { useHostFacts } from '../../hosts/use-channel.ts'
import { useIsCurrent, useIsOnline } from '../../hosts/use-connection.ts'
import { useNow } from '../../hosts/use-now.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { Spent } from './spent.tsx'
import { useConnectionWords } from './use-connection-words.ts'
import './status-bar.css'

interface StatusBarProps {
  /** Sessions in the groups of these names; counted once, for all who show them. */
  readonly working: number
  readonly needYou: number
  onSandbox(): void
}

/** The foot of the window: how the connection is, what protects, how many work. */
export function StatusBar({ working, needYou, onSandbox }: StatusBarProps) {
  const { t, ago, hostText } = useI18n()
  const words = useConnectionWords()
  const facts = useHostFacts()
  const now = useNow()
  const sandbox = facts?.sandbox
  const isOnline = useIsOnline()
  const isCurrent = useIsCurrent()

  return (
    <footer className="status-bar" aria-label={t('status.label')}>
      <span className={`status-bar__item status-bar__connection status-bar__connection--${words.tone}`}>
        <span className="status-bar__dot" aria-hidden="true" />
        {words.text}
      </span>
      {sandbox === undefined ? (
        <span className="status-bar__item dim">{t('status.sandboxUnknown')}</span>
      ) : (
        <Tooltip
          text={
            sandbox.status === 'available'
              ? t('status.sandboxOnHint', { tool: sandbox.tool, ago: ago(sandbox.selfTestedAt, now) })
              : hostText(sandbox.reason)
          }
        >
          <button
            type="button"
            className={`status-bar__item ${
              !isOnline
                ? 'dim'
                : sandbox.status === 'available'
                  ? 'status-bar__sandbox--on'
                  : 'status-bar__sandbox--off'
            }`}
            onClick={onSandbox}
          >
            {sandbox.status === 'available' ? t('status.sandboxOn') : t('status.sandboxOff')}
          </button>
        </Tooltip>
      )}
      {isCurrent && working > 0 && (
        <span className="status-bar__item status-bar__count tabular">{t('status.working', { count: working })}</span>
      )}
      {isCurrent && needYou > 0 && (
        <span className="status-bar__item status-bar__count status-bar__waiting tabular">
          {t('status.needYou', { count: needYou })}
        </span>
      )}
      <Spent />
      {facts?.dataFolder.readOnly === true && (
        <span className="status-bar__item status-bar__waiting">{t('status.readOnly')}</span>
      )}
    </footer>
  )
}

/** Across the top while the host cannot be asked: since when, and a way to try now. */
export function ConnectionBanner() {
  const { t } = useI18n()
  const { client } = useHost()
  const words = useConnectionWords()
  if (words.banner === undefined) return null
  return (
    <Banner
      view="connection-lost"
      tone="warn"
      action={words.canRetry ? <Button onClick={() => client.retry()}>{t('common.retryNow')}</Button> : undefined}
    >
      {words.banner}
    </Banner>
  )
}

/** A notice of the host about itself: that its data folder cannot be written, say. */
export function HostNotice() {
  const { hostText } = useI18n()
  const facts = useHostFacts()
  const notice = facts?.dataFolder.notice
  if (notice === undefined) return null
  return (
    <Banner view="host-notice" tone={facts?.dataFolder.readOnly === true ? 'bad' : 'info'}>
      {hostText(notice)}
    </Banner>
  )
}
