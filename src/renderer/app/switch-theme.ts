import { readPreference, writePreference } from '../platform/preferences.ts'

/** Light becomes dark and dark light. A choice that is what the system wishes anyway goes on following it. */
export function switchTheme(): void {
  const isDark = document.documentElement.dataset['theme'] === 'dark'
  writePreference('theme', isDark ? 'light' : 'dark')
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  if ((readPreference('theme') === 'dark') === systemIsDark) writePreference('theme', 'system')
}
