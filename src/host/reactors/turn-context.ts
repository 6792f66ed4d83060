import type { ChatAction } from '../../protocol/channels/chat/actions.ts'
import type { ApprovalContext, ApprovalRequest, Verdict } from '../approvals/verdict.ts'
import type { Channels } from '../channels/channels.ts'
import { withRoadsteadMeta, type SteeringFacts } from '../../protocol/roadstead.ts'
import type { ConfirmRequest, TurnContext } from '../harnesses/adapter.ts'
import type { TurnCalls } from '../models/turn-calls.ts'
import type { Git } from '../git/git.ts'
import { isoNow, type Clock } from '../platform/clock.ts'
import { configValuesOf } from '../sessions/config.ts'
import { changeSessionFacts, sessionFactsOf } from '../sessions/facts.ts'
import { refusesRuns } from '../sessions/trust-gate.ts'
import type { RecordedEdit, Tool, ToolContext } from '../tools/tool.ts'
import { confirmCall, type ConfirmationWaits, type Decision } from './confirm.ts'
import type { Questions } from './questions.ts'
import { createAttachmentReader, type ReadOwn } from './read-attachment.ts'
import { startSessionCommand, whyNoCommandRuns, type SessionCommandNeeds } from './session-commands.ts'

/** A session as a run needs it. */
export interface RunPlace {
  readonly session: string
  readonly sessionId: string
  readonly chat: string
  readonly turnId: string
  readonly workspace: string
}

/** What a turn reaches the rest of the host by. */
export interface TurnContextNeeds extends SessionCommandNeeds {
  readonly channels: Channels
  readonly clock: Clock
  readonly git: Git
  readonly tools: readonly Tool<never>[]
  readonly waits: ConfirmationWaits
  readonly questions: Questions
  decide(request: ApprovalRequest, context: ApprovalContext): Verdict
  rememberKey(request: ApprovalRequest, places: ReadonlyMap<string, string> | undefined): string | undefined
  remembered(session: string): ReadonlySet<string>
  remember(session: string, key: string): void
  parseInput(tool: string, text: string): { kind: 'ok'; input: unknown } | { kind: 'bad'; problem: string }
  accessOf(tool: string, input: unknown): ApprovalRequest
  decided(place: RunPlace, decision: Decision): void
  recordEdits(place: RunPlace, call: EditingCall, edits: readonly RecordedEdit[]): void
  commit(place: RunPlace, message: string, paths: readonly string[] | undefined): ReturnType<ToolContext['commit']>
  keep(place: RunPlace, text: string, name: string): string
  callsOf(place: RunPlace): TurnCalls
  /** Settles when what the session's files were at its beginning has been kept, or cannot be. */
  prepared(session: string): Promise<void>
  readOwn: ReadOwn
  /** Output of a terminal of this session that is no longer open as a channel. */
  readRetired(session: string, uri: string): { readonly text: string; readonly truncated: boolean } | undefined
}

/** The call that wrote something, and how it came to be allowed. */
export interface EditingCall {
  readonly toolCallId: string
  readonly toolName: string
  readonly decision: (Decision & { readonly at: string }) | undefined
}

/** What decides an approval now: the level may have been changed in mid-turn and takes effect on the next call. */
export function approvalContext(needs: TurnContextNeeds, session: string, workspace: string): ApprovalContext {
  const { permissionLevel } = configValuesOf(needs.channels.state(session, 'session')?.config?.values)
  return {
    level: permissionLevel,
    workspace,
    home: needs.home,
    dataFolder: needs.dataFolder,
    sandboxed: needs.sandbox.state().status === 'available',
    remembered: needs.remembered(session),
  }
}

/** Everything one turn's harness gets; undefined when the turn is not active any more. */
export function createTurnContext(
  needs: TurnContextNeeds,
  place: RunPlace,
  signal: AbortSignal,
): TurnContext | undefined {
  const { channels } = needs
  const chatState = channels.state(place.chat, 'chat')
  const activeTurn = chatState?.activeTurn
  if (chatState === undefined || activeTurn?.id !== place.turnId) return undefined
  const config = channels.state(place.session, 'session')?.config?.values ?? {}
  const toolNames = new Map<string, string>()
  const decisions = new Map<string, Decision & { readonly at: string }>()
  const judged = new Map<string, ReadonlyMap<string, string>>()

  function emit(action: ChatAction): void {
    if (signal.aborted || channels.state(place.chat, 'chat')?.activeTurn?.id !== place.turnId) return
    if (action.type === 'chat/toolCallStart') toolNames.set(action.toolCallId, action.toolName)
    channels.apply(place.chat, action)
  }

  return {
    session: { id: place.sessionId, workspace: place.workspace, config },
    activeTurn,
    history: chatState.turns,
    signal,
    tools: needs.tools,
    emit,
    async confirm(request) {
      // The session's changes are told from what its files were before anything of it touched them.
      if (request.access.kind !== 'read' && request.access.kind !== 'none') await needs.prepared(place.session)
      return confirmCall(
        {
          channels,
          chat: place.chat,
          turnId: place.turnId,
          signal,
          waits: needs.waits,
          emit,
          judge(asked) {
            const context = approvalContext(needs, place.session, place.workspace)
            const protects = asked.access.kind === 'command' && context.sandboxed ? 'sandbox' : 'none'
            return { verdict: verdictOn(needs, place, asked.access, context), level: context.level, protects }
          },
          parseEdited: (asked, text) => needs.parseInput(toolNames.get(asked.toolCallId) ?? '', text),
          remember(asked, places) {
            const key = needs.rememberKey(asked.access, places)
            if (key !== undefined) needs.remember(place.session, key)
          },
          judged: (toolCallId, places) => void judged.set(toolCallId, places),
          decided(decision) {
            decisions.set(decision.toolCallId, { ...decision, at: isoNow(needs.clock) })
            needs.decided(place, decision)
          },
        },
        request,
      )
    },
    toolContext: (toolCallId) =>
      createToolContext(needs, place, { toolCallId, judged: judged.get(toolCallId) }, signal, emit),
    recordEdits(toolCallId, edits) {
      const call = { toolCallId, toolName: toolNames.get(toolCallId) ?? '', decision: decisions.get(toolCallId) }
      needs.recordEdits(place, call, edits)
    },
    takeSteering() {
      const now = channels.state(place.chat, 'chat')
      // Of a turn that is over it becomes no part: it stays pending for the next one.
      if (now?.steeringMessage === undefined || now.activeTurn?.id !== place.turnId || signal.aborted) return undefined
      const { id, message } = now.steeringMessage
      channels.apply(place.chat, { type: 'chat/pendingMessageRemoved', kind: 'steering', id })
      const facts: SteeringFacts = { kind: 'steering', id, message }
      const part = {
        kind: 'systemNotification' as const,
        content: message.text,
        _meta: withRoadsteadMeta(undefined, facts),
      }
      emit({ type: 'chat/responsePart', turnId: place.turnId, part })
      return { id, message }
    },
    readAttachment: createAttachmentReader(needs, place),
    model: activeTurn.message.model ?? chatState.turns.findLast((turn) => turn.message.model)?.message.model,
    calls: needs.callsOf(place),
    newId: needs.newId,
    monotonic: () => needs.clock.monotonic(),
    now: () => isoNow(needs.clock),
  }
}

/** Policy's answer, unless nothing may run at all: trust was taken back, or a command has no sandbox to run in (S4). */
function verdictOn(
  needs: TurnContextNeeds,
  place: RunPlace,
  access: ConfirmRequest['access'],
  context: ApprovalContext,
): Verdict {
  const untrusted = refusesRuns(needs.channels, place.session)
  if (untrusted !== undefined) return denyAlways('trust', `Nothing runs here now: ${untrusted}.`)
  const unsafe = access.kind === 'command' ? whyNoCommandRuns(needs.sandbox) : undefined
  return unsafe === undefined ? needs.decide(access, context) : denyAlways('S4', unsafe)
}

function denyAlways(rule: string, text: string): Verdict {
  return { kind: 'deny', reasons: [{ rule, class: 'always', text }] }
}

function createToolContext(
  needs: TurnContextNeeds,
  place: RunPlace,
  call: { readonly toolCallId: string; readonly judged: ReadonlyMap<string, string> | undefined },
  signal: AbortSignal,
  emit: (action: ChatAction) => void,
): ToolContext {
  const { toolCallId, judged } = call
  const { channels } = needs
  const sessionState = () => channels.state(place.session, 'session')
  return {
    toolCallId,
    ...(judged === undefined ? {} : { judged }),
    signal,
    workspace: place.workspace,
    home: needs.home,
    dataFolder: needs.dataFolder,
    git: needs.git,
    scratch: needs.scratchOf(place.session),
    unattended: configValuesOf(sessionState()?.config?.values).unattended,
    onContent: (content) => emit({ type: 'chat/toolCallContentChanged', turnId: place.turnId, toolCallId, content }),
    startCommand: (command, cwd, env) => startSessionCommand(needs, { ...place, toolCallId }, command, cwd, env ?? {}),
    readTerminal(uri) {
      const state = channels.state(uri, 'terminal')
      if (state === undefined) {
        const kept = needs.readRetired(place.session, uri)
        return kept === undefined ? undefined : { ...kept, running: false }
      }
      // An agent reads terminals of its own session only.
      if (state.claim.kind !== 'session' || state.claim.session !== place.session) return undefined
      const text = state.content.map((part) => (part.type === 'command' ? part.output : part.value)).join('')
      return { text, truncated: false, running: state.lifecycle.status === 'running' }
    },
    askPerson: (request) => needs.questions.ask(place.chat, { ...request, id: needs.newId() }, signal),
    todo: {
      list: () => sessionFactsOf(sessionState()).todo ?? [],
      replace: (items) => changeSessionFacts(channels, place.session, { todo: [...items] }),
    },
    commit: (message, paths) => needs.commit(place, message, paths),
    keep: (text, name) => needs.keep(place, text, name),
    monotonic: () => needs.clock.monotonic(),
  }
}
