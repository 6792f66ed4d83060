import type { CompletionsResult } from '../../../protocol/channels/chat/commands.ts'
import { invalidParams } from '../../../protocol/errors.ts'
import type { RoadsteadCommandParams } from '../../../protocol/roadstead-commands.ts'
import type { FolderBook } from '../../sessions/trust.ts'
import { resolveFolder } from '../create-sessions.ts'
import { findItems, type CompletionNeeds } from './complete.ts'

/**
 * `x-roadstead/folderCompletions`: what fits at a place in the first message of a session that is yet to be made in a folder.
 * Of a folder the person has not trusted nothing is named.
 */
export async function folderCompletions(
  needs: CompletionNeeds & { readonly folders: Pick<FolderBook, 'isTrusted'> },
  params: RoadsteadCommandParams<'x-roadstead/folderCompletions'>,
): Promise<CompletionsResult> {
  const found = await resolveFolder(params.folder)
  if (found.kind === 'bad') throw invalidParams(`folder: ${found.problem}`)
  const isTrusted = needs.folders.isTrusted(found.path)
  return findItems(needs, { workspace: found.path, namesFiles: isTrusted, namesPrompts: isTrusted }, params)
}
