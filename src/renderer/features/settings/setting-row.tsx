import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useI18n } from '../../platform/i18n.tsx'
import { settingFacts, type SettingId } from './settings-index.ts'
import { useIsFound, useIsMarked } from './settings-query.ts'

interface SettingRowProps {
  readonly id: SettingId
  /** What stands in the hint's place now. */
  readonly hint?: ReactNode
  /** More that it is found by. */
  readonly also?: readonly string[]
  /** The control takes the whole width below the words. */
  readonly isWide?: boolean
  /** Given the ids of what names and what describes the control. */
  readonly children: (ids: { label: string; hint: string | undefined }) => ReactNode
}

/** One setting: what it is, what it does, and its control. Not there while something else is searched for. */
export function SettingRow({ id, hint, also, isWide = false, children }: SettingRowProps) {
  const { t } = useI18n()
  const own = useId()
  const row = useRef<HTMLDivElement>(null)
  const isFound = useIsFound(id, also)
  const isMarked = useIsMarked(id)
  useEffect(() => {
    if (!isMarked) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.querySelector<HTMLElement>('select, input, button')?.focus()
  }, [isMarked])
  if (!isFound) return null
  const facts = settingFacts(id)
  const words = hint ?? (facts.hint === undefined ? undefined : t(facts.hint))
  const ids = { label: `${own}-label`, hint: words === undefined ? undefined : `${own}-hint` }
  return (
    <div
      ref={row}
      className={`setting ${isWide ? 'setting--wide' : ''} ${isMarked ? 'setting--marked' : ''}`}
      data-setting={id}
    >
      <div className="setting__words">
        <span id={ids.label} className="setting__label">
          {t(facts.label)}
        </span>
        {words !== undefined && (
          <span id={ids.hint} className="setting__hint">
            {words}
          </span>
        )}
      </div>
      {children(ids)}
    </div>
  )
}

interface ChoiceSettingProps {
  readonly id: SettingId
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  onChange(value: string): void
}

/** A setting with a few values. */
export function ChoiceSetting({ id, value, options, onChange }: ChoiceSettingProps) {
  return (
    <SettingRow id={id} also={options.map(([, label]) => label)}>
      {({ label, hint }) => (
        <select
          className="setting__select"
          aria-labelledby={label}
          aria-describedby={hint}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      )}
    </SettingRow>
  )
}

interface SwitchSettingProps {
  readonly id: SettingId
  readonly isOn: boolean
  onChange(isOn: boolean): void
}

/** A setting that is on or off. */
export function SwitchSetting({ id, isOn, onChange }: SwitchSettingProps) {
  return (
    <SettingRow id={id}>
      {({ label, hint }) => (
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={isOn}
          aria-labelledby={label}
          aria-describedby={hint}
          onClick={() => onChange(!isOn)}
        >
          <span className="switch__knob" aria-hidden="true" />
        </button>
      )}
    </SettingRow>
  )
}
