import { realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ToolDefinition } from '../../protocol/channels/session/active-client.ts'
import type { CreateSessionParams, DisposeSessionParams } from '../../protocol/channels/session/commands.ts'
import {
  invalidParams,
  permissionDenied,
  providerNotFound,
  sessionAlreadyExists,
  sessionNotFound,
} from '../../protocol/errors.ts'
import { chatUri, filePathOf, parseChannelUri, sessionIdOf } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import type { HarnessAdapter } from '../harnesses/adapter.ts'
import { isoNow, type Clock } from '../platform/clock.ts'
import { resolveConfig } from '../sessions/config.ts'
import { openChat, openSession } from '../sessions/open-session.ts'
import type { SessionIndex } from '../sessions/session-index.ts'
import type { FolderBook } from '../sessions/trust.ts'

export interface SessionCommandsNeeds {
  readonly channels: Channels
  readonly index: SessionIndex
  readonly clock: Clock
  readonly folders: FolderBook
  readonly newId: () => string
  readonly harnesses: ReadonlyMap<string, HarnessAdapter>
  readonly sandboxAvailable: () => boolean
  /** Why nothing can be created now (read-only data folder, full disk); undefined when it can. */
  readonly blocked: () => string | undefined
  /** What the disk said when it last refused. */
  readonly storageProblem: () => string | undefined
  /** The tools every session's agent has (SPEC 13, serverTools). */
  readonly serverTools: ToolDefinition[]
  /** What has to be known of a trusted folder before the first turn: branch, checkpoint, changesets. */
  prepareWorkspace(session: string, folder: string): Promise<void>
  /** Ends what runs for a session, removes what is kept of it, closes its channels. */
  endSession(session: string): Promise<void>
}

/** The folder a person named, as an absolute real path; or why it cannot be worked in. */
export async function resolveFolder(
  uri: string,
): Promise<{ kind: 'folder'; path: string } | { kind: 'bad'; problem: string }> {
  const path = filePathOf(uri)
  if (path === undefined) return { kind: 'bad', problem: `${uri.slice(0, 200)} is not the URI of a local folder` }
  try {
    const real = await realpath(path)
    const info = await stat(real)
    return info.isDirectory() ? { kind: 'folder', path: real } : { kind: 'bad', problem: `${path} is not a folder` }
  } catch (error) {
    return { kind: 'bad', problem: `${path} ${folderProblem(error)}` }
  }
}

function folderProblem(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return 'does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be read by this user'
  return `cannot be opened (${code ?? 'unknown error'})`
}

/** An id belongs to one session, whichever scheme names it: changesets and checkpoints carry the id alone. */
function refuseTaken(channels: Channels, id: string): void {
  const taken = channels.list('session').find((uri) => sessionIdOf(uri) === id)
  if (taken !== undefined) throw sessionAlreadyExists(taken)
}

/** `createSession`: the channel is there when this answers; chat and readiness follow as actions (SPEC 13.2). */
export async function createSession(needs: SessionCommandsNeeds, params: CreateSessionParams): Promise<null> {
  const providers = new Set(needs.harnesses.keys())
  const parsed = parseChannelUri(params.channel, providers)
  if (parsed?.kind !== 'session') throw invalidParams('channel: not the URI of a session')
  refuseTaken(needs.channels, parsed.id)
  const provider = params.provider ?? parsed.provider ?? providers.values().next().value ?? ''
  const harness = needs.harnesses.get(provider)
  if (harness === undefined) throw providerNotFound(provider)
  const blocked = needs.blocked()
  if (blocked !== undefined) throw permissionDenied(blocked)
  const resolved = resolveConfig(provider, params.config, needs.sandboxAvailable())
  if (resolved.kind === 'bad') throw invalidParams(resolved.problem)
  const problem = harness.checkConfig(resolved.config.values)
  if (problem !== undefined) throw invalidParams(`config: ${problem}`)
  const [directory, ...more] = params.workingDirectories ?? []
  if (more.length > 0) throw invalidParams('workingDirectories: this agent works in one folder')
  if (directory === undefined) throw invalidParams('workingDirectories: a folder to work in is needed')
  const found = await resolveFolder(directory)
  if (found.kind === 'bad') throw invalidParams(`workingDirectories: ${found.problem}`)
  // The folder was looked at meanwhile; somebody else may have taken the URI.
  refuseTaken(needs.channels, parsed.id)

  const trusted = needs.folders.isTrusted(found.path)
  const at = isoNow(needs.clock)
  needs.folders.used(found.path, at)
  openSession(needs.channels, {
    uri: params.channel,
    provider,
    folder: found.path,
    folderName: basename(found.path),
    config: resolved.config,
    facts: { createdAt: at, folderTrust: trusted ? 'trusted' : 'untrusted' },
  })
  if (params.activeClient !== undefined) {
    needs.channels.apply(params.channel, { type: 'session/activeClientSet', activeClient: params.activeClient })
  }
  await needs.channels.settled()
  if (!needs.channels.has(params.channel))
    throw permissionDenied(needs.storageProblem() ?? 'The session could not be written to the disk.')
  makeReady(needs, params.channel, found.path, trusted)
  return null
}

/** What the folder held before the session may still be being taken: nothing of an agent changes a file until it is (turn-context.ts). */
function makeReady(needs: SessionCommandsNeeds, session: string, folder: string, trusted: boolean): void {
  if (trusted) void needs.prepareWorkspace(session, folder)
  openChat(needs.channels, needs.index, session, {
    resource: chatUri(needs.newId()),
    title: '',
    modifiedAt: isoNow(needs.clock),
  })
  needs.channels.apply(session, { type: 'session/serverToolsChanged', tools: needs.serverTools })
  needs.channels.apply(session, { type: 'session/ready' })
}

/** `disposeSession`: nothing of it runs and nothing is kept but the tombstone in the audit. */
export async function disposeSession(needs: SessionCommandsNeeds, params: DisposeSessionParams): Promise<null> {
  if (needs.channels.kindOf(params.channel) !== 'session') throw sessionNotFound(params.channel)
  await needs.endSession(params.channel)
  return null
}
