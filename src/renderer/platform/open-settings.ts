import { createContext, use } from 'react'

/** The parts of the settings that something may lead to. */
export type SettingsSection = 'models' | 'permissions' | 'notifications'

/** Given by the shell; what leads to the settings is in many features. */
export const OpenSettingsContext = createContext<(section: SettingsSection) => void>(() => {})

/** Opens the settings at one of their parts. */
export function useOpenSettings(): (section: SettingsSection) => void {
  return use(OpenSettingsContext)
}
