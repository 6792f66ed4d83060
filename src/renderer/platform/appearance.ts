import { useSyncExternalStore } from 'react'
import { onPreferences, readPreference } from './preferences.ts'

/** How the page looks now, with what the system wishes taken in. Keys what Monaco and xterm are coloured by. */
export type Appearance = 'light' | 'dark' | 'light-more' | 'dark-more'

const media = (query: string) => window.matchMedia(query)
const listeners = new Set<() => void>()
let current: Appearance = 'light'

function resolve(): Appearance {
  const theme = readPreference('theme')
  const dark = theme === 'system' ? media('(prefers-color-scheme: dark)').matches : theme === 'dark'
  const more = readPreference('contrast') === 'more' || media('(prefers-contrast: more)').matches
  return more ? (dark ? 'dark-more' : 'light-more') : dark ? 'dark' : 'light'
}

function apply(): void {
  const next = resolve()
  const root = document.documentElement
  root.dataset['theme'] = next.startsWith('dark') ? 'dark' : 'light'
  if (next.endsWith('-more')) root.dataset['contrast'] = 'more'
  else delete root.dataset['contrast']
  root.dataset['textSize'] = readPreference('textSize')
  root.dataset['density'] = readPreference('density')
  if (next === current) return
  current = next
  for (const listener of [...listeners]) listener()
}

/** Puts the look on the page and keeps it so; before the first paint. Returns how to stop. */
export function followAppearance(): () => void {
  const queries = [media('(prefers-color-scheme: dark)'), media('(prefers-contrast: more)')]
  for (const query of queries) query.addEventListener('change', apply)
  const stop = onPreferences(apply)
  apply()
  return () => {
    for (const query of queries) query.removeEventListener('change', apply)
    stop()
  }
}

/** The look now; rerenders when it changes. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => current,
  )
}

/** The value of a token now, for things that are coloured by script: `readToken('--bg-0')`. */
export function readToken(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}
