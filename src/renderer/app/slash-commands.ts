import type { SlashCommand } from '../features/composer/suggestions.ts'
import type { MessageKey, Translate } from '../platform/i18n.tsx'
import type { Command } from './keys.ts'

/** What needs no session to be done. */
interface PlainNeeds {
  readonly t: Translate
  keysOf(command: Command): string | undefined
  run(command: Command): void
  openSettings(): void
  /** Absent where the agent has no models to choose from, and so on. */
  readonly chooseModel: (() => void) | undefined
  readonly chooseLevel: (() => void) | undefined
}

interface SlashNeeds extends PlainNeeds {
  readonly isWorking: boolean
  readonly canChange: boolean
  readonly fork: (() => void) | undefined
  rename(): void
}

/** What a message can begin with to have it done at once, in the order it is listed. */
export function slashCommands(needs: SlashNeeds): readonly SlashCommand[] {
  const { isWorking, canChange, fork, rename } = needs
  const { global, own } = makers(needs)
  return [
    global('new', 'slash.new', 'new'),
    ...choices(needs),
    global('stop', 'slash.stop', 'stop', !isWorking),
    own('rename', 'slash.rename', canChange ? rename : undefined),
    own('fork', 'slash.fork', fork),
    global('archive', 'slash.archive', 'archive', !canChange),
    global('changes', 'slash.changes', 'changes'),
    global('terminal', 'slash.terminal', 'terminal'),
    global('plan', 'slash.plan', 'plan'),
    global('activity', 'slash.activity', 'activity'),
    global('review', 'slash.review', 'review'),
    ...places(needs),
  ]
}

/** Those of them that need no session, for the first message of one. */
export function firstTaskCommands(needs: PlainNeeds): readonly SlashCommand[] {
  return [...choices(needs), ...places(needs)]
}

function choices(needs: PlainNeeds): SlashCommand[] {
  const { own } = makers(needs)
  return [own('model', 'slash.model', needs.chooseModel), own('permission', 'slash.permission', needs.chooseLevel)]
}

function places(needs: PlainNeeds): SlashCommand[] {
  const { global, own } = makers(needs)
  return [
    own('keys', 'slash.keys', needs.openSettings),
    global('settings', 'slash.settings', 'settings'),
    global('shortcuts', 'slash.shortcuts', 'shortcuts'),
  ]
}

function makers({ t, keysOf, run }: PlainNeeds) {
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
  return { global, own }
}
