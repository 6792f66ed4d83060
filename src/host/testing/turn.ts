import { z } from 'zod'
import type { ChatAction } from '../../protocol/channels/chat/actions.ts'
import type { ResponsePart, Turn } from '../../protocol/channels/chat/turn.ts'
import type { RecordedEdit, Tool, ToolContext, ToolOutcome } from '../tools/tool.ts'
import type { Confirmation, ConfirmRequest, TurnContext } from '../harnesses/adapter.ts'
import { createTurnCalls } from './turn-calls.ts'

/** What a test wants to be different from an empty turn in which everything is allowed. */
export interface TurnOptions {
  readonly workspace?: string
  readonly config?: Readonly<Record<string, unknown>>
  readonly tools?: readonly Tool<never>[]
  readonly message?: string
  readonly parts?: readonly ResponsePart[]
  readonly history?: readonly Turn[]
  readonly signal?: AbortSignal
  readonly confirm?: (request: ConfirmRequest) => Promise<Confirmation>
  readonly toolContext?: (toolCallId: string) => ToolContext
  readonly onEmit?: (action: ChatAction) => void
  readonly monotonic?: () => number
  readonly takeSteering?: TurnContext['takeSteering']
  readonly readAttachment?: TurnContext['readAttachment']
  readonly model?: TurnContext['model']
  readonly calls?: TurnContext['calls']
  /** What the active turn has beside its text: attachments, open files, tokens spent so far. */
  readonly turn?: Partial<TurnContext['activeTurn']>
}

/** A turn outside any host: everything emitted and recorded is kept, in order. Ids are call-1, call-2 … */
export function createTurn(options: TurnOptions = {}) {
  const actions: ChatAction[] = []
  const edits: { readonly toolCallId: string; readonly edits: readonly RecordedEdit[] }[] = []
  const requests: ConfirmRequest[] = []
  let ids = 0
  const emit = (action: ChatAction) => {
    actions.push(action)
    options.onEmit?.(action)
  }
  const allow = async (request: ConfirmRequest): Promise<Confirmation> => {
    const { toolCallId, invocationMessage, input } = request
    const ready = {
      type: 'chat/toolCallReady',
      turnId: 't',
      toolCallId,
      invocationMessage,
      confirmed: 'not-needed',
    } as const
    emit({ ...ready, toolInput: JSON.stringify(input) })
    return { kind: 'approved', input, facts: { decidedBy: 'policy' } }
  }
  const context: TurnContext = {
    session: { id: 's', workspace: options.workspace ?? '/', config: options.config ?? {} },
    activeTurn: {
      id: 't',
      startedAt: '2026-01-01T00:00:00.000Z',
      message: { text: options.message ?? 'Go', origin: { kind: 'user' } },
      responseParts: [...(options.parts ?? [])],
      ...options.turn,
    },
    history: options.history ?? [],
    signal: options.signal ?? new AbortController().signal,
    tools: options.tools ?? [],
    emit,
    confirm: (request) => {
      requests.push(request)
      return (options.confirm ?? allow)(request)
    },
    toolContext:
      options.toolContext ??
      (() => {
        throw new Error('this turn has no tool context')
      }),
    recordEdits: (toolCallId, recorded) => edits.push({ toolCallId, edits: recorded }),
    takeSteering: options.takeSteering ?? (() => undefined),
    readAttachment:
      options.readAttachment ??
      (async ({ label }) => ({ kind: 'unreadable', label, reason: 'this turn reads no attachments' })),
    model: options.model,
    calls: options.calls ?? createTurnCalls().calls,
    newId: () => `call-${++ids}`,
    monotonic: options.monotonic ?? (() => performance.now()),
    now: () => '2026-01-01T00:00:00.000Z',
  }
  /** The text people would see, all markdown parts joined. */
  const text = () =>
    actions
      .map((action) => {
        if (action.type === 'chat/responsePart' && action.part.kind === 'markdown') return action.part.content
        return action.type === 'chat/delta' ? action.content : ''
      })
      .join('')
  return { context, actions, edits, requests, text }
}

/** A tool that takes `{ text }` and does what it is told. */
export function createTool(
  name: string,
  run: (input: { text: string }, context: ToolContext) => Promise<ToolOutcome>,
  readOnly = false,
): Tool<never> {
  const tool: Tool<{ text: string }> = {
    name,
    displayName: name.toUpperCase(),
    description: name,
    input: z.strictObject({ text: z.string() }),
    readOnly,
    access: () => ({ kind: 'none' }),
    describe: ({ text }) => `${name} ${text}`,
    run,
  }
  return tool as Tool<never>
}

/** A finished call. */
export function outcome(forModel: string, more: Partial<ToolOutcome> = {}): ToolOutcome {
  return { success: true, pastTense: `Did ${forModel}`, forModel, ...more }
}

/** Settles once `holds` does, looking after every turn of the event loop; fails after ten seconds. */
export async function until(holds: () => boolean): Promise<void> {
  const limit = performance.now() + 10_000
  while (!holds()) {
    if (performance.now() > limit) throw new Error('waited ten seconds in vain')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
