import type {
  InvokeChangesetOperationParams,
  InvokeChangesetOperationResult,
} from '../../protocol/channels/changeset/commands.ts'
import { invalidParams, notFound } from '../../protocol/errors.ts'
import { OperationFacts, roadsteadMeta } from '../../protocol/roadstead.ts'
import type { Channels } from '../channels/channels.ts'
import type { CommandContext } from '../server/server.ts'

/** What an operation does, once its form has been checked. Failures people expect are values. */
export interface ChangesetOperations {
  run(
    changeset: string,
    operation: string,
    details: { readonly file?: string; readonly message?: string; readonly clientId: string },
  ): Promise<{ kind: 'done'; message: string } | { kind: 'failed'; reason: string }>
}

/**
 * `invokeChangesetOperation` (SPEC 18): the operation exists, the target is of a kind in its scopes, and there is one
 * exactly when the scope needs one.
 */
export async function invokeChangesetOperation(
  needs: { readonly channels: Channels; readonly operations: ChangesetOperations },
  params: InvokeChangesetOperationParams,
  who: CommandContext,
): Promise<InvokeChangesetOperationResult> {
  const state = needs.channels.state(params.channel, 'changeset')
  if (state === undefined) throw notFound(params.channel)
  const operation = state.operations?.find((each) => each.id === params.operationId)
  if (operation === undefined)
    throw invalidParams(`operationId: there is no operation ${params.operationId.slice(0, 100)} here now`)
  if (operation.status === 'disabled' || operation.status === 'running') {
    throw invalidParams(`operationId: ${operation.id} is ${operation.status}`)
  }
  const { target } = params
  const scope = target?.kind ?? 'changeset'
  if (!operation.scopes.includes(scope)) throw invalidParams(`target: ${operation.id} is not for a ${scope}`)
  const file = target?.kind === 'resource' ? target.resource : undefined
  const message = roadsteadMeta(OperationFacts, params._meta)?.message
  const outcome = await needs.operations.run(params.channel, operation.id, {
    clientId: who.clientId,
    ...(file === undefined ? {} : { file }),
    ...(message === undefined ? {} : { message }),
  })
  if (outcome.kind === 'failed') throw invalidParams(outcome.reason)
  return { message: outcome.message }
}
