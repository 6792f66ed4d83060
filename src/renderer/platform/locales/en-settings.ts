/** Texts of settings, of commands and of the palette. */
export const enSettings = {
  'command.sessionNumber': 'Session {number} of the list',
  'command.filterSessions': 'Filter the sessions',
  'command.beside': 'Open the next session beside',
  'command.closePane': 'Close this pane',
  'command.previousPane': 'Previous pane',
  'command.undoDiscard': 'Undo the last discard',
  'command.plan': 'Plan',
  'command.activity': 'Activity',
  'command.noDiscard': 'There is no discard to undo here.',
  'command.noNeed': 'No session needs you.',
} as const
