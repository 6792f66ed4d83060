import type { MessageKey } from '../../platform/i18n.tsx'
import type { SettingsSection } from '../../platform/open-settings.ts'

/** A setting by its id: where it stands, what it is called, and what else it is found by. */
export interface SettingFacts {
  readonly id: string
  readonly section: SettingsSection
  readonly label: MessageKey
  readonly hint?: MessageKey
}

/** Every setting there is; the search and the palette go by this. */
export const settingsIndex = [
  { id: 'models', section: 'models', label: 'settings.models', hint: 'settings.modelsHint' },
  { id: 'language', section: 'appearance', label: 'settings.language' },
  { id: 'theme', section: 'appearance', label: 'settings.theme' },
  { id: 'contrast', section: 'appearance', label: 'settings.contrast', hint: 'settings.contrastHint' },
  { id: 'textSize', section: 'appearance', label: 'settings.textSize', hint: 'settings.textSizeHint' },
  { id: 'density', section: 'appearance', label: 'settings.density', hint: 'settings.densityHint' },
  { id: 'screenReader', section: 'appearance', label: 'settings.screenReader', hint: 'settings.screenReaderHint' },
  { id: 'keys', section: 'keyboard', label: 'settings.keys', hint: 'settings.keysHint' },
  { id: 'notifyPermission', section: 'notifications', label: 'settings.notify', hint: 'settings.notifyHint' },
  { id: 'notifyNeedsYou', section: 'notifications', label: 'settings.notifyNeedsYou' },
  { id: 'notifyDone', section: 'notifications', label: 'settings.notifyDone' },
  { id: 'notifyWords', section: 'notifications', label: 'settings.notifyWords', hint: 'settings.notifyWordsHint' },
  { id: 'sandbox', section: 'sandbox', label: 'settings.sandboxState', hint: 'settings.sandboxHint' },
  { id: 'git', section: 'sandbox', label: 'settings.git' },
  { id: 'devices', section: 'devices', label: 'settings.devices', hint: 'settings.devicesHint' },
  { id: 'dataFolder', section: 'data', label: 'settings.dataFolder', hint: 'settings.dataFolderHint' },
  { id: 'host', section: 'data', label: 'settings.host' },
] as const satisfies readonly SettingFacts[]

export type SettingId = (typeof settingsIndex)[number]['id']

/** The facts of a setting. */
export function settingFacts(id: SettingId): SettingFacts {
  const found: SettingFacts | undefined = settingsIndex.find((each) => each.id === id)
  if (found === undefined) throw new RangeError(`no setting ${id}`)
  return found
}

/** Whether every word of the query is found in the texts of a setting. */
export function fitsQuery(query: string, texts: readonly string[]): boolean {
  const held = texts.join(' ').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word))
}
