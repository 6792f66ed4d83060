import { invalidParams } from '../../protocol/errors.ts'
import type { RoadsteadCommandParams, RoadsteadCommandResult } from '../../protocol/roadstead-commands.ts'
import type { Models } from '../models/models.ts'

/** `x-roadstead/modelProviders`: where models are called, and whether there is a key. Contacts nobody unless asked to. */
export async function modelProviders(
  { models, tellModels }: { readonly models: Models; tellModels(): Promise<void> },
  { look }: RoadsteadCommandParams<'x-roadstead/modelProviders'>,
): Promise<RoadsteadCommandResult<'x-roadstead/modelProviders'>> {
  if (look === true) {
    await models.look()
    // Who asks sees the list before the answer.
    await tellModels()
  }
  return { items: [...models.providers()] }
}

/** `x-roadstead/setModelEndpoint`: adds a provider of the person's own, or changes it. Its key comes by `authenticate`. */
export function setModelEndpoint(
  models: Models,
  { endpoint }: RoadsteadCommandParams<'x-roadstead/setModelEndpoint'>,
): RoadsteadCommandResult<'x-roadstead/setModelEndpoint'> {
  const outcome = models.setEndpoint(endpoint)
  if (outcome.kind === 'bad') throw invalidParams(`endpoint: ${outcome.problem}`)
  return { id: outcome.id }
}

/** `x-roadstead/removeModelEndpoint`: of those a person added. */
export function removeModelEndpoint(
  models: Models,
  { id }: RoadsteadCommandParams<'x-roadstead/removeModelEndpoint'>,
): RoadsteadCommandResult<'x-roadstead/removeModelEndpoint'> {
  if (!models.removeEndpoint(id)) throw invalidParams('id: no such provider was added here')
  return {}
}
