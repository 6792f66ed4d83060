import { roadsteadMeta, SteeringFacts } from '../../protocol/roadstead.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import type { ModelCall } from '../../protocol/model-facts.ts'
import type { Audit } from '../audit/audit.ts'
import type { Applied, Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'
import { isoNow, type Clock } from '../platform/clock.ts'
import type { SessionIndex } from '../sessions/session-index.ts'
import type { Decision } from './confirm.ts'
import { plainTextOf } from '../../protocol/values.ts'
import type { RunPlace } from './turn-context.ts'

/** What the audit is written from and with. */
export interface AuditKeeperNeeds {
  readonly channels: Channels
  readonly index: SessionIndex
  readonly audit: Audit
  readonly clock: Clock
}

/** Writes the audit from what was applied: what was asked, run, changed, approved (DESIGN, Storage). */
export interface AuditKeeper {
  decided(place: RunPlace, decision: Decision): void
  /** A call of a model ended: who, when and how much, not what was said. */
  called(session: string, call: ModelCall): void
  note(session: string, kind: string, actor: string, summary: string, detail?: Readonly<Record<string, unknown>>): void
  dispose: Dispose
}

/** Writes from now on, until it is disposed of. */
export function keepAudit(needs: AuditKeeperNeeds): AuditKeeper {
  const { audit, clock } = needs

  function note(
    session: string,
    kind: string,
    actor: string,
    summary: string,
    detail: Readonly<Record<string, unknown>> = {},
  ): void {
    audit.append(session, { at: isoNow(clock), kind, actor, summary: summary.slice(0, 500), detail })
  }

  /** Who set the steering message that waits in a chat; the host itself hands it on. */
  const steeredBy = new Map<string, { readonly id: string; readonly actor: string }>()

  function noteSteering(session: string, chat: string, turnId: string, { id, message }: SteeringFacts): void {
    const by = steeredBy.get(chat)
    steeredBy.delete(chat)
    const actor = by?.id === id ? by.actor : 'host'
    note(session, 'turn', actor, `Said while it worked: ${message.text}`, { turnId, message: id })
  }

  function react({ envelope, before, after }: Applied): void {
    const { channel, action, origin } = envelope
    if (channel === ROOT_URI || before.state === after.state) return
    const actor = origin === undefined ? 'host' : `client:${origin.clientId}`
    const session = after.kind === 'session' ? channel : needs.index.sessionOf(channel)
    if (session === undefined) return
    switch (action.type) {
      case 'chat/turnStarted':
        return note(session, 'turn', actor, `Asked: ${action.message.text}`, { turnId: action.turnId })
      case 'chat/pendingMessageSet':
        if (action.kind === 'steering') steeredBy.set(channel, { id: action.id, actor })
        return
      case 'chat/responsePart': {
        const { part, turnId } = action
        const facts = part.kind === 'systemNotification' ? roadsteadMeta(SteeringFacts, part._meta) : undefined
        return facts && noteSteering(session, channel, turnId, facts)
      }
      case 'chat/turnResume':
        return note(session, 'turn', actor, 'Resumed the interrupted turn', { turnId: action.turnId })
      case 'chat/turnCancelled':
        return note(session, 'turn', actor, 'Stopped the turn', { turnId: action.turnId })
      case 'chat/turnComplete':
        return note(session, 'turn', 'agent', 'Finished the turn', {
          turnId: action.turnId,
          durationMs: action.duration,
        })
      case 'chat/error':
        return note(session, 'turn', 'host', `The turn ended: ${action.part.error.message}`, { turnId: action.turnId })
      case 'chat/toolCallComplete':
        return note(session, 'call', 'agent', plainTextOf(action.result.pastTenseMessage), {
          turnId: action.turnId,
          toolCallId: action.toolCallId,
          success: action.result.success,
        })
      case 'session/configChanged':
        return note(session, 'session', actor, 'Changed settings of the session', { config: action.config })
      case 'session/titleChanged':
        return note(session, 'session', actor, `Renamed: ${action.title}`)
      case 'session/isArchivedChanged':
        return note(session, 'session', actor, action.isArchived ? 'Archived' : 'Taken out of the archive')
      default:
        return
    }
  }

  return {
    note,
    called(session, call) {
      const { id, chat, turnId, round, at, provider, model, status, requestBytes, durationMs, usage, costUsd } = call
      note(session, 'model-call', 'agent', callInWords(call), {
        ...{ call: id, chat, turnId, round, at, provider, model, status, attempts: call.attempts.length },
        ...{ requestBytes, durationMs, usage, costUsd },
      })
    },
    decided(place, decision) {
      const { toolCallId, call, outcome, by, actor, reasons, level, reason, rememberedFor } = decision
      const verb = outcome === 'allowed' ? 'Allowed' : 'Denied'
      note(place.session, 'approval', actor, `${verb} by ${by}${reason === undefined ? '' : `: ${reason}`}`, {
        turnId: place.turnId,
        toolCallId,
        call,
        level,
        reasons,
        ...(rememberedFor === undefined ? {} : { rememberedFor }),
      })
    },
    dispose: needs.channels.onApplied(react),
  }
}

function callInWords({ provider, model, round, status, usage, costUsd }: ModelCall): string {
  const words = [`Called ${model} of ${provider}, round ${round}: ${status}`]
  if (usage?.inputTokens !== undefined) words.push(`${usage.inputTokens} tokens in`)
  if (usage?.outputTokens !== undefined) words.push(`${usage.outputTokens} tokens out`)
  if (costUsd !== undefined) words.push(`$${costUsd.toFixed(4)}`)
  return words.join(', ')
}
