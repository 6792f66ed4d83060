import type { ReactNode } from 'react'
import { EmptyState } from '../../components/states.tsx'
import { useHostFacts } from '../../hosts/use-channel.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useNow } from '../../hosts/use-now.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { usePreference, type Preferences } from '../../platform/preferences.ts'
import { Devices } from './devices.tsx'
import './settings.css'

/** Appearance, what protects, devices, data. */
export function SettingsView() {
  const { t, ago } = useI18n()
  const facts = useHostFacts()
  const isOnline = useIsOnline()
  const now = useNow()
  const [language, setLanguage] = usePreference('language')
  const [theme, setTheme] = usePreference('theme')
  const [contrast, setContrast] = usePreference('contrast')

  return (
    <div className="settings scroll">
      <Section title={t('settings.appearance')}>
        <Choice
          label={t('settings.language')}
          value={language}
          options={[
            ['system', t('settings.language.system')],
            ['en', 'English'],
            ['zh-CN', '简体中文'],
          ]}
          onChange={(value) => setLanguage(value as Preferences['language'])}
        />
        <Choice
          label={t('settings.theme')}
          value={theme}
          options={[
            ['system', t('settings.theme.system')],
            ['light', t('settings.theme.light')],
            ['dark', t('settings.theme.dark')],
          ]}
          onChange={(value) => setTheme(value as Preferences['theme'])}
        />
        <Choice
          label={t('settings.contrast')}
          value={contrast}
          options={[
            ['system', t('settings.contrast.system')],
            ['more', t('settings.contrast.more')],
          ]}
          onChange={(value) => setContrast(value as Preferences['contrast'])}
        />
      </Section>

      <Section title={t('settings.sandbox')}>
        {facts === undefined ? (
          <p className="dim">{t('settings.notConnected')}</p>
        ) : (
          <>
            <p className={facts.sandbox.status === 'available' ? 'settings__on' : 'settings__off'}>
              {facts.sandbox.status === 'available'
                ? `${t('first.sandboxOn', { tool: facts.sandbox.tool })} · ${ago(facts.sandbox.selfTestedAt, now)}`
                : t('first.sandboxOff', { reason: facts.sandbox.reason })}
            </p>
            {facts.sandbox.status === 'unavailable' && facts.sandbox.fix !== undefined && (
              <p className="settings__hint">{t('first.fix', { fix: facts.sandbox.fix })}</p>
            )}
            <p className={facts.git.status === 'available' ? 'settings__on' : 'settings__off'}>
              {facts.git.status === 'available'
                ? t('first.gitOn', { version: facts.git.version })
                : t('first.gitOff', { reason: facts.git.reason })}
            </p>
            {facts.git.status === 'unavailable' && facts.git.fix !== undefined && (
              <p className="settings__hint">{t('first.fix', { fix: facts.git.fix })}</p>
            )}
          </>
        )}
      </Section>

      <Section title={t('settings.devices')}>
        <p className="settings__hint">{t('settings.devicesHint')}</p>
        {isOnline ? <Devices /> : <EmptyState text={t('settings.notConnected')} />}
      </Section>

      <Section title={t('settings.data')}>
        {facts === undefined ? (
          <p className="dim">{t('settings.notConnected')}</p>
        ) : (
          <dl className="settings__facts">
            <div>
              <dt>{t('settings.dataFolder')}</dt>
              <dd className="mono">{facts.dataFolder.path}</dd>
            </div>
            <div>
              <dt>{t('settings.host')}</dt>
              <dd>
                {t('settings.version', { version: facts.version })} · {facts.platform}
              </dd>
            </div>
          </dl>
        )}
        {facts?.dataFolder.readOnly === true && <p className="settings__off">{t('settings.readOnly')}</p>}
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="settings__section" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  onChange(value: string): void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className="settings__choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([id, words]) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
