import type { commands } from '../../protocol/messages.ts'
import type { z } from 'zod'
import { authRequired, invalidParams } from '../../protocol/errors.ts'
import type { Models } from '../models/models.ts'

/** `authenticate`: a key for a provider of models (SPEC 26). An empty token takes it back. */
export async function authenticate(
  models: Models,
  { resource, token, expiresIn }: z.infer<typeof commands.authenticate.params>,
): Promise<Record<string, never>> {
  const outcome = await models.authenticate(resource, token, expiresIn)
  switch (outcome.kind) {
    case 'unknown-resource':
      throw invalidParams('resource: no agent of this host asks for it')
    case 'wrong':
      throw authRequired([{ resource }])
    case 'kept':
    case 'removed':
      return {}
  }
}
