import { createBuiltinHarness, type BuiltinOptions } from '../harnesses/builtin/adapter.ts'
import type { Model } from '../models/model.ts'
import { builtinTools } from '../tools/catalogue.ts'
import { createFakeModels, type FakeCall } from './fake-models.ts'
import { scratchRepository } from './scratch-repository.ts'
import { scratchToolContext } from './tool-context.ts'
import { createTurnCalls } from './turn-calls.ts'
import { createTurn, type TurnOptions } from './turn.ts'

/** The built-in agent in a real repository with its real tools, its model played. Turns share one record of calls. */
export function createAgentScene(
  call: FakeCall,
  options: { readonly models?: readonly Model[]; readonly usable?: boolean } & Partial<BuiltinOptions> = {},
) {
  const repository = scratchRepository()
  const { models, usable, ...harnessOptions } = options
  const fake = createFakeModels(call, models, usable)
  const harness = createBuiltinHarness({
    ...{ platform: 'linux', sandbox: () => ({ status: 'available' as const }), models: fake.models },
    ...harnessOptions,
  })
  const record = createTurnCalls()
  const reach = scratchToolContext(repository.root)
  const tools = builtinTools()
  return {
    ...{ repository, harness, record, reach, requests: fake.requests, looks: fake.looks },
    /** A turn of this scene, not yet run. */
    turn: (turn: TurnOptions = {}) =>
      createTurn({
        ...{ workspace: repository.root, tools, calls: record.calls, toolContext: () => reach },
        ...turn,
      }),
    async dispose() {
      await reach.end()
      repository.dispose()
    },
  }
}
