import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { HostClient } from '../../client/host-client.ts'
import { waitFor } from '../../client/readable.ts'
import { parseScriptText } from '../../host/harnesses/scripted/script.ts'
import type { ModelSelection } from '../../protocol/channels/root/selection.ts'
import type { Turn } from '../../protocol/channels/chat/turn.ts'
import { ProtocolError } from '../../protocol/errors.ts'
import { completionIn } from '../../protocol/task-complete.ts'
import { fileUri, ROOT_URI, sessionUri } from '../../protocol/uri.ts'
import type { RunLine } from '../command-line.ts'
import { dataFolderOf, type CliContext } from '../context.ts'
import { joinOrStart } from '../host-process.ts'
import { chooseModel } from './choose-model.ts'
import { followTurn } from './follow-chat.ts'
import { printActions } from './print-actions.ts'

/** `roadstead run`: one task, printed as JSON lines. 0: the turn completed; 1: it did not; 2: it was asked for wrongly. */
export async function runTask(line: RunLine, context: CliContext): Promise<number> {
  const { output } = context
  const script = line.script === undefined ? undefined : readScript(path.resolve(context.cwd, line.script))
  if (script?.kind === 'bad') {
    output.say(script.problem)
    return 2
  }
  const joined = await joinOrStart(context, dataFolderOf(context, line.data))
  if (joined.kind === 'failed') {
    output.say(joined.reason)
    return 1
  }
  try {
    return await runOn(joined.client, line, context, script?.script)
  } catch (error) {
    output.say(error instanceof Error ? error.message : String(error))
    return error instanceof ProtocolError && error.code === -32602 ? 2 : 1
  } finally {
    joined.client.close()
    await joined.own?.stop()
  }
}

function readScript(file: string): { kind: 'ok'; script: object } | { kind: 'bad'; problem: string } {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return {
      kind: 'bad',
      problem: `The script ${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`,
    }
  }
  const parsed = parseScriptText(text)
  if (parsed.kind === 'script') return { kind: 'ok', script: parsed.script }
  return { kind: 'bad', problem: `The script ${file} is malformed. ${parsed.problem}` }
}

async function runOn(
  client: HostClient,
  line: RunLine,
  context: CliContext,
  script: object | undefined,
): Promise<number> {
  const { output } = context
  const root = client.watch(ROOT_URI)
  const view = await waitFor(root.view, (each) => each.status !== 'loading')
  const agents = view.status === 'ready' && view.channel.kind === 'root' ? view.channel.state.agents : []
  const agent = agents.find((each) => each.provider === line.agent)
  if (agent === undefined) {
    output.say(
      `There is no agent "${line.agent}" here. Agents: ${agents.map((each) => each.provider).join(', ') || 'none'}.`,
    )
    return 2
  }
  const choice = await chooseModel(client, agent, line)
  if (choice.kind === 'none') {
    output.say(choice.problem)
    return 2
  }
  const folder = fileUri(path.resolve(context.cwd, line.cwd ?? '.'))
  const facts = await client.request('x-roadstead/folderFacts', { channel: ROOT_URI, folder })
  if (facts.status !== 'ok') {
    output.say(`Nothing was started: ${facts.reason ?? facts.status}.`)
    return 2
  }
  if (!facts.trusted && !line.trust) {
    output.say(
      `Nothing was started: agents run code from the folder they work in, and ${facts.path} is not trusted yet. Add --trust to trust it.`,
    )
    return 2
  }
  if (!facts.trusted) await client.request('x-roadstead/setFolderTrust', { channel: ROOT_URI, folder, trusted: true })

  const session = sessionUri(randomUUID())
  await client.request('createSession', {
    channel: session,
    provider: line.agent,
    workingDirectories: [facts.folder],
    config: {
      unattended: true,
      ...(line.level === undefined ? {} : { permissionLevel: line.level }),
      ...(script === undefined ? {} : { script: { ...script } }),
    },
  })
  const watched = client.watch(session)
  const ready = await waitFor(
    watched.view,
    (each) =>
      each.status === 'gone' ||
      (each.status === 'ready' && each.channel.kind === 'session' && each.channel.state.lifecycle !== 'creating'),
  )
  const chat =
    ready.status === 'ready' && ready.channel.kind === 'session' ? ready.channel.state.defaultChat : undefined
  if (chat === undefined) throw new Error('The session could not be started.')
  output.json({ kind: 'session', session, chat, folder: facts.path })
  const { model } = choice
  const task = { session, chat, prompt: line.prompt, yes: line.yes, ...(model === undefined ? {} : { model }) }
  return playTurn(client, task, context)
}

/** Asks, follows the turn to its end, prints everything as JSON lines; the number is the exit code. */
export async function playTurn(
  client: HostClient,
  task: {
    readonly session: string
    readonly chat: string
    readonly prompt?: string
    readonly model?: ModelSelection
    readonly turnId?: string
    readonly yes: boolean
  },
  { output }: Pick<CliContext, 'output'>,
): Promise<number> {
  const turnId = task.turnId ?? randomUUID()
  const printer = printActions(client, task.chat, output)
  const followed = followTurn(client, task.chat, turnId, {
    yes: task.yes,
    onAnswer: (toolCallId, approved) => output.json({ kind: 'answer', toolCallId, approved }),
  })
  if (task.prompt !== undefined) {
    const outcome = await client.dispatch(task.chat, {
      type: 'chat/turnStarted',
      turnId,
      startedAt: new Date().toISOString(),
      message: {
        text: task.prompt,
        origin: { kind: 'user' },
        ...(task.model === undefined ? {} : { model: task.model }),
      },
    })
    if (outcome.kind !== 'applied') throw new Error(`The turn was not started: ${outcome.reason}.`)
  }
  const turn = await followed
  printer.stop()
  const last = turn?.responseParts.at(-1)
  const error = last?.kind === 'error' ? last.error.message : undefined
  const text = (turn?.responseParts ?? [])
    .flatMap((part) => (part.kind === 'markdown' ? [part.content] : []))
    .join('\n\n')
  output.json({
    kind: 'result',
    session: task.session,
    state: turn?.state ?? 'gone',
    durationMs: turn?.duration,
    text,
    complete: turn === undefined ? undefined : completionOf(turn),
    error,
  })
  return turn?.state === 'complete' ? 0 : 1
}

/** What the agent said when it called the task complete; undefined when it did not. */
function completionOf({ responseParts }: Turn): string | undefined {
  return responseParts.flatMap((part) => (part.kind === 'toolCall' ? (completionIn(part.toolCall) ?? []) : [])).at(-1)
}
