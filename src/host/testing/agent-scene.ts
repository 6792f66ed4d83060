import { onTestFinished } from 'vitest'
import type { ChatAction } from '../../protocol/channels/chat/actions.ts'
import type { Message } from '../../protocol/channels/chat/message.ts'
import { reduceChat } from '../../protocol/channels/chat/reducer.ts'
import type { ChatState } from '../../protocol/channels/chat/state.ts'
import { withRoadsteadMeta } from '../../protocol/roadstead.ts'
import { createModelCallBook } from '../audit/model-calls.ts'
import type { RunEnd, TurnContext } from '../harnesses/adapter.ts'
import { createBuiltinHarness, type BuiltinOptions } from '../harnesses/builtin/adapter.ts'
import type { Model } from '../models/model.ts'
import type { Models } from '../models/models.ts'
import { systemClock } from '../platform/clock.ts'
import { createSecretBook } from '../platform/create-secret-book.ts'
import { builtinTools } from '../tools/catalogue.ts'
import type { Tool } from '../tools/tool.ts'
import { createFakeModels, type FakeCall } from './fake-models.ts'
import { openTestStore } from './open-test-store.ts'
import { scratchRepository } from './scratch-repository.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { scratchToolContext } from './tool-context.ts'

/** What a test wants to be different. */
export interface AgentSceneOptions {
  readonly models?: readonly Model[]
  readonly usable?: boolean
  /** In place of played ones. */
  readonly realModels?: Models
  readonly config?: Readonly<Record<string, unknown>>
  readonly limits?: BuiltinOptions['limits']
  readonly rememberedCharacters?: number
  readonly sandbox?: BuiltinOptions['sandbox']
  readonly unattended?: boolean
  readonly tools?: readonly Tool<never>[]
  readonly confirm?: TurnContext['confirm']
  readonly readAttachment?: TurnContext['readAttachment']
  readonly monotonic?: () => number
  /** Called with each action after it was folded. */
  readonly onAction?: (action: ChatAction) => void
}

const chatUri = 'ahp-chat:/scene'

/**
 * The built-in agent in a real repository with its real tools, a real record of calls and the protocol's own state of a
 * chat; only its model is played, and everything is allowed. Taken down with the running test.
 */
export function createAgentScene(call: FakeCall, options: AgentSceneOptions = {}) {
  const repository = scratchRepository()
  const fake = createFakeModels(call, options.models, options.usable)
  const secrets = createSecretBook()
  const store = openTestStore(temporaryFolder())
  const book = createModelCallBook(store, { clock: systemClock, secrets })
  const reach = scratchToolContext(repository.root, { unattended: options.unattended ?? false })
  const tools = options.tools ?? builtinTools()
  onTestFinished(async () => {
    await reach.end()
    repository.dispose()
  })

  let chat: ChatState = { resource: chatUri, title: '', status: 0, modifiedAt: '2026-01-01T00:00:00.000Z', turns: [] }
  const actions: ChatAction[] = []
  let turns = 0
  let ids = 0
  let stopping = new AbortController()
  const killed = new Set<AbortSignal>()
  const newHarness = () =>
    createBuiltinHarness({
      platform: 'linux',
      models: options.realModels ?? fake.models,
      sandbox: options.sandbox ?? (() => ({ status: 'available' })),
      ...(options.limits && { limits: options.limits }),
      ...(options.rememberedCharacters !== undefined && { rememberedCharacters: options.rememberedCharacters }),
    })
  let harness = newHarness()

  const apply = (action: ChatAction) => {
    chat = reduceChat(chat, action)
    actions.push(action)
    options.onAction?.(action)
  }

  function contextFor(activeTurn: TurnContext['activeTurn'], signal: AbortSignal): TurnContext {
    const turnId = activeTurn.id
    const emit = (action: ChatAction) => {
      if (!signal.aborted && !killed.has(signal) && chat.activeTurn?.id === turnId) apply(action)
    }
    const before = chat.turns.findLast((turn) => turn.message.model)?.message.model
    return {
      session: { id: 'scene', workspace: repository.root, config: options.config ?? {} },
      ...{ activeTurn, history: chat.turns, signal, tools, emit },
      confirm:
        options.confirm ??
        (async ({ toolCallId, invocationMessage, input, round }) => {
          const _meta = withRoadsteadMeta(undefined, { round })
          const toolInput = JSON.stringify(input)
          const ready = { type: 'chat/toolCallReady', turnId, toolCallId, invocationMessage, toolInput, _meta } as const
          emit({ ...ready, confirmed: 'not-needed' })
          return { kind: 'approved', input, facts: { decidedBy: 'policy' } }
        }),
      toolContext: (toolCallId) => ({ ...reach, toolCallId, signal }),
      recordEdits: () => {},
      takeSteering() {
        const waiting = chat.steeringMessage
        if (waiting === undefined || signal.aborted) return undefined
        apply({ type: 'chat/pendingMessageRemoved', kind: 'steering', id: waiting.id })
        const _meta = withRoadsteadMeta(undefined, { kind: 'steering', ...waiting })
        const part = { kind: 'systemNotification' as const, content: waiting.message.text, _meta }
        emit({ type: 'chat/responsePart', turnId, part })
        return waiting
      },
      readAttachment:
        options.readAttachment ?? (async ({ label }) => ({ kind: 'unreadable', label, reason: 'It is not here.' })),
      model: activeTurn.message.model ?? before,
      calls: book.of({ session: 'scene', chat: chatUri, turnId }),
      newId: () => `call-${++ids}`,
      monotonic: options.monotonic ?? (() => performance.now()),
      now: () => '2026-01-01T00:00:00.000Z',
    }
  }

  async function run(): Promise<RunEnd> {
    const active = chat.activeTurn
    if (active === undefined) throw new Error('no turn is active')
    stopping = new AbortController()
    const end = await harness.run(contextFor(active, stopping.signal))
    if (stopping.signal.aborted || chat.activeTurn?.id !== active.id) return end
    const turnId = active.id
    if (end.kind === 'complete') apply({ type: 'chat/turnComplete', turnId, duration: 1 })
    else {
      const { errorType, message, resumable } = end
      apply({
        type: 'chat/error',
        turnId,
        duration: 1,
        part: { kind: 'error', error: { errorType, message }, resumable },
      })
    }
    return end
  }

  return {
    ...{ repository, store, book, reach, actions, requests: fake.requests, looks: fake.looks },
    chat: () => chat,
    calls: () => book.list({ session: 'scene', limit: 1000 }).toReversed(),
    /** Starts a turn and runs it to its end. */
    say(message: string | Omit<Message, 'origin'>): Promise<RunEnd> {
      const whole: Message = {
        ...(typeof message === 'string' ? { text: message } : message),
        origin: { kind: 'user' },
      }
      apply({
        type: 'chat/turnStarted',
        turnId: `turn-${++turns}`,
        startedAt: '2026-01-01T00:00:00.000Z',
        message: whole,
      })
      return run()
    },
    resume(): Promise<RunEnd> {
      apply({ type: 'chat/turnResume', turnId: `turn-${turns}` })
      return run()
    },
    steer(id: string, text: string): void {
      apply({ type: 'chat/pendingMessageSet', kind: 'steering', id, message: { text, origin: { kind: 'user' } } })
    },
    /** As a person stops a turn. */
    stop(): void {
      stopping.abort()
      apply({ type: 'chat/turnCancelled', turnId: `turn-${turns}`, duration: 1 })
    },
    /** As a killed host leaves a turn: its run is told nothing and never heard of again, and nothing is remembered. */
    kill(): void {
      killed.add(stopping.signal)
      const error = { errorType: 'interrupted', message: 'Interrupted when the host stopped.' }
      apply({
        type: 'chat/error',
        turnId: `turn-${turns}`,
        duration: 1,
        part: { kind: 'error', error, resumable: true },
      })
      harness = newHarness()
    },
    /** Another agent's turn. */
    addTurn(turn: ChatState['turns'][number]): void {
      chat = { ...chat, turns: [...chat.turns, turn] }
    },
    /** A host that has come back: of what was in memory nothing is left. */
    restart(): void {
      harness = newHarness()
      chat = structuredClone(chat)
    },
    /** The text people see of the last turn. */
    text(): string {
      const parts = (chat.activeTurn ?? chat.turns.at(-1))?.responseParts ?? []
      return parts.map((part) => (part.kind === 'markdown' ? part.content : '')).join('')
    },
  }
}
