import { plainTextOf } from '../../protocol/values.ts'
import type { HostClient } from '../../client/host-client.ts'
import { waitFor } from '../../client/readable.ts'
import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { ResponsePart } from '../../protocol/channels/chat/turn.ts'
import { waitsForPerson } from '../../protocol/roadstead.ts'
import { connectToRunning } from '../connect.ts'
import { dataFolderOf, type CliContext } from '../context.ts'
import { untilSignal } from '../host-process.ts'
import { chatStateOf } from './follow-chat.ts'
import { printActions } from './print-actions.ts'
import { findSession } from './sessions.ts'

/** `roadstead attach`: shows a session as it is and as it goes on, until a signal or its end. */
export async function attach(
  line: { readonly data?: string; readonly session: string; readonly json: boolean },
  context: CliContext,
): Promise<number> {
  const { output } = context
  const running = await connectToRunning(dataFolderOf(context, line.data))
  if (running.kind !== 'connected') {
    output.say(
      running.kind === 'failed' ? running.reason : 'No host is running here, so there is nothing to attach to.',
    )
    return 1
  }
  const { client } = running
  const summary = await findSession(client, line.session)
  const chat = summary?.defaultChat
  if (summary === undefined || chat === undefined) {
    output.say(`There is no session "${line.session}". "roadstead sessions" lists them.`)
    client.close()
    return 1
  }
  if (line.json) output.json({ kind: 'session', session: summary.resource, chat, title: summary.title })
  const ended = line.json ? followJson(client, chat, context) : followText(client, chat, context)
  await Promise.race([untilSignal(), ended])
  client.close()
  return 0
}

/** First the state as it is, then every action that comes after it. */
async function followJson(client: HostClient, chat: string, { output }: CliContext): Promise<void> {
  const watched = client.watch(chat)
  let stopPrinting: (() => void) | undefined
  // In the tick of the snapshot: an action that follows it closely must neither be missed nor come first.
  const look = () => {
    const state = chatStateOf(watched.view.get())
    if (state === undefined || stopPrinting !== undefined) return
    output.json({ kind: 'state', state })
    stopPrinting = printActions(client, chat, output).stop
  }
  const stop = watched.view.subscribe(look)
  look()
  await waitFor(watched.view, (view) => view.status === 'gone')
  stop()
  stopPrinting?.()
}

/** Prints what is new since the last look, one line for each finished step. */
async function followText(client: HostClient, chat: string, { output }: CliContext): Promise<void> {
  const watched = client.watch(chat)
  const printed = new Set<string>()
  const look = () => {
    const state = chatStateOf(watched.view.get())
    if (state !== undefined) for (const text of newLines(state, printed)) output.line(text)
  }
  const stop = watched.view.subscribe(look)
  look()
  await waitFor(watched.view, (view) => view.status === 'gone')
  stop()
}

/** A line for each finished step not printed yet; `printed` remembers them. */
export function newLines(chat: ChatState, printed: Set<string>): string[] {
  const lines: string[] = []
  const add = (key: string, text: string | undefined) => {
    if (text === undefined || printed.has(key)) return
    printed.add(key)
    lines.push(text)
  }
  const turns = chat.activeTurn === undefined ? chat.turns : [...chat.turns, chat.activeTurn]
  for (const turn of turns) {
    add(`${turn.id}`, `> ${turn.message.text}`)
    const isOver = turn !== chat.activeTurn
    turn.responseParts.forEach((part, position) => {
      const isLast = position === turn.responseParts.length - 1
      if (part.kind === 'toolCall' && waitsForPerson(part.toolCall)) {
        add(`${turn.id}.${position}.waits`, `? ${plainTextOf(part.toolCall.invocationMessage)} (waits for a person)`)
      }
      add(`${turn.id}.${position}`, textOf(part, isOver || !isLast))
    })
    if ('state' in turn) add(`${turn.id}.end`, `  (${turn.state})`)
  }
  return lines
}

/** Undefined while a part may still grow. */
function textOf(part: ResponsePart, isFinished: boolean): string | undefined {
  if (part.kind === 'markdown') return isFinished ? part.content : undefined
  if (part.kind === 'error') return `! ${part.error.message}`
  if (part.kind !== 'toolCall') return undefined
  const call = part.toolCall
  if (call.status === 'completed') return `- ${plainTextOf(call.pastTenseMessage)}`
  if (call.status === 'cancelled') return `- ${plainTextOf(call.invocationMessage)} (${call.reason})`
  return undefined
}
