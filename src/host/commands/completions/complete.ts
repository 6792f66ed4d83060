import { join } from 'node:path'
import type { CompletionItem, CompletionsParams, CompletionsResult } from '../../../protocol/channels/chat/commands.ts'
import type { MessageAttachment } from '../../../protocol/channels/chat/message.ts'
import { notFound } from '../../../protocol/errors.ts'
import { withRoadsteadMeta } from '../../../protocol/roadstead.ts'
import { fileUri, filePathOf } from '../../../protocol/uri.ts'
import type { Channels } from '../../channels/channels.ts'
import { decidePath, workspaceScope } from '../../platform/paths/decide-path.ts'
import type { SessionIndex } from '../../sessions/session-index.ts'
import { refusesRuns } from '../../sessions/trust-gate.ts'
import { findPrompts } from './prompts.ts'
import { candidate, rank } from './rank.ts'
import { wordAt } from './trigger.ts'
import type { ListPaths } from './workspace-paths.ts'

/** What completions are made from. */
export interface CompletionNeeds {
  readonly channels: Channels
  readonly index: SessionIndex
  readonly home: string
  readonly dataFolder: string
  readonly listPaths: ListPaths
}

const mostPaths = 30
const mostOthers = 8
const longestName = 60

type Named = Pick<CompletionItem, 'insertText' | 'attachment'>

/** Where a message is written. `workspace` is absolute and real. */
export interface CompletionPlace {
  readonly workspace: string
  /** Absent before there is one. */
  readonly session?: string
  /** Whether files and folders of the workspace may be named; those the path rules ask about never are. */
  readonly namesFiles: boolean
  readonly namesPrompts: boolean
}

/** `completions`: what fits at a place in a message to a chat (SPEC 14.3). */
export async function complete(needs: CompletionNeeds, params: CompletionsParams): Promise<CompletionsResult> {
  const { channels, index } = needs
  const { channel: chat } = params
  if (channels.kindOf(chat) !== 'chat') throw notFound(chat)
  const session = index.sessionOf(chat)
  const folder = session === undefined ? undefined : channels.state(session, 'session')?.workingDirectories?.[0]
  const workspace = folder === undefined ? undefined : filePathOf(folder)
  if (session === undefined || workspace === undefined) return { items: [] }
  const namesPrompts = refusesRuns(channels, session) === undefined
  return findItems(needs, { workspace, session, namesFiles: true, namesPrompts }, params)
}

/**
 * For `@`, files and folders of the workspace, other sessions and terminals; for `/` at the beginning, the prompts kept in the
 * workspace. Files that may hold secrets are never named.
 */
export async function findItems(
  needs: CompletionNeeds,
  place: CompletionPlace,
  written: { readonly text: string; readonly offset: number },
): Promise<CompletionsResult> {
  const { workspace, session, namesFiles, namesPrompts } = place
  const offset = Math.min(written.offset, written.text.length)
  const word = wordAt(written.text, offset)
  if (word === undefined) return { items: [] }
  const mention = async () => [
    ...(namesFiles ? await pathsFor(needs, workspace, word.query) : []),
    ...sessionsFor(needs, session, word.query),
    ...terminalsFor(needs, session, word.query),
  ]
  const prompts = () => (namesPrompts ? promptsFor(needs, workspace, word.query) : [])
  const found = word.trigger === '/' ? prompts() : await mention()
  return { items: found.map((item) => ({ ...item, rangeStart: word.start, rangeEnd: offset })) }
}

async function pathsFor(needs: CompletionNeeds, workspace: string, query: string): Promise<Named[]> {
  const scope = workspaceScope({ ...needs, workspace })
  const named: Named[] = []
  for (const { text } of rank(await needs.listPaths(workspace), query.replace(/^\.?\//, ''))) {
    if (named.length === mostPaths) break
    const isFolder = text.endsWith('/')
    const path = join(workspace, isFolder ? text.slice(0, -1) : text)
    // Judged last: a rule looks at the disk, and few of the names are shown.
    if (decidePath('read', path, scope).answer !== 'allow') continue
    const displayKind = isFolder ? 'directory' : 'file'
    named.push({
      insertText: `@${text}`,
      attachment: { type: 'resource', label: text, uri: fileUri(path), displayKind },
    })
  }
  return named
}

function sessionsFor({ channels }: CompletionNeeds, own: string | undefined, query: string): Named[] {
  const items = channels.list('session').flatMap((uri): { title: string; attachment: MessageAttachment }[] => {
    const state = channels.state(uri, 'session')
    if (uri === own || state?.defaultChat === undefined || state.title === '') return []
    const attachment = {
      type: 'chat',
      label: state.title,
      resource: state.defaultChat,
      displayKind: 'session',
    } as const
    return [{ title: state.title, attachment }]
  })
  return best(items, query)
}

/** Those of this session, and shells of the person's own. */
function terminalsFor({ channels }: CompletionNeeds, session: string | undefined, query: string): Named[] {
  const items = channels.list('terminal').flatMap((uri): { title: string; attachment: MessageAttachment }[] => {
    const state = channels.state(uri, 'terminal')
    if (state === undefined || (state.claim.kind === 'session' && state.claim.session !== session)) return []
    const attachment = { type: 'resource', label: state.title, uri, displayKind: 'terminal' } as const
    return [{ title: state.title, attachment }]
  })
  return best(items.toReversed(), query)
}

function promptsFor(needs: CompletionNeeds, workspace: string, query: string): Named[] {
  const wanted = query.toLowerCase()
  return findPrompts({ ...needs, workspace })
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ name, description, path }) => ({
      insertText: `/${name}`,
      attachment: {
        ...{ type: 'resource', label: name, uri: fileUri(path), displayKind: 'prompt' },
        ...(description === undefined ? {} : { _meta: withRoadsteadMeta(undefined, { description }) }),
      } satisfies MessageAttachment,
    }))
}

/** Titles are of one line and have no paths in them. */
function best(items: readonly { title: string; attachment: MessageAttachment }[], query: string): Named[] {
  const byText = new Map(items.map((item) => [candidate(item.title.replaceAll('/', ' ')), item]))
  const ranked = query === '' ? [...byText.keys()] : rank([...byText.keys()], query)
  return ranked.slice(0, mostOthers).flatMap((found) => {
    const item = byText.get(found)
    if (item === undefined) return []
    const name = item.title.replaceAll(/\s+/g, ' ')
    return [{ insertText: `@${[...name].slice(0, longestName).join('')}`, attachment: item.attachment }]
  })
}
