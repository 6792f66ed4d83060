import type { SlashCommand } from '../features/composer/suggestions.ts'
import type { MessageKey, Translate } from '../platform/i18n.tsx'
import type { Command } from './keys.ts'

interface SlashNeeds {
  readonly t: Translate
  readonly isWorking: boolean
  readonly canChange: boolean
  keysOf(command: Command): string | undefined
  run(command: Command): void
  openSettings(): void
  /** Absent where the agent has no models to choose from, and so on. */
  readonly chooseModel: (() => void) | undefined
  readonly chooseLevel: (() => void) | undefined
  readonly fork: (() => void) | undefined
  rename(): void
}

/** What a message can begin with to have it done at once, in the order it is listed. */
export function slashCommands(needs: SlashNeeds): readonly SlashCommand[] {
  const { t, isWorking, canChange, keysOf, run, openSettings, chooseModel, chooseLevel, fork, rename } = needs
  const global = (name: string, label: MessageKey, command: Command, disabled = false): SlashCommand => {
    const keys = keysOf(command)
    return {
      name,
      label: t(label),
      disabled,
      run: () => run(command),
      ...(keys === undefined ? {} : { keys }),
    }
  }
  const own = (name: string, label: MessageKey, does: (() => void) | undefined): SlashCommand => ({
    name,
    label: t(label),
    disabled: does === undefined,
    run: () => does?.(),
  })
  return [
    global('new', 'slash.new', 'new'),
    own('model', 'slash.model', chooseModel),
    own('permission', 'slash.permission', chooseLevel),
    global('stop', 'slash.stop', 'stop', !isWorking),
    own('rename', 'slash.rename', canChange ? rename : undefined),
    own('fork', 'slash.fork', fork),
    global('archive', 'slash.archive', 'archive', !canChange),
    global('changes', 'slash.changes', 'changes'),
    global('terminal', 'slash.terminal', 'terminal'),
    global('plan', 'slash.plan', 'plan'),
    global('activity', 'slash.activity', 'activity'),
    global('review', 'slash.review', 'review'),
    own('keys', 'slash.keys', openSettings),
    global('settings', 'slash.settings', 'settings'),
    global('shortcuts', 'slash.shortcuts', 'shortcuts'),
  ]
}

/** Those of them that need no session, for the first message of one. */
export function firstTaskCommands(
  needs: Omit<SlashNeeds, 'isWorking' | 'canChange' | 'fork' | 'rename'>,
): readonly SlashCommand[] {
  const noSession = { isWorking: false, canChange: false, fork: undefined, rename() {} }
  return slashCommands({ ...needs, ...noSession }).filter(({ name }) => withoutSession.has(name))
}

const withoutSession: ReadonlySet<string> = new Set(['model', 'permission', 'keys', 'settings', 'shortcuts'])
