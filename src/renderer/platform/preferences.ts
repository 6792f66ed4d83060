import { useSyncExternalStore } from 'react'
import { z } from 'zod'

/** Small choices kept in this browser; what cannot be read counts as never chosen. */
const shapes = {
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.enum(['system', 'more']),
  language: z.enum(['system', 'en', 'zh-CN']),
  sidebarWidth: z.number().min(180).max(480),
  sidebarOpen: z.boolean(),
  dockShare: z.number().min(20).max(75),
  dockOpen: z.boolean(),
  dockTab: z.enum(['changes', 'terminal', 'plan', 'activity']),
  permissionLevel: z.enum(['ask', 'sandboxed', 'auto', 'autopilot']),
  lastFolder: z.string().max(4096),
  drafts: z.record(z.string(), z.string()),
  changesLayout: z.enum(['tree', 'flat']),
  /** `auto`: side by side where there is room. */
  diffLayout: z.enum(['auto', 'inline', 'split']),
  diffWrap: z.boolean(),
  diffWhitespace: z.boolean(),
  diffCollapse: z.boolean(),
  /** Diffs and terminals keep a copy of what they show that a screen reader can read. */
  screenReader: z.boolean(),
} as const

const defaults: Preferences = {
  theme: 'system',
  contrast: 'system',
  language: 'system',
  sidebarWidth: 264,
  sidebarOpen: true,
  dockShare: 40,
  dockOpen: true,
  dockTab: 'changes',
  permissionLevel: 'sandboxed',
  lastFolder: '',
  drafts: {},
  changesLayout: 'tree',
  diffLayout: 'auto',
  diffWrap: false,
  diffWhitespace: true,
  diffCollapse: true,
  screenReader: false,
}

export type Preferences = { [K in keyof typeof shapes]: z.infer<(typeof shapes)[K]> }
export type PreferenceKey = keyof Preferences

const listeners = new Set<() => void>()
const values = new Map<PreferenceKey, unknown>()
const storageKey = (key: PreferenceKey) => `roadstead.${key}`

/** The choice, or its default. The same reference until it changes. */
export function readPreference<K extends PreferenceKey>(key: K): Preferences[K] {
  if (!values.has(key)) values.set(key, load(key))
  return values.get(key) as Preferences[K]
}

function load<K extends PreferenceKey>(key: K): Preferences[K] {
  try {
    const text = localStorage.getItem(storageKey(key))
    if (text === null) return defaults[key]
    const parsed = shapes[key].safeParse(JSON.parse(text))
    return parsed.success ? (parsed.data as Preferences[K]) : defaults[key]
  } catch {
    return defaults[key]
  }
}

/** Keeps a choice and tells everybody who shows it. */
export function writePreference<K extends PreferenceKey>(key: K, value: Preferences[K]): void {
  values.set(key, value)
  try {
    localStorage.setItem(storageKey(key), JSON.stringify(value))
  } catch {
    // A browser that keeps nothing still honours the choice until the page goes.
  }
  for (const listener of [...listeners]) listener()
}

/** Called after each change. Returns how to stop. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A choice and how to change it. */
export function usePreference<K extends PreferenceKey>(key: K): [Preferences[K], (value: Preferences[K]) => void] {
  const value = useSyncExternalStore(onPreferences, () => readPreference(key))
  return [value, (next) => writePreference(key, next)]
}
