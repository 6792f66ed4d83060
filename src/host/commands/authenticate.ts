import type { z } from 'zod'
import { ErrorCode, invalidParams, ProtocolError } from '../../protocol/errors.ts'
import type { commands } from '../../protocol/messages.ts'
import type { ProtectedResourceMetadata } from '../../protocol/protected-resource.ts'
import type { HarnessAdapter } from '../harnesses/adapter.ts'
import type { Models } from '../models/models.ts'

/** What a person knows an advertised resource by; the bare name where no agent lists it (any more). */
export function resourceMetadata(
  harnesses: ReadonlyMap<string, HarnessAdapter>,
  resource: string,
): ProtectedResourceMetadata {
  const advertised = [...harnesses.values()].flatMap((harness) => harness.info().protectedResources ?? [])
  return advertised.find((each) => each.resource === resource) ?? { resource }
}

/** `authenticate`: a key for a provider of models (SPEC 26). No answer holds the token. */
export async function authenticate(
  needs: { readonly models: Models; readonly harnesses: ReadonlyMap<string, HarnessAdapter> },
  { resource, token, expiresIn }: z.infer<typeof commands.authenticate.params>,
): Promise<Record<string, never>> {
  const outcome = await needs.models.authenticate(resource, token, expiresIn)
  switch (outcome.kind) {
    case 'unknown-resource':
      throw invalidParams('resource: no agent of this host asks for it')
    case 'wrong':
      throw new ProtocolError(ErrorCode.AuthRequired, outcome.problem.replaceAll(token, '…'), {
        resources: [resourceMetadata(needs.harnesses, resource)],
      })
    case 'kept':
      return {}
  }
}
