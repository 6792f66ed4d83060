import type { PaletteCommand } from '../features/palette/palette.tsx'
import type { Translate } from '../platform/i18n.tsx'
import { readPreference, writePreference } from '../platform/preferences.ts'
import type { DockTab } from './dock.tsx'
import { keyText, type Command } from './keys.ts'

interface CommandNeeds {
  readonly t: Translate
  readonly apple: boolean
  readonly hasSession: boolean
  run(command: Command): void
  showDock(tab: DockTab): void
  startDemo(): void
  archive(): void
}

/** Everything the palette offers beside sessions. */
export function createCommands({
  t,
  apple,
  hasSession,
  run,
  showDock,
  startDemo,
  archive,
}: CommandNeeds): PaletteCommand[] {
  const keys = (text: string) => keyText(text, apple)
  const ofSession: PaletteCommand[] = [
    { id: 'stop', label: t('command.stop'), keys: keys('mod+.'), run: () => run('stop') },
    { id: 'changes', label: t('command.changes'), run: () => showDock('changes') },
    { id: 'terminal', label: t('command.terminal'), keys: keys('ctrl+`'), run: () => showDock('terminal') },
    { id: 'plan', label: t('dock.plan'), run: () => showDock('plan') },
    { id: 'activity', label: t('dock.activity'), run: () => showDock('activity') },
    { id: 'review', label: t('command.review'), keys: keys('alt+R'), run: () => run('review') },
    { id: 'archive', label: t('command.archive'), run: archive },
  ]
  return [
    { id: 'new', label: t('command.new'), keys: keys('alt+N'), run: () => run('new') },
    { id: 'next', label: t('command.nextNeedsYou'), keys: keys('alt+A'), run: () => run('next-needs-you') },
    ...(hasSession ? ofSession : []),
    { id: 'dock', label: t('command.dock'), keys: keys('mod+J'), run: () => run('dock') },
    { id: 'sidebar', label: t('command.sidebar'), keys: keys('mod+B'), run: () => run('sidebar') },
    { id: 'settings', label: t('command.settings'), keys: keys('mod+,'), run: () => run('settings') },
    { id: 'shortcuts', label: t('command.shortcuts'), keys: '?', run: () => run('shortcuts') },
    { id: 'theme', label: t('command.theme'), run: switchTheme },
    { id: 'demo', label: t('command.demo'), run: startDemo },
  ]
}

function switchTheme(): void {
  const isDark = document.documentElement.dataset['theme'] === 'dark'
  writePreference('theme', isDark ? 'light' : 'dark')
  // A choice that is what the system wishes anyway goes on following it.
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  if ((readPreference('theme') === 'dark') === systemIsDark) writePreference('theme', 'system')
}
