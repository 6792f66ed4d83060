import type { MessageKey } from './i18n.tsx'
import type { Chord } from './chord.ts'

/** The nine sessions on top of the list, by number. */
const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** What can be asked for from anywhere, by key or from the palette. */
export type CommandId =
  | 'new'
  | 'palette'
  | 'next-needs-you'
  | `session-${(typeof numbers)[number]}`
  | 'filter-sessions'
  | 'beside'
  | 'close-pane'
  | 'next-pane'
  | 'previous-pane'
  | 'dock'
  | 'sidebar'
  | 'review'
  | 'changes'
  | 'terminal'
  | 'plan'
  | 'activity'
  | 'stop'
  | 'archive'
  | 'undo-discard'
  | 'settings'
  | 'shortcuts'
  | 'theme'
  | 'demo'

export interface CommandFacts {
  readonly id: CommandId
  readonly label: MessageKey
  /** Fills the label. */
  readonly params?: Readonly<Record<string, number>>
  readonly group: 'general' | 'sessions' | 'panes' | 'session'
  /** The keys it has until a person changes them; the first is the one that is shown. */
  readonly keys: readonly Chord[]
  /** Also while a text is being written; a key that types something never is. */
  readonly inFields: boolean
}

function command(
  id: CommandId,
  label: MessageKey,
  group: CommandFacts['group'],
  keys: readonly Chord[] = [],
  inFields = true,
): CommandFacts {
  return { id, label, group, keys, inFields }
}

/** Every command, in the order it is listed. Keys that a browser's tab keeps for itself have one with ⌥ beside them. */
export const commands: readonly CommandFacts[] = [
  command('new', 'command.new', 'general', ['alt+N', 'mod+N']),
  command('palette', 'command.palette', 'general', ['mod+K']),
  command('settings', 'command.settings', 'general', ['mod+,']),
  command('shortcuts', 'command.shortcuts', 'general', ['?']),
  command('theme', 'command.theme', 'general'),
  command('demo', 'command.demo', 'general'),
  command('next-needs-you', 'command.nextNeedsYou', 'sessions', ['alt+A', 'mod+shift+A']),
  command('filter-sessions', 'command.filterSessions', 'sessions'),
  ...numbers.map((number) => ({
    ...command(`session-${number}`, 'command.sessionNumber', 'sessions', [`alt+${number}`, `mod+${number}`]),
    params: { number },
  })),
  command('beside', 'command.beside', 'panes', ['mod+\\']),
  command('close-pane', 'command.closePane', 'panes', ['alt+W']),
  command('next-pane', 'command.nextPane', 'panes', ['F6']),
  command('previous-pane', 'command.previousPane', 'panes', ['shift+F6']),
  command('sidebar', 'command.sidebar', 'panes', ['mod+B']),
  command('dock', 'command.dock', 'panes', ['mod+J']),
  command('review', 'command.review', 'panes', ['alt+R', 'mod+shift+R']),
  command('stop', 'command.stop', 'session', ['mod+.']),
  command('changes', 'command.changes', 'session'),
  command('terminal', 'command.terminal', 'session', ['ctrl+`']),
  command('plan', 'command.plan', 'session'),
  command('activity', 'command.activity', 'session'),
  command('undo-discard', 'command.undoDiscard', 'session', ['mod+Z'], false),
  command('archive', 'command.archive', 'session'),
]
