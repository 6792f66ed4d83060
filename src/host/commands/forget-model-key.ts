import { invalidParams } from '../../protocol/errors.ts'
import type { RoadsteadCommandParams, RoadsteadCommandResult } from '../../protocol/roadstead-commands.ts'
import type { Models } from '../models/models.ts'

/** `x-roadstead/forgetModelKey`: takes a key back. AHP has no way to: its `authenticate` wants a token. */
export async function forgetModelKey(
  models: Pick<Models, 'authenticate'>,
  { resource }: RoadsteadCommandParams<'x-roadstead/forgetModelKey'>,
): Promise<RoadsteadCommandResult<'x-roadstead/forgetModelKey'>> {
  const outcome = await models.authenticate(resource, '')
  if (outcome.kind === 'unknown-resource') throw invalidParams('resource: no agent of this host asks for it')
  return {}
}
