import type { CommandId } from '../platform/commands.ts'
import type { Translate } from '../platform/i18n.tsx'
import type { Keys } from '../platform/key-bindings.ts'

/** What a button is called, with the key that does the same: `Hide the dock (Ctrl+J)`. */
export function withKeys(t: Translate, keys: Keys, label: string, command: CommandId): string {
  const text = keys.textOf(command)
  return text === undefined ? label : t('shell.withKeys', { label, keys: text })
}
