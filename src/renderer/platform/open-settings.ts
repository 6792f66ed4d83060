import { createContext, use } from 'react'

/** The parts of the settings, in their order. */
export const settingsSections = [
  'models',
  'appearance',
  'keyboard',
  'notifications',
  'sandbox',
  'devices',
  'data',
] as const
export type SettingsSection = (typeof settingsSections)[number]

/** Given by the shell; what leads to the settings is in many features. */
export const OpenSettingsContext = createContext<(section: SettingsSection | 'permissions') => void>(() => {})

/** Opens the settings at one of their parts; what is said of permissions stands with the sandbox. */
export function useOpenSettings(): (section: SettingsSection | 'permissions') => void {
  return use(OpenSettingsContext)
}
