import type { DeviceScope } from '../../protocol/roadstead.ts'
import type { Principal } from './server.ts'

/** What everybody may ask (attacks README, scope table). */
const watchMethods: ReadonlySet<string> = new Set([
  'initialize',
  'reconnect',
  'ping',
  'subscribe',
  'unsubscribe',
  'listSessions',
  'fetchTurns',
])

/** What an approving device may dispatch besides. */
const approveActions: ReadonlySet<string> = new Set([
  'chat/toolCallConfirmed',
  'chat/toolCallResultConfirmed',
  'chat/inputAnswerChanged',
  'chat/inputCompleted',
  'chat/turnCancelled',
])

/** The schemes in which the files of a changeset are read; ours and only for reading. */
const changesetContent = /^x-roadstead-(?:blob|git):/

/** The host's own token may do everything. */
export function scopeOf(principal: Principal): DeviceScope {
  return principal.kind === 'host-token' ? 'full' : principal.scope
}

/** Whether the scope covers a command; `params` as they came. */
export function mayAsk(scope: DeviceScope, method: string, params: unknown): boolean {
  if (scope === 'full' || watchMethods.has(method)) return true
  if (method !== 'resourceRead' || typeof params !== 'object' || params === null || !('uri' in params)) return false
  return typeof params.uri === 'string' && changesetContent.test(params.uri)
}

/** Whether the scope covers dispatching an action of this type. */
export function mayDispatch(scope: DeviceScope, type: string): boolean {
  return scope === 'full' || (scope === 'approve' && approveActions.has(type))
}
