import { SystemPrompt } from '../../../protocol/model-facts.ts'
import { check } from '../../../protocol/schema.ts'
import type { MachineFacts } from '../../context/machine-text.ts'
import type { Models } from '../../models/models.ts'
import type { HarnessAdapter, RunEnd, TurnContext } from '../adapter.ts'
import { defaultLimits, type RoundLimits } from '../reply.ts'
import { runRounds, stopped } from '../run-rounds.ts'
import { waitFor } from '../wait.ts'
import { agentInfo, builtinProvider } from './agent-info.ts'
import { chooseModel } from './choose-model.ts'
import { modelSource } from './model-source.ts'
import { createPromptHeads } from './prompt-head.ts'
import { createTurnMemory } from './turn-memory.ts'

/** What the built-in agent is made of. */
export interface BuiltinOptions {
  readonly models: Models
  /** As Node names it. */
  readonly platform: string
  /** What there is to say of the sandbox now. */
  sandbox(): MachineFacts['sandbox']
  readonly limits?: Partial<RoundLimits>
  /** How much of earlier turns is remembered beside the record, in characters. */
  readonly rememberedCharacters?: number
}

/** Long work has many rounds; each is shown, can be stopped, and a turn over the limit can be resumed. */
const builtinLimits: RoundLimits = { ...defaultLimits, rounds: 250, toolCalls: 2000 }

/** Some long conversations, or very many short ones. */
const rememberedCharacters = 16_000_000

/** How long a call that was told to stop may take to be on record as stopped, in milliseconds. */
const settleMs = 300

/**
 * The agent of our own: its replies come from the models of this host, everything else is what every agent has. Of the
 * session's config it reads `systemPrompt`.
 */
export function createBuiltinHarness(options: BuiltinOptions): HarnessAdapter {
  const { models } = options
  const limits = { ...builtinLimits, ...options.limits }
  const headOf = createPromptHeads(options)
  const memory = createTurnMemory(options.rememberedCharacters ?? rememberedCharacters)

  return {
    provider: builtinProvider,
    info: () => agentInfo(models),
    checkConfig(config) {
      if (config['systemPrompt'] === undefined) return undefined
      const checked = check(SystemPrompt, config['systemPrompt'])
      return checked.ok ? undefined : `systemPrompt: ${checked.problem}`
    },
    async run(context: TurnContext): Promise<RunEnd> {
      const chosen = await waitFor(chooseModel(models, context.model), { signal: context.signal, stopMs: 0 })
      if (chosen.kind !== 'settled') return stopped
      const choice = chosen.value
      if (choice.kind === 'none') return choice.end
      const { model, effort } = choice
      const source = modelSource({
        models,
        model,
        ...(effort !== undefined && { effort }),
        context,
        limits,
        headOf,
        memory,
      })
      const end = await runRounds(context, source, limits)
      await waitFor(source.settled(), { signal: context.signal, stopMs: settleMs, timeoutMs: settleMs })
      return end
    },
  }
}
