import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Effort } from '../../../protocol/model-facts.ts'
import { MessageFacts, roadsteadMeta } from '../../../protocol/roadstead.ts'
import { nestedText, readNestedInstructions } from '../../context/instructions.ts'
import { openFilesText, reminderText, todoText } from '../../context/tail-text.ts'
import type { Said, ToldResult } from '../../models/conversation.ts'
import type { Model } from '../../models/model.ts'
import type { ModelRequest, Models } from '../../models/models.ts'
import { toPrompt } from '../../models/to-prompt.ts'
import type { SentPart } from '../../models/turn-calls.ts'
import { parseInput } from '../../tools/define-tool.ts'
import type { Tool, ToolContext } from '../../tools/tool.ts'
import type { TurnContext } from '../adapter.ts'
import type { FinishedRound, ReplyInput, ReplyPart, ReplySource, RoundLimits } from '../reply.ts'
import { askModel } from './ask-model.ts'
import { offerTools } from './offer-tools.ts'
import type { PromptHead } from './prompt-head.ts'
import { instructionsId, rebuildTurn, reminderId } from './rebuild-turn.ts'
import { asHistory, roundEntry, sentParts, toldEntry, type Entry } from './show-entry.ts'
import { tellMessage } from './tell-message.ts'
import type { TurnMemory } from './turn-memory.ts'

/** What a turn is answered with. */
export interface ModelSourceNeeds {
  readonly models: Pick<Models, 'call'>
  readonly model: Model
  readonly effort?: Effort
  readonly context: TurnContext
  readonly limits: RoundLimits
  headOf(context: TurnContext, model: Model, reach: ToolContext): PromptHead
  readonly memory: TurnMemory
}

/** A model's replies. `settled`: nothing of the last call is left running or unrecorded. */
export interface ModelSource extends ReplySource {
  settled(): Promise<void>
}

/** So often in a row an answer that reached its length is asked to go on. */
const maxGoOns = 3

/**
 * Replies of a model, for one run of a turn. Each is asked with a prompt made anew: the head, the conversation, and a tail
 * that is kept nowhere (but see keepTail). The conversation only grows, by the same objects, so that the prompt of a round
 * begins with that of the one before.
 */
export function modelSource(needs: ModelSourceNeeds): ModelSource {
  const { context, model } = needs
  const { calls, activeTurn } = context
  // The prompt is made with the reach of a tool and no more.
  const reach = context.toolContext(`${activeTurn.id}.prompt`)
  const offered = offerTools(context.tools, model.family, reach.unattended)
  const toolsPart: SentPart = toolsParts.get(offered) ?? { name: 'tools', text: offered.text }
  toolsParts.set(offered, toolsPart)
  const openFiles = openFilesText(openPaths(context))
  let head: PromptHead | undefined
  const entries: Entry[] = []
  let said: Said | undefined
  let cut = false
  let goOns = 0
  let reminded = ''
  let firstRound: number | undefined
  let steering: ReturnType<TurnContext['takeSteering']>
  let ended: Promise<void> = Promise.resolve()

  async function prepare(): Promise<PromptHead> {
    entries.push(...needs.memory.recall(context.history, (turn) => rebuildTurn(turn, calls, false).map(asHistory)))
    await tellMessage(activeTurn.id, activeTurn.message, context)
    entries.push(...rebuildTurn(activeTurn, calls, true))
    return needs.headOf(context, model, reach)
  }

  async function tellSteering(): Promise<void> {
    for (;;) {
      const taken = steering ?? context.takeSteering()
      steering = undefined
      if (taken === undefined) return
      entries.push(toldEntry(await tellMessage(taken.id, taken.message, context), 'steering'))
    }
  }

  function tailParts(round: number): SentPart[] {
    firstRound ??= round
    const reminder = reminderText({
      callTools: model.family === 'gemini',
      roundsLeft: needs.limits.rounds - (round - firstRound),
      ...(head?.branchNow !== undefined && { branchNow: head.branchNow }),
    })
    const parts: SentPart[] = [
      { name: 'open-files', role: 'user', text: openFiles },
      { name: 'todo', role: 'user', text: todoText(reach.todo.list()) },
      { name: 'reminder', role: 'user', text: reminder },
    ]
    return parts.filter(({ text }) => text !== '')
  }

  /**
   * Claude's thinking is signed together with everything before it: what stood there once must stand there for ever, or the
   * thinking of that round is lost to the next. Such a model is told when something is new, and that is kept.
   */
  function keepTail(round: number, tail: readonly SentPart[]): void {
    const text = tail.map((part) => part.text).join('\n\n')
    if (text === reminded) return
    reminded = text
    if (text === '') return
    const told = { text }
    calls.keepTold(reminderId(activeTurn.id, round), told)
    entries.push(toldEntry(told, 'reminder'))
  }

  async function* reply({ round }: ReplyInput, signal: AbortSignal): AsyncGenerator<ReplyPart> {
    head ??= await prepare()
    await tellSteering()
    if (signal.aborted) return
    const passing = tailParts(round)
    const tail = model.family === 'claude' ? [] : passing
    if (model.family === 'claude') keepTail(round, passing)
    const { effort } = needs
    const request: ModelRequest = {
      model,
      system: head.parts.map(({ text }) => text),
      conversation: entries.map(({ item }) => item),
      tools: offered.tools,
      ...(tail.length > 0 && { tail: tail.map(({ text }) => text).join('\n\n') }),
      ...(effort !== undefined && { effort }),
    }
    const { thoughts } = toPrompt(request)
    yield* askModel(
      {
        models: needs.models,
        calls,
        request,
        start: {
          round,
          provider: model.provider.id,
          model: model.name,
          wireApi: model.wireApi,
          parts: [...head.parts, toolsPart, ...entries.flatMap((entry) => sentParts(entry, thoughts)), ...tail],
          ...(effort !== undefined && { effort }),
        },
        answered(whole, finish) {
          said = whole
          cut = finish === 'length'
        },
      },
      signal,
    )
  }

  function addInstructions(round: number, touched: readonly string[]): void {
    const given = entries.flatMap(({ item }) => (item.kind === 'told' ? [item.told.text] : []))
    const files = readNestedInstructions(reach, touched, given)
    if (files.length === 0) return
    const told = { text: nestedText(files) }
    calls.keepTold(instructionsId(activeTurn.id, round), told)
    entries.push(toldEntry(told, 'instructions'))
  }

  return {
    roundsBefore: () => calls.roundsOf(activeTurn.id).reduce((last, { round }) => Math.max(last, round), 0),
    next(input) {
      const stop = new AbortController()
      const forward = () => stop.abort()
      if (input.signal.aborted) stop.abort()
      else input.signal.addEventListener('abort', forward, { once: true })
      const parts = reply(input, stop.signal)
      let done = () => {}
      ended = new Promise((resolveEnded) => (done = resolveEnded))
      const finish = () => {
        input.signal.removeEventListener('abort', forward)
        done()
      }
      const iterator: AsyncIterator<ReplyPart> = {
        async next() {
          try {
            const result = await parts.next()
            if (result.done === true) finish()
            return result
          } catch (error) {
            finish()
            throw error
          }
        },
        // A generator that waits for its model hears of nothing but the signal.
        async return() {
          stop.abort()
          await parts.return(undefined).catch(() => {})
          finish()
          return { done: true, value: undefined }
        },
      }
      return { [Symbol.asyncIterator]: () => iterator }
    },
    took(finished) {
      if (said === undefined) return
      const results = finished.calls.map(toldResult)
      calls.keepResults(finished.round, results)
      entries.push(roundEntry(said, results))
      addInstructions(finished.round, touchedBy(context.tools, said, finished, reach.workspace))
      said = undefined
      goOns = 0
    },
    goesOn() {
      if (said === undefined) return false
      entries.push(roundEntry(said, []))
      said = undefined
      steering = context.takeSteering()
      if (steering === undefined && (!cut || goOns >= maxGoOns)) return false
      goOns = steering === undefined ? goOns + 1 : 0
      return true
    },
    settled: () => ended,
  }
}

const toolsParts = new WeakMap<object, SentPart>()

function toldResult({ call, tool, status, forModel, images }: FinishedRound['calls'][number]): ToldResult {
  return { call, name: tool, succeeded: status === 'succeeded', text: forModel, ...(images && { images }) }
}

/** The places the calls of a round that went well have read or written, absolute. */
function touchedBy(tools: readonly Tool<never>[], said: Said, finished: FinishedRound, workspace: string): string[] {
  const went = new Set(finished.calls.filter(({ status }) => status === 'succeeded').map(({ call }) => call))
  return said.parts.flatMap((part) => {
    const tool =
      part.kind === 'toolCall' && went.has(part.call) ? tools.find(({ name }) => name === part.name) : undefined
    if (tool === undefined || part.kind !== 'toolCall') return []
    return pathsOf(tool, part.arguments).map((path) => resolve(workspace, path))
  })
}

function pathsOf(tool: Tool<never>, text: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return []
  }
  const parsed = parseInput(tool, value)
  if (!parsed.ok) return []
  const access = tool.access(parsed.input)
  if (access.kind === 'read') return [...access.paths]
  if (access.kind === 'write') return access.changes.flatMap(({ path, to }) => (to === undefined ? [path] : [path, to]))
  return access.kind === 'command' ? [access.cwd] : []
}

function openPaths({ activeTurn }: TurnContext): string[] {
  const uris = roadsteadMeta(MessageFacts, activeTurn.message._meta)?.openFiles ?? []
  return uris.flatMap((uri) => {
    try {
      return [fileURLToPath(uri)]
    } catch {
      return []
    }
  })
}
