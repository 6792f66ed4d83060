import { access, constants } from 'node:fs/promises'
import { filePathOf, fileUri } from '../../protocol/uri.ts'
import { invalidParams } from '../../protocol/errors.ts'
import type { Channels } from '../channels/channels.ts'
import type { Git } from '../git/git.ts'
import { isoNow, type Clock } from '../platform/clock.ts'
import { sessionFactsOf, withSessionFacts } from '../sessions/facts.ts'
import type { FolderBook } from '../sessions/trust.ts'
import { resolveFolder } from './create-sessions.ts'

export interface FolderNeeds {
  readonly channels: Channels
  readonly clock: Clock
  readonly git: Git
  readonly folders: FolderBook
  /** The sessions that work in a folder. */
  sessionsIn(path: string): readonly string[]
  prepareWorkspace(session: string, folder: string): Promise<void>
}

/** `x-roadstead/folderFacts`: what a person should know before work begins in a folder. */
export async function folderFacts(needs: FolderNeeds, params: { folder: string }): Promise<object> {
  const path = filePathOf(params.folder)
  if (path === undefined) throw invalidParams('folder: not the URI of a local folder')
  const found = await resolveFolder(params.folder)
  const nothing = { folder: params.folder, path, trusted: false, git: { status: 'none' } }
  if (found.kind === 'bad') {
    const status = found.problem.endsWith('does not exist')
      ? 'missing'
      : found.problem.endsWith('is not a folder')
        ? 'not-a-folder'
        : 'unreadable'
    return { ...nothing, status, reason: found.problem }
  }
  try {
    await access(found.path, constants.R_OK | constants.X_OK)
  } catch {
    return { ...nothing, path: found.path, status: 'unreadable', reason: `${found.path} cannot be read by this user` }
  }
  const git = await needs.git.facts(found.path)
  const trusted = needs.folders.isTrusted(found.path)
  return { folder: fileUri(found.path), path: found.path, status: 'ok', trusted, git: shownGit(git) }
}

function shownGit(git: Awaited<ReturnType<Git['facts']>>): object {
  if (git.status !== 'repository') return git
  const { status, root, branch, head } = git
  return { status, root, ...(branch === undefined ? {} : { branch }), ...(head === undefined ? {} : { head }) }
}

/** `x-roadstead/setFolderTrust`: the person's word that agents may run code from a folder, or its withdrawal. */
export async function setFolderTrust(
  needs: FolderNeeds,
  params: { folder: string; trusted: boolean },
): Promise<object> {
  const found = await resolveFolder(params.folder)
  if (found.kind === 'bad') throw invalidParams(`folder: ${found.problem}`)
  needs.folders.setTrusted(found.path, params.trusted, isoNow(needs.clock))
  for (const session of needs.sessionsIn(found.path)) {
    if (params.trusted) await needs.prepareWorkspace(session, found.path)
    const state = needs.channels.state(session, 'session')
    const folderTrust = params.trusted ? 'trusted' : 'untrusted'
    if (state === undefined || sessionFactsOf(state).folderTrust === folderTrust) continue
    needs.channels.apply(session, { type: 'session/metaChanged', _meta: withSessionFacts(state, { folderTrust }) })
  }
  await needs.channels.settled()
  return {}
}

/** `x-roadstead/recentFolders`: most recently used first. */
export function recentFolders(needs: Pick<FolderNeeds, 'folders'>): object {
  return {
    items: needs.folders
      .recent()
      .slice(0, 20)
      .map((folder) => ({ folder: fileUri(folder.path), ...folder })),
  }
}
