import { createContext, use } from 'react'
import { useI18n } from '../../platform/i18n.tsx'
import { fitsQuery, settingFacts, type SettingId } from './settings-index.ts'

/** What the person searches for, and the setting they were led to. */
export const SettingsQueryContext = createContext<{ readonly text: string; readonly marked: string | undefined }>({
  text: '',
  marked: undefined,
})

/** Whether a setting is among what is searched for. `also`: more of what it shows. */
export function useIsFound(id: SettingId, also: readonly string[] = []): boolean {
  const { text } = use(SettingsQueryContext)
  const { t } = useI18n()
  if (text.trim() === '') return true
  const { section, label, hint } = settingFacts(id)
  const texts = [t(`settings.section.${section}`), t(label), hint === undefined ? '' : t(hint)]
  return fitsQuery(text.trim(), [...texts, ...also])
}

/** Whether the person was led to this setting. */
export function useIsMarked(id: SettingId): boolean {
  return use(SettingsQueryContext).marked === id
}
