import type { ReactNode } from 'react'
import { useHostFacts } from '../../hosts/use-channel.ts'
import { useNow } from '../../hosts/use-now.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { SettingRow } from './setting-row.tsx'

/** What protects, and whether git is there: as the host found it, with what to do where something is missing. */
export function SandboxSettings() {
  const { t, ago } = useI18n()
  const facts = useHostFacts()
  const now = useNow()
  if (facts === undefined) return <NotConnected />
  const { sandbox, git } = facts
  return (
    <>
      <SettingRow
        id="sandbox"
        hint={
          sandbox.status === 'available' ? (
            `${t('settings.sandboxHint')} ${t('settings.selfTested', { ago: ago(sandbox.selfTestedAt, now) })}`
          ) : (
            <Missing reason={sandbox.reason} fix={sandbox.fix} />
          )
        }
      >
        {() => (
          <State isOn={sandbox.status === 'available'}>
            {sandbox.status === 'available' ? sandbox.tool : t('settings.missing')}
          </State>
        )}
      </SettingRow>
      <SettingRow
        id="git"
        {...(git.status === 'available' ? {} : { hint: <Missing reason={git.reason} fix={git.fix} /> })}
      >
        {() => (
          <State isOn={git.status === 'available'}>
            {git.status === 'available' ? git.version : t('settings.missing')}
          </State>
        )}
      </SettingRow>
    </>
  )
}

/** Where the host keeps what it knows, and which host it is. */
export function DataSettings() {
  const { t } = useI18n()
  const facts = useHostFacts()
  if (facts === undefined) return <NotConnected />
  const { dataFolder } = facts
  return (
    <>
      <SettingRow
        id="dataFolder"
        isWide
        hint={dataFolder.readOnly ? <span className="setting__off">{t('settings.readOnly')}</span> : undefined}
      >
        {({ label }) => (
          <code className="setting__path mono" aria-labelledby={label}>
            {dataFolder.path}
          </code>
        )}
      </SettingRow>
      <SettingRow id="host">
        {() => (
          <span className="setting__value">
            {t('settings.version', { version: facts.version })} · {facts.platform}
          </span>
        )}
      </SettingRow>
    </>
  )
}

function NotConnected() {
  const { t } = useI18n()
  return <p className="setting setting__hint">{t('settings.notConnected')}</p>
}

function Missing({ reason, fix }: { reason: string; fix: string | undefined }) {
  const { t, hostText } = useI18n()
  return (
    <>
      {hostText(reason)}
      {fix !== undefined && <span className="setting__fix">{t('first.fix', { fix })}</span>}
    </>
  )
}

function State({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return <span className={`setting__value ${isOn ? 'setting__on' : 'setting__off'}`}>{children}</span>
}
