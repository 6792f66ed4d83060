import { Bell, Database, KeyRound, Keyboard, Palette, Search, ShieldCheck, Smartphone, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { EmptyState } from '../../components/states.tsx'
import { IconButton } from '../../components/button.tsx'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { settingsSections, type SettingsSection } from '../../platform/open-settings.ts'
import { AppearanceSettings } from './appearance-settings.tsx'
import { Devices } from './devices.tsx'
import { DataSettings, SandboxSettings } from './host-settings.tsx'
import { KeyboardSettings } from './keyboard-settings.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { SettingsQueryContext, useIsFound } from './settings-query.ts'
import type { SettingId } from './settings-index.ts'
import './settings.css'

interface SettingsViewProps {
  /** What is shown first. */
  readonly section?: SettingsSection | undefined
  /** The setting the person was led to. */
  readonly setting?: string | undefined
  /** What is asked for there has the focus, not the search. */
  readonly isLed?: boolean
  /** Models and keys are a feature of their own; without it there is no such section. */
  readonly models?: ReactNode
}

const icons: Record<SettingsSection, ReactNode> = {
  models: <KeyRound size={16} />,
  appearance: <Palette size={16} />,
  keyboard: <Keyboard size={16} />,
  notifications: <Bell size={16} />,
  sandbox: <ShieldCheck size={16} />,
  devices: <Smartphone size={16} />,
  data: <Database size={16} />,
}

/** The settings, a section at a time; while something is searched for, all that fits. */
export function SettingsView({ section, setting, models, isLed = setting !== undefined }: SettingsViewProps) {
  const { t } = useI18n()
  const sections = settingsSections.filter((each) => each !== 'models' || models !== undefined)
  const [chosen, setChosen] = useState<SettingsSection>(section ?? sections[0] ?? 'appearance')
  const [marked, setMarked] = useState(setting)
  const [text, setText] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // On a phone the keyboard would cover what was asked for.
    if (!isLed && !window.matchMedia('(pointer: coarse)').matches) search.current?.focus()
  }, [isLed])
  const isSearching = text.trim() !== ''
  const query = useMemo(() => ({ text, marked }), [text, marked])
  const shown = isSearching ? sections : sections.filter((each) => each === chosen)

  function choose(next: SettingsSection) {
    setText('')
    setMarked(undefined)
    setChosen(next)
    body.current?.scrollTo({ top: 0 })
  }

  const contents: Record<SettingsSection, ReactNode> = {
    models: <Whole id="models">{models}</Whole>,
    appearance: <AppearanceSettings />,
    keyboard: <KeyboardSettings />,
    notifications: <NotificationSettings />,
    sandbox: <SandboxSettings />,
    devices: (
      <Whole id="devices">
        <DeviceSettings />
      </Whole>
    ),
    data: <DataSettings />,
  }

  return (
    <SettingsQueryContext value={query}>
      <div className="settings">
        <div className="settings__side">
          <div className="settings__search">
            <Search size={14} aria-hidden="true" />
            <input
              ref={search}
              type="text"
              aria-label={t('settings.search')}
              placeholder={t('settings.search')}
              value={text}
              onChange={(event) => setText(event.target.value)}
              {...(text === '' ? {} : { 'data-keeps-escape': '' })}
              onKeyDown={(event) => {
                if (event.key === 'Escape') setText('')
              }}
            />
            {text !== '' && (
              <IconButton label={t('settings.clearSearch')} icon={<X size={14} />} onClick={() => setText('')} />
            )}
          </div>
          <nav className="settings__nav" aria-label={t('settings.sections')}>
            {sections.map((each) => (
              <button
                key={each}
                type="button"
                className="settings__link"
                aria-current={!isSearching && each === chosen ? 'page' : undefined}
                onClick={() => choose(each)}
              >
                <span aria-hidden="true">{icons[each]}</span>
                {t(`settings.section.${each}`)}
              </button>
            ))}
          </nav>
        </div>
        <div ref={body} className={`settings__body scroll ${isSearching ? 'settings__body--searching' : ''}`}>
          {shown.map((each) => (
            <section
              key={each}
              className="settings__section"
              data-view={`settings-${each}`}
              aria-label={t(`settings.section.${each}`)}
            >
              <h3 className="settings__title">{t(`settings.section.${each}`)}</h3>
              {contents[each]}
            </section>
          ))}
          <div className="settings__none">
            <EmptyState text={t('settings.noMatch')} />
          </div>
        </div>
      </div>
    </SettingsQueryContext>
  )
}

/** A section that is found as a whole. */
function Whole({ id, children }: { id: SettingId; children: ReactNode }) {
  if (!useIsFound(id)) return null
  return (
    <div className="setting setting--whole" data-setting={id}>
      {children}
    </div>
  )
}

function DeviceSettings() {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  return (
    <>
      <p className="setting__hint">{t('settings.devicesHint')}</p>
      {isOnline ? <Devices /> : <EmptyState text={t('settings.notConnected')} />}
    </>
  )
}
