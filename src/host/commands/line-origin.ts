import { readFile, realpath } from 'node:fs/promises'
import { relative } from 'node:path'
import { invalidParams, notFound, permissionDenied, sessionNotFound } from '../../protocol/errors.ts'
import type { RoadsteadCommandParams } from '../../protocol/roadstead-commands.ts'
import type { LineOrigin } from '../../protocol/roadstead.ts'
import { filePathOf } from '../../protocol/uri.ts'
import type { EditBook, KeptEdit } from '../audit/edits.ts'
import { blameLine, type BlamedLine } from '../changesets/blame-line.ts'
import { findLineOrigin } from '../changesets/line-origin.ts'
import type { Channels } from '../channels/channels.ts'
import type { Git } from '../git/git.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import type { CommandContext } from '../server/server.ts'
import type { Store } from '../store/store.ts'

export interface LineOriginNeeds {
  readonly channels: Channels
  readonly edits: EditBook
  readonly store: Store
  /** The kept texts are without secrets; what they are compared with has to be, too. */
  readonly secrets: Pick<SecretBook, 'redactLines'>
  /** The repository of a session; undefined where it has none of the person's own. */
  repositoryOf(session: string): { readonly git: Git; readonly root: string } | undefined
  refusesPath(operation: 'read', path: string, who: CommandContext): Promise<string | undefined>
}

/** `x-roadstead/lineOrigin`: who changed this line and why: the prompt, the tool call, the approval; else the commit. */
export async function lineOrigin(
  needs: LineOriginNeeds,
  params: RoadsteadCommandParams<'x-roadstead/lineOrigin'>,
  who: CommandContext,
): Promise<LineOrigin> {
  if (needs.channels.kindOf(params.channel) !== 'session') throw sessionNotFound(params.channel)
  const path = filePathOf(params.file)
  if (path === undefined) throw invalidParams('file: not the URI of a local file')
  const refusal = await needs.refusesPath('read', path, who)
  if (refusal !== undefined) throw permissionDenied(refusal)
  let real: string
  let current: string
  try {
    real = await realpath(path)
    current = needs.secrets.redactLines(await readFile(real, 'utf8'))
  } catch {
    throw notFound(params.file)
  }
  const edits = needs.edits.ofFile(params.channel, real).map((edit) => withTexts(needs.store, edit))
  const writer = findLineOrigin({ path: real, current, line: params.line, edits })
  const repository = needs.repositoryOf(params.channel)
  const blame = async (line: number, content?: string): Promise<BlamedLine> => {
    if (repository === undefined) return { kind: 'unknown', reason: 'The folder is not in a git repository.' }
    const inRoot = relative(repository.root, real)
    return blameLine(repository.git, repository.root, inRoot, line, content === undefined ? {} : { content })
  }
  switch (writer.kind) {
    case 'no-such-line':
      return { kind: 'unknown', reason: `The file has no line ${params.line}.` }
    case 'outside':
      return blame(params.line)
    case 'earlier':
      return blame(writer.line, edits.length === 0 ? undefined : writer.text)
    case 'edit': {
      const { kept } = writer.edit
      const blamed = await blame(params.line)
      return {
        kind: 'agent',
        chat: kept.chat,
        turnId: kept.turnId,
        prompt: promptOf(needs.channels, kept),
        toolCallId: kept.toolCallId,
        toolName: kept.toolName,
        at: kept.at,
        approval: kept.approval,
        ...(blamed.kind === 'commit' ? { commit: blamed.commit } : {}),
      }
    }
  }
}

function withTexts(store: Store, kept: KeptEdit) {
  const text = (hash: string | undefined) => {
    const bytes = hash === undefined ? undefined : store.getBlob(hash)
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')
  }
  const before = text(kept.before)
  const after = text(kept.after)
  return {
    kept,
    path: kept.path,
    ...(kept.movedFrom === undefined ? {} : { movedFrom: kept.movedFrom }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  }
}

function promptOf(channels: Channels, edit: KeptEdit): string {
  const chat = channels.state(edit.chat, 'chat')
  const turn =
    chat?.turns.find((each) => each.id === edit.turnId) ??
    (chat?.activeTurn?.id === edit.turnId ? chat.activeTurn : undefined)
  return turn?.message.text ?? ''
}
