import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { ActiveTurn, ResponsePart, Turn } from '../../protocol/channels/chat/turn.ts'
import type { SessionState } from '../../protocol/channels/session/state.ts'
import type { TodoItem } from '../../protocol/roadstead.ts'
import { filePathOf } from '../../protocol/uri.ts'
import type { ChangesSummary, UsageInfo } from '../../protocol/values.ts'
import type { AuditEntry } from './audit.ts'
import { actorText, callLine, callOfApproval, durationText } from './call-line.ts'
import { codeSpan, plainLine, quotedMarkdown } from './markdown-text.ts'

/** What the file of a session is made from. Nothing else goes into it. */
export interface SessionRecord {
  readonly uri: string
  readonly state: SessionState
  readonly createdAt: string
  readonly branch?: string
  /** The permission level now, as people read it. */
  readonly level: string
  readonly todo: readonly TodoItem[]
  readonly changes?: ChangesSummary
  /** In the session's order, the default chat first. */
  readonly chats: readonly ChatState[]
  /** The whole audit chain, oldest first. */
  readonly entries: readonly AuditEntry[]
}

/**
 * A session as a text people can read: goal, place, plan, each turn with what was said and each call in one line, what was
 * done besides (DESIGN, Storage). Holds no content of files, no reasoning and no output of commands. The last line says
 * which state of the audit it was written from; see `writtenFrom`.
 */
export function sessionMarkdown(record: SessionRecord): string {
  const { state, entries, chats } = record
  const folder = folderOf(state)
  const ofTurn = grouped(entries, ({ detail }) => detail['turnId'])
  const turns = chats.flatMap((chat, position) =>
    turnsOf(chat).map((turn, index) =>
      turnText(turn, { index, chat, position, folder, entries: ofTurn.get(turn.id) ?? [] }),
    ),
  )
  const blocks = [
    `# ${plainLine(state.title === '' ? 'Session without a title' : state.title, 200)}`,
    factLines(record).join('\n'),
    ...goalBlocks(chats),
    ...planBlocks(record.todo),
    ...turns.flat(),
    ...recordBlocks(entries),
    closingLine(entries.length, entries.at(-1)?.hash),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** Whether the text of a session's file was written from this state of its audit. */
export function writtenFrom(text: string, entries: number, lastHash: string | undefined): boolean {
  return text.endsWith(`\n${closingLine(entries, lastHash)}\n`)
}

/** The line by which a file is known as the session's. */
export function sessionLine(uri: string): string {
  return `- Session: ${codeSpan(uri)}`
}

/** The file's name without ending: `2026-01-31_fix-the-failing-test`. Letters and digits of every script are kept. */
export function sessionFileName(createdAt: string, title: string): string {
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? [...word].slice(0, 40).join('') : `${slug}-${word}`
    if ([...longer].length > 50 || Buffer.byteLength(longer) > 160) break
    slug = longer
  }
  const date = /^\d{4}-\d{2}-\d{2}/.exec(createdAt)?.[0] ?? '1970-01-01'
  return `${date}_${slug === '' ? 'session' : slug}`
}

/** The first message of a session: what it is about. */
export function goalOf(chats: readonly ChatState[]): string | undefined {
  for (const chat of chats) {
    const first = turnsOf(chat)[0]
    if (first !== undefined) return first.message.text
  }
  return undefined
}

function folderOf(state: SessionState): string | undefined {
  const directory = state.workingDirectories?.[0]
  return directory === undefined ? undefined : (filePathOf(directory) ?? directory)
}

function factLines({ uri, state, createdAt, branch, level, changes = {} }: SessionRecord): string[] {
  const folder = folderOf(state)
  const { additions = 0, deletions = 0, files = 0 } = changes
  return [
    sessionLine(uri),
    `- Begun: ${plainLine(createdAt)}`,
    `- Agent: ${plainLine(state.provider)}`,
    ...(folder === undefined ? [] : [`- Folder: ${codeSpan(folder)}`]),
    ...(branch === undefined ? [] : [`- Branch: ${codeSpan(branch, 300)}`]),
    `- Permission level: ${plainLine(level)}`,
    ...(files === 0 ? [] : [`- Changes: ${files} ${files === 1 ? 'file' : 'files'}, +${additions} −${deletions}`]),
    ...(state.lifecycle === 'failed'
      ? [`- Could not be started: ${plainLine(state.creationError?.message ?? 'unknown')}`]
      : []),
  ]
}

function goalBlocks(chats: readonly ChatState[]): string[] {
  const goal = goalOf(chats)
  return goal === undefined ? [] : ['## Goal', quotedMarkdown(goal)]
}

function planBlocks(todo: readonly TodoItem[]): string[] {
  if (todo.length === 0) return []
  const lines = todo.map(({ text, status }) => {
    const mark = status === 'done' ? 'x' : ' '
    return `- [${mark}] ${plainLine(text)}${status === 'in-progress' ? ' (in progress)' : ''}`
  })
  return ['## Plan', lines.join('\n')]
}

function turnsOf(chat: ChatState): readonly (Turn | ActiveTurn)[] {
  return chat.activeTurn === undefined ? chat.turns : [...chat.turns, chat.activeTurn]
}

/** Looked up once for all: a long session has as many calls as entries. */
function grouped(
  entries: readonly AuditEntry[],
  keyOf: (entry: AuditEntry) => unknown,
): ReadonlyMap<unknown, readonly AuditEntry[]> {
  const groups = new Map<unknown, AuditEntry[]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [entry])
    else group.push(entry)
  }
  return groups
}

interface TurnPlace {
  readonly index: number
  readonly chat: ChatState
  readonly position: number
  readonly folder: string | undefined
  /** The turn's. */
  readonly entries: readonly AuditEntry[]
}

function turnText(turn: Turn | ActiveTurn, place: TurnPlace): string[] {
  const chatName = place.position === 0 ? '' : ` of chat ${place.position + 1} ${plainLine(place.chat.title, 100)}`
  const course = courseLines(turn, place.entries)
  return [
    `## Turn ${place.index + 1}${chatName.trimEnd()}`,
    quotedMarkdown(turn.message.text),
    ...stepBlocks(turn.responseParts, place.folder, place.entries),
    ...(course.length === 0 ? [] : ['When:', course.join('\n')]),
  ]
}

/** Prose as quotes, the calls between as one list. */
function stepBlocks(
  parts: readonly ResponsePart[],
  folder: string | undefined,
  entries: readonly AuditEntry[],
): string[] {
  const approvals = grouped(entries, callOfApproval)
  const blocks: string[] = []
  let calls: string[] = []
  const endList = () => {
    if (calls.length > 0) blocks.push(calls.join('\n'))
    calls = []
  }
  for (const part of parts) {
    if (part.kind === 'toolCall') {
      const { toolCallId } = part.toolCall
      calls.push(callLine(part.toolCall, folder, approvals.get(toolCallId) ?? []))
      continue
    }
    const text = partText(part)
    if (text === undefined) continue
    endList()
    blocks.push(text)
  }
  endList()
  return blocks
}

function partText(part: ResponsePart): string | undefined {
  switch (part.kind) {
    case 'markdown':
      return part.content.trim() === '' ? undefined : `Agent:\n\n${quotedMarkdown(part.content)}`
    case 'error':
      return `**Ended by an error**${part.resumable === true ? ' (can be resumed)' : ''}: ${plainLine(part.error.message)}`
    case 'systemNotification':
      return `Note: ${plainLine(typeof part.content === 'string' ? part.content : part.content.markdown)}`
    case 'inputRequest': {
      const asked = [part.request.message, ...(part.request.questions ?? []).map(({ message }) => message)]
      const text = asked.flatMap((each) => (each === undefined ? [] : [plainLine(each)])).join(' · ')
      const answers = { accept: 'answered', decline: 'declined', cancel: 'cancelled' } as const
      const answer = part.response === undefined ? '**waits for a person**' : (answers[part.response as 'accept'] ?? '')
      return `The agent asked: ${text} (${answer})`
    }
    default:
      return undefined
  }
}

/** When it began, was cut off, went on and ended; what it used. */
function courseLines(turn: Turn | ActiveTurn, entries: readonly AuditEntry[]): string[] {
  const [asked, ...later] = entries.filter(({ kind }) => kind === 'turn')
  return [
    ...(turn.startedAt === undefined
      ? []
      : [`- ${plainLine(turn.startedAt)}: asked${asked === undefined ? '' : ` by ${actorText(asked.actor)}`}`]),
    ...later.map(({ at, summary, actor }) => `- ${plainLine(at)}: ${plainLine(summary, 500)} (${actorText(actor)})`),
    'state' in turn
      ? `- Turn ended: ${plainLine(turn.state)}${turn.duration === undefined ? '' : ` after ${durationText(turn.duration)}`}`
      : '- Still running',
    ...usageLines(turn.usage),
  ]
}

function usageLines(usage: UsageInfo | undefined): string[] {
  if (usage === undefined) return []
  const words = [
    usage.inputTokens === undefined ? undefined : `${usage.inputTokens} tokens in`,
    usage.cacheReadTokens === undefined ? undefined : `${usage.cacheReadTokens} of them cached`,
    usage.outputTokens === undefined ? undefined : `${usage.outputTokens} tokens out`,
    usage.model === undefined ? undefined : `model ${codeSpan(usage.model, 100)}`,
  ].filter((each) => each !== undefined)
  return words.length === 0 ? [] : [`- Used: ${words.join(', ')}`]
}

/** Commits, operations, settings and names: what is not a turn, a call or its approval. */
function recordBlocks(entries: readonly AuditEntry[]): string[] {
  const lines = entries
    .filter(({ kind }) => kind !== 'turn' && kind !== 'call' && kind !== 'approval')
    .map((entry) => {
      const { at, kind, summary, actor, detail } = entry
      const level = kind === 'session' ? levelIn(detail) : ''
      return `- ${plainLine(at)}: ${plainLine(summary, 500)}${level} (${actorText(actor)})`
    })
  return lines.length === 0 ? [] : ['## Commits, operations, settings', lines.join('\n')]
}

function levelIn(detail: AuditEntry['detail']): string {
  const config = detail['config']
  const level =
    typeof config === 'object' && config !== null && 'permissionLevel' in config ? config.permissionLevel : undefined
  return typeof level === 'string' ? `: permission level ${plainLine(level, 40)}` : ''
}

function closingLine(entries: number, lastHash: string | undefined): string {
  if (lastHash === undefined) return 'Audit: no entries.'
  return `Audit: ${entries} ${entries === 1 ? 'entry' : 'entries'}, last hash ${codeSpan(lastHash)}.`
}
