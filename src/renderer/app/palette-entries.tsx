import type { SessionSummary } from '../../protocol/channels/session/state.ts'
import { StatusGlyph } from '../components/status-glyph.tsx'
import { glyphOf } from '../features/sessions/group.ts'
import type { PaletteEntry } from '../features/palette/entries.ts'
import { settingsIndex } from '../features/settings/settings-index.ts'
import { commands } from '../platform/commands.ts'
import { folderName } from '../platform/folder-name.ts'
import type { Translate } from '../platform/i18n.tsx'
import type { Keys } from '../platform/key-bindings.ts'
import type { SettingsSection } from '../platform/open-settings.ts'
import type { Command } from './keys.ts'

interface EntryNeeds {
  readonly t: Translate
  readonly keys: Keys
  /** In the order of the list. */
  readonly sessions: readonly SessionSummary[]
  readonly isOnline: boolean
  readonly hasSession: boolean
  run(command: Command): boolean
  showSession(session: string): void
  showSetting(section: SettingsSection, setting: string | undefined): void
}

/** Everything the palette offers beside files. */
export function paletteEntries(needs: EntryNeeds): readonly PaletteEntry[] {
  const { t, keys, sessions, isOnline, hasSession, run, showSession, showSetting } = needs
  const ofSessions = sessions.map((summary): PaletteEntry => {
    const glyph = glyphOf(summary, isOnline)
    return {
      id: summary.resource,
      section: 'sessions',
      label: summary.title || t('sessions.untitled'),
      hint: folderName(summary.workingDirectories?.[0]),
      icon: <StatusGlyph glyph={glyph} name={t(`glyph.${glyph}`)} />,
      run: () => showSession(summary.resource),
    }
  })
  const ofCommands = commands
    .filter(({ id, group }) => !id.startsWith('session-') && id !== 'palette' && (hasSession || group !== 'session'))
    .map(({ id, label, params }): PaletteEntry => {
      const text = keys.textOf(id)
      return {
        id: `command ${id}`,
        section: 'commands',
        label: t(label, params),
        ...(text === undefined ? {} : { keys: text }),
        run: () => void run(id),
      }
    })
  const ofSettings = settingsIndex.map(({ section, id, label }): PaletteEntry => ({
    id: `setting ${id}`,
    section: 'settings',
    label: t(label),
    hint: t(`settings.section.${section}`),
    run: () => showSetting(section, id),
  }))
  return [...ofSessions, ...ofCommands, ...ofSettings]
}
