import type { ChatAction } from '../../protocol/channels/chat/actions.ts'
import type { ErrorResponsePart } from '../../protocol/channels/chat/turn.ts'
import { INTERRUPTED } from '../../protocol/roadstead.ts'
import type { Applied, Channels } from '../channels/channels.ts'
import type { HarnessAdapter, RunEnd, TurnContext } from '../harnesses/adapter.ts'
import { isoNow, type Clock } from '../platform/clock.ts'
import { detailOf } from '../platform/error-detail.ts'
import type { Logger } from '../platform/logger.ts'
import type { SessionIndex } from '../sessions/session-index.ts'
import { StoreFailure } from '../store/store.ts'
import { refusesRuns } from '../sessions/trust-gate.ts'

/** Why a turn stopped that neither the person nor the agent ended. */
export type InterruptionCause = 'host-stopped' | 'storage'

/** What turns are run with. */
export interface TurnRunnerNeeds {
  readonly channels: Channels
  readonly index: SessionIndex
  readonly clock: Clock
  readonly logger: Logger
  readonly newId: () => string
  harnessOf(provider: string): HarnessAdapter | undefined
  contextFor(chat: string, turnId: string, signal: AbortSignal): TurnContext | undefined
}

/** Runs the agent for every turn that starts, and the next pending message after every turn that ends. */
export interface TurnRunner {
  /** Ends the runs of one session (it is being deleted); settles when none is left. */
  stopSession(session: string): Promise<void>
  /** Ends the run of one chat (it is being disposed of); settles when it has ended. */
  stopChat(chat: string): Promise<void>
  /** Stops every run and marks its turn interrupted, resumable. */
  stop(): Promise<void>
  /** Number of turns running now. */
  readonly running: number
}

interface Run {
  readonly turnId: string
  readonly session: string
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/** Error parts of turns that were cut off; `_meta.text` lets our clients say it in the person's language. */
export function interruption(cause: InterruptionCause): ErrorResponsePart {
  const message =
    cause === 'host-stopped'
      ? 'Interrupted when the host stopped.'
      : 'Interrupted because the data folder could not be written.'
  return {
    kind: 'error',
    error: { errorType: INTERRUPTED, message, _meta: { text: { key: `interrupted.${cause}` } } },
    resumable: true,
  }
}

/** Why a run was aborted: the disk refused. */
const diskRefused = Symbol('disk refused')

/** How long a turn has lasted, in milliseconds; never negative, whatever the clock did. */
function elapsedMs(startedAt: string, now: number): number {
  const started = Date.parse(startedAt)
  return Number.isNaN(started) ? 0 : Math.max(0, now - started)
}

/** A turn whose session names no folder any more still has to end. */
const folderMissing: RunEnd = {
  kind: 'error',
  errorType: 'folderMissing',
  message: 'Nothing was run: the session has no folder to work in.',
  resumable: true,
  text: { key: 'run.folderMissing' },
}

/** Runs the turns of all chats, one at a time in each. */
export function createTurnRunner(needs: TurnRunnerNeeds): TurnRunner {
  const { channels, clock } = needs
  const runs = new Map<string, Run>()
  let stopping = false
  let storageFailed = false

  function start(chat: string, turnId: string): void {
    const session = needs.index.sessionOf(chat)
    const provider = session === undefined ? undefined : channels.state(session, 'session')?.provider
    if (session === undefined || provider === undefined || stopping) return
    const previous = runs.get(chat)
    if (previous !== undefined) {
      void previous.ended.then(() => {
        if (channels.state(chat, 'chat')?.activeTurn?.id === turnId) start(chat, turnId)
      })
      return
    }
    const controller = new AbortController()
    const ended = run(chat, turnId, provider, controller.signal).finally(() => {
      runs.delete(chat)
      if (stopping || storageFailed) return
      // The disk took writes again before the run had ended: nobody else ends its turn.
      const isLeft = channels.state(chat, 'chat')?.activeTurn?.id === turnId
      if (isLeft && controller.signal.reason === diskRefused) markInterrupted(channels, clock, chat, 'storage')
      takeNext(chat, 'turn-ended')
    })
    runs.set(chat, { turnId, session, controller, ended })
  }

  async function run(chat: string, turnId: string, provider: string, signal: AbortSignal): Promise<void> {
    const end = await runHarness(chat, turnId, provider, signal)
    if (signal.aborted || end === undefined) return
    const active = channels.state(chat, 'chat')?.activeTurn
    if (active?.id !== turnId) return
    channels.apply(chat, endAction(turnId, elapsedMs(active.startedAt, clock.now()), end))
    await channels.settled()
  }

  async function runHarness(
    chat: string,
    turnId: string,
    provider: string,
    signal: AbortSignal,
  ): Promise<RunEnd | undefined> {
    // A client's action was checked before, but a queued message has waited for its turn since then.
    const refusal = refusesRuns(channels, needs.index.sessionOf(chat))
    if (refusal !== undefined) {
      const message = `Nothing was run: ${refusal}.`
      return { kind: 'error', errorType: 'untrusted', message, resumable: true, text: { key: 'run.untrusted' } }
    }
    const harness = needs.harnessOf(provider)
    if (harness === undefined) {
      return {
        kind: 'error',
        errorType: 'agentMissing',
        message: `The agent ${provider} is not available here.`,
        resumable: true,
        text: { key: 'run.agentMissing', params: { agent: provider } },
      }
    }
    try {
      const context = needs.contextFor(chat, turnId, signal)
      return context === undefined ? folderMissing : await harness.run(context)
    } catch (error) {
      if (signal.aborted) return undefined
      // What the disk refused is said in the store's own words, which name the cause.
      if (error instanceof StoreFailure) {
        const text = { key: 'run.storage', params: { problem: error.message } }
        return { kind: 'error', errorType: 'storage', message: error.message, resumable: true, text }
      }
      needs.logger.error('a harness failed', { provider, detail: detailOf(error) })
      return {
        kind: 'error',
        errorType: 'harness',
        message: 'The agent stopped because of a fault in it.',
        resumable: true,
        text: { key: 'run.harness' },
      }
    }
  }

  /**
   * Queued messages first in, first out. A steering message that the turn ended without taking becomes the next turn; one
   * that was set while nothing ran waits to be taken by the next turn (SPEC 17).
   */
  function takeNext(chat: string, because: 'turn-ended' | 'message-queued'): void {
    const state = channels.state(chat, 'chat')
    if (state === undefined || state.activeTurn !== undefined || runs.has(chat)) return
    // After a failure the queue waits for the person: to resume, or to say something new.
    if (because === 'turn-ended' && state.turns.at(-1)?.state === 'error') return
    const steering = because === 'turn-ended' ? state.steeringMessage : undefined
    const next = steering ?? state.queuedMessages?.[0]
    if (next === undefined) return
    const kind = steering === undefined ? 'queued' : 'steering'
    // Both in one append: whatever happens, the message is either pending still or the turn's.
    channels.apply(chat, { type: 'chat/pendingMessageRemoved', kind, id: next.id })
    channels.apply(chat, {
      type: 'chat/turnStarted',
      turnId: needs.newId(),
      startedAt: isoNow(clock),
      message: next.message,
      queuedMessageId: next.id,
    })
  }

  function react({ envelope, before, after }: Applied): void {
    const { channel: chat, action } = envelope
    if (after.kind !== 'chat' || before.state === after.state) return
    switch (action.type) {
      case 'chat/turnStarted':
      case 'chat/turnResume':
        return start(chat, action.turnId)
      case 'chat/turnCancelled':
      case 'chat/truncated':
        runs.get(chat)?.controller.abort()
        clearActivity(channels, chat)
        return
      case 'chat/turnComplete':
      case 'chat/error':
        return clearActivity(channels, chat)
      case 'chat/pendingMessageSet':
        // A steering message set while idle waits for the next turn (SPEC 17).
        return action.kind === 'queued' ? takeNext(chat, 'message-queued') : undefined
      default:
        return
    }
  }

  /** The disk refused: nothing that happens now would be kept, so nothing may go on. */
  function storageChanged(reason: string | undefined): void {
    storageFailed = reason !== undefined
    if (storageFailed) {
      for (const run of runs.values()) run.controller.abort(diskRefused)
      return
    }
    for (const chat of channels.list('chat')) if (!runs.has(chat)) markInterrupted(channels, clock, chat, 'storage')
  }

  const stops = [channels.onApplied(react), channels.onStorageFailure(storageChanged)]

  return {
    async stopSession(session) {
      const own = [...runs.values()].filter((run) => run.session === session)
      for (const run of own) run.controller.abort()
      await Promise.all(own.map((run) => run.ended))
    },
    async stopChat(chat) {
      const run = runs.get(chat)
      run?.controller.abort()
      await run?.ended
    },
    async stop() {
      stopping = true
      for (const dispose of stops) dispose()
      const cut = [...runs]
      for (const [, run] of cut) run.controller.abort()
      await Promise.all(cut.map(([, run]) => run.ended))
      for (const [chat] of cut) markInterrupted(channels, clock, chat, 'host-stopped')
      await channels.settled()
    },
    get running() {
      return runs.size
    },
  }
}

/** Ends a chat's active turn, if it has one, as interrupted and resumable (DESIGN, invariant 4). */
export function markInterrupted(channels: Channels, clock: Clock, chat: string, cause: InterruptionCause): boolean {
  const active = channels.state(chat, 'chat')?.activeTurn
  if (active === undefined) return false
  const duration = elapsedMs(active.startedAt, clock.now())
  channels.apply(chat, { type: 'chat/error', turnId: active.id, duration, part: interruption(cause) })
  clearActivity(channels, chat)
  return true
}

/** What an agent was waiting for is over with its turn, however that ended. */
function clearActivity(channels: Channels, chat: string): void {
  const state = channels.state(chat, 'chat')
  if (state?.activity !== undefined && state.activeTurn === undefined)
    channels.apply(chat, { type: 'chat/activityChanged' })
}

function endAction(turnId: string, duration: number, end: RunEnd): ChatAction {
  if (end.kind === 'complete') return { type: 'chat/turnComplete', turnId, duration }
  const part: ErrorResponsePart = {
    kind: 'error',
    error: {
      errorType: end.errorType,
      message: end.message,
      ...(end.text === undefined ? {} : { _meta: { text: end.text } }),
    },
    resumable: end.resumable,
  }
  return { type: 'chat/error', turnId, duration, part }
}
