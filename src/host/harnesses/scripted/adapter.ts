import { setTimeout as delayFor } from 'node:timers/promises'
import type { HarnessAdapter, RunEnd, TurnContext } from '../adapter.ts'
import type { RoundLimits } from '../reply.ts'
import { defaultLimits } from '../reply.ts'
import { runRounds } from '../run-rounds.ts'
import { chooseTurn } from './choose.ts'
import { defaultScript } from './default-script.ts'
import { parseScript, type ParsedScript, type ScriptFile } from './script.ts'
import { scriptedSource, type Delay } from './source.ts'

/** What the adapter needs; all of it has a default. */
export interface ScriptedOptions {
  /** Played when a session's config names no script. */
  readonly defaultScript?: ScriptFile
  readonly delay?: Delay
  readonly limits?: RoundLimits
}

const realDelay: Delay = (ms, signal) => delayFor(ms, undefined, { signal })

/**
 * An agent whose replies come from a script: session config `script` (an object, see script.ts), else a built-in one. All
 * else is real: its tools, approvals, sandbox and changes are those of every agent.
 */
export function createScriptedHarness(options: ScriptedOptions = {}): HarnessAdapter {
  const { delay = realDelay, limits = defaultLimits } = options
  const scriptOf = (config: Readonly<Record<string, unknown>>): ParsedScript =>
    config['script'] === undefined
      ? { kind: 'script', script: options.defaultScript ?? defaultScript }
      : parseScript(config['script'])

  return {
    provider: 'scripted',
    info: () => ({
      provider: 'scripted',
      displayName: 'Scripted',
      description: 'Plays a script: its words are written in advance, everything it does is real. Needs no key.',
      models: [],
    }),
    checkConfig(config) {
      const parsed = scriptOf(config)
      return parsed.kind === 'malformed' ? `The script is malformed. ${parsed.problem}` : undefined
    },
    async run(context: TurnContext): Promise<RunEnd> {
      const parsed = scriptOf(context.session.config)
      if (parsed.kind === 'malformed') {
        return {
          kind: 'error',
          errorType: 'malformed-script',
          message: `The script is malformed. ${parsed.problem}`,
          resumable: false,
        }
      }
      const { script } = parsed
      const earlier = context.history.map((turn) => turn.message.text)
      const turn = chooseTurn(script, context.activeTurn.message.text, earlier) ?? noMoreTurns(script)
      return runRounds(context, scriptedSource(script, turn, delay), limits)
    },
  }
}

function noMoreTurns(script: ScriptFile) {
  const say = `The script “${script.name}” has no more turns, so I did nothing. Start a new session to play it again, or give one whose script goes on.`
  return { rounds: [{ say }] }
}
