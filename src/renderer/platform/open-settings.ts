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

/**
 * Opens the settings at one of their parts; what is said of permissions stands with the sandbox. `needsKey`: the name of the provider
 * whose key is to be given there at once.
 */
export type OpenSettings = (section: SettingsSection | 'permissions', needsKey?: string) => void

/** Given by the shell; what leads to the settings is in many features. */
export const OpenSettingsContext = createContext<OpenSettings>(() => {})

/** The way to the settings. */
export function useOpenSettings(): OpenSettings {
  return use(OpenSettingsContext)
}
