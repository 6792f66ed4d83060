import type { HostClient } from '../../client/host-client.ts'
import { waitFor } from '../../client/readable.ts'
import type { SessionSummary } from '../../protocol/channels/session/state.ts'
import { activityOf, hasFlag, SessionStatus } from '../../protocol/status.ts'
import { sessionIdOf } from '../../protocol/uri.ts'
import type { SessionsLine } from '../command-line.ts'
import { dataFolderOf, type CliContext } from '../context.ts'
import { joinOrStart } from '../host-process.ts'

/** `roadstead sessions`: list, rename, archive, unarchive, delete. */
export async function sessions(line: SessionsLine, context: CliContext): Promise<number> {
  const { output } = context
  const joined = await joinOrStart(context, dataFolderOf(context, line.data))
  if (joined.kind === 'failed') {
    output.say(joined.reason)
    return 1
  }
  try {
    return await act(joined.client, line, context)
  } finally {
    joined.client.close()
    await joined.own?.stop()
  }
}

async function act(client: HostClient, line: SessionsLine, { output }: CliContext): Promise<number> {
  if (line.verb === 'list') {
    const items = await allSessions(client)
    if (line.json) items.forEach((item) => output.json(item))
    else if (items.length === 0) output.line('No sessions yet.')
    else for (const item of items) output.line(lineFor(item))
    return 0
  }
  const summary = await findSession(client, line.session ?? '')
  if (summary === undefined) {
    output.say(`There is no session "${line.session}". "roadstead sessions" lists them.`)
    return 1
  }
  const session = summary.resource
  if (line.verb === 'delete') {
    await client.request('disposeSession', { channel: session })
    output.line(`Deleted "${summary.title}".`)
    return 0
  }
  const watched = client.watch(session)
  await waitFor(watched.view, (view) => view.status !== 'loading')
  const outcome = await client.dispatch(
    session,
    line.verb === 'rename'
      ? { type: 'session/titleChanged', title: line.title ?? '' }
      : { type: 'session/isArchivedChanged', isArchived: line.verb === 'archive' },
  )
  watched.release()
  if (outcome.kind !== 'applied') {
    output.say(outcome.reason)
    return 1
  }
  output.line(
    line.verb === 'rename'
      ? `Renamed to "${line.title}".`
      : line.verb === 'archive'
        ? 'Archived.'
        : 'Taken out of the archive.',
  )
  return 0
}

async function allSessions(client: HostClient): Promise<readonly SessionSummary[]> {
  const view = await waitFor(client.sessions, ({ status }) => status === 'ready')
  return view.status === 'ready' ? view.items : []
}

/** By URI, by id, or by the beginning of the id where that fits one session only. */
export async function findSession(client: HostClient, name: string): Promise<SessionSummary | undefined> {
  const items = await allSessions(client)
  const idOf = (item: SessionSummary) => sessionIdOf(item.resource)
  const exact = items.find((item) => item.resource === name || idOf(item) === name)
  if (exact !== undefined || name.length < 4) return exact
  const fitting = items.filter((item) => idOf(item).startsWith(name))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** One session in a list: the beginning of its id, what it does, its changes, its title. */
export function lineFor(item: SessionSummary): string {
  const id = sessionIdOf(item.resource).slice(0, 8)
  const words = { idle: 'idle', error: 'failed', inProgress: 'working', inputNeeded: 'needs you' }
  const state = hasFlag(item.status, SessionStatus.IsArchived) ? 'archived' : words[activityOf(item.status)]
  const { additions = 0, deletions = 0 } = item.changes ?? {}
  return `${id}  ${state.padEnd(9)}  +${additions} −${deletions}  ${item.title}`
}
