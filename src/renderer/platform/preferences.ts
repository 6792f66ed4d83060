import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { MessageAttachment } from '../../protocol/channels/chat/message.ts'
import { ModelSelection } from '../../protocol/channels/root/selection.ts'

/** What was written and not sent. `synced`: the text the host has of it; `mentions` by UTF-16 offsets. */
const Draft = z.object({
  text: z.string(),
  synced: z.optional(z.string()),
  mentions: z.optional(z.array(z.object({ start: z.number(), end: z.number(), attachment: MessageAttachment }))),
})
export type Draft = z.infer<typeof Draft>

/** The panes of a window; `focused` counts from 0. */
const PanesShape = z.object({
  items: z.array(z.object({ session: z.string().max(300), share: z.number().positive() })).max(4),
  focused: z.int().min(0),
})

/** Things by name: one that cannot be read is left out, and takes none of the others with it. */
function recordOf<T extends z.ZodType>(shape: T) {
  return z.record(z.string(), z.unknown()).transform((kept): Record<string, z.output<T>> => {
    const read: Record<string, z.output<T>> = {}
    for (const [name, value] of Object.entries(kept)) {
      const parsed = shape.safeParse(value)
      if (parsed.success) read[name] = parsed.data
    }
    return read
  })
}

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
  /** By session. */
  drafts: recordOf(
    // A bare text is how drafts were kept before they had mentions.
    z.preprocess((kept) => (typeof kept === 'string' ? { text: kept } : kept), Draft),
  ),
  /** The agent chosen last; empty: never. */
  agent: z.string().max(256),
  /** The model chosen last, by agent. */
  models: recordOf(ModelSelection),
  changesLayout: z.enum(['tree', 'flat']),
  /** `auto`: side by side where there is room. */
  diffLayout: z.enum(['auto', 'inline', 'split']),
  diffWrap: z.boolean(),
  diffWhitespace: z.boolean(),
  diffCollapse: z.boolean(),
  /** Diffs and terminals keep a copy of what they show that a screen reader can read. */
  screenReader: z.boolean(),
  textSize: z.enum(['small', 'normal', 'large', 'larger']),
  /** How much room rows have. */
  density: z.enum(['comfortable', 'compact']),
  sessionGrouping: z.enum(['need', 'folder']),
  /** URIs of sessions in the order they stand in. */
  pinnedSessions: z.array(z.string().max(300)).max(200),
  /** Headings of the list that are closed. */
  closedGroups: z.array(z.string().max(4200)).max(500),
  /** Sessions side by side, each with its share of the width. */
  panes: PanesShape,
  /** Chords by command, where a person changed them; an empty list is no key at all. */
  keyBindings: recordOf(z.array(z.string().max(60)).max(6)),
  notifyNeedsYou: z.boolean(),
  notifyDone: z.boolean(),
  /** How much a notification says: other people may look at the screen. */
  notifyWords: z.enum(['nothing', 'title', 'activity']),
  /** Whether the offer of notifications was answered. */
  notifyOfferAnswered: z.boolean(),
  /** What was chosen in the palette, the latest first. */
  paletteRecent: z.array(z.string().max(4200)).max(30),
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
  agent: '',
  models: {},
  changesLayout: 'tree',
  diffLayout: 'auto',
  diffWrap: false,
  diffWhitespace: true,
  diffCollapse: true,
  screenReader: false,
  textSize: 'normal',
  density: 'comfortable',
  sessionGrouping: 'need',
  pinnedSessions: [],
  closedGroups: [],
  panes: { items: [], focused: 0 },
  keyBindings: {},
  notifyNeedsYou: true,
  notifyDone: true,
  notifyWords: 'title',
  notifyOfferAnswered: false,
  paletteRecent: [],
}

/** Each window has its own, which outlives a reload; a new window begins with what was chosen last anywhere. */
const perWindow: ReadonlySet<string> = new Set<PreferenceKey>([
  'sidebarWidth',
  'sidebarOpen',
  'dockShare',
  'dockOpen',
  'dockTab',
  'panes',
])

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
    const ofWindow = perWindow.has(key) ? sessionStorage.getItem(storageKey(key)) : null
    const text = ofWindow ?? localStorage.getItem(storageKey(key))
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
    const text = JSON.stringify(value)
    if (perWindow.has(key)) sessionStorage.setItem(storageKey(key), text)
    localStorage.setItem(storageKey(key), text)
    isFull = false
  } catch (error) {
    // A browser that keeps nothing still honours the choice until the page goes.
    noteFull(error)
  }
  tell()
}

const fullListeners = new Set<() => void>()
let isFull = false

/** The person is told when the storage becomes full, not with each key that is not kept. */
function noteFull(error: unknown): void {
  if (isFull || !(error instanceof DOMException) || error.name !== 'QuotaExceededError') return
  isFull = true
  for (const listener of [...fullListeners]) listener()
}

/** Called when the browser's storage takes no more; again only after it took something. Returns how to stop. */
export function onStorageFull(listener: () => void): () => void {
  fullListeners.add(listener)
  return () => void fullListeners.delete(listener)
}

function tell(): void {
  for (const listener of [...listeners]) listener()
}

/** Takes over what other windows choose, save what each window has for itself. Returns how to stop. */
export function followOtherWindows(): () => void {
  function onStorage({ key: name, storageArea }: StorageEvent): void {
    if (storageArea !== localStorage) return
    const key = (Object.keys(shapes) as PreferenceKey[]).find((each) => storageKey(each) === name)
    // No name: everything was cleared.
    if (name === null) values.clear()
    else if (key === undefined || perWindow.has(key)) return
    else values.delete(key)
    tell()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Called after each change. Returns how to stop. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A choice, for those who only look. */
export function usePreferenceValue<K extends PreferenceKey>(key: K): Preferences[K] {
  return useSyncExternalStore(onPreferences, () => readPreference(key))
}

/** A choice and how to change it. */
export function usePreference<K extends PreferenceKey>(key: K): [Preferences[K], (value: Preferences[K]) => void] {
  const value = usePreferenceValue(key)
  return [value, (next) => writePreference(key, next)]
}
