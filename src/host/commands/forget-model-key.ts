import { invalidParams } from '../../protocol/errors.ts'
import type { RoadsteadCommandParams, RoadsteadCommandResult } from '../../protocol/roadstead-commands.ts'
import type { Models } from '../models/models.ts'

/** `x-roadstead/forgetModelKey`: takes a key back. AHP has no way to: its `authenticate` wants a token. */
export function forgetModelKey(
  models: Pick<Models, 'forgetKey'>,
  { resource }: RoadsteadCommandParams<'x-roadstead/forgetModelKey'>,
): RoadsteadCommandResult<'x-roadstead/forgetModelKey'> {
  if (!models.forgetKey(resource)) throw invalidParams('resource: no agent of this host asks for it')
  return {}
}
