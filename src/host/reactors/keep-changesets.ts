import { rm } from 'node:fs/promises'
import type { ChatState } from '../../protocol/channels/chat/state.ts'
import { changesetViews } from '../../protocol/roadstead.ts'
import { changesetUri, sessionIdOf } from '../../protocol/uri.ts'
import { checkpoint, dropCheckpoints } from '../changesets/checkpoint.ts'
import type { ChangesetSnapshot } from '../changesets/file-change.ts'
import type { Channels } from '../channels/channels.ts'
import type { Git } from '../git/git.ts'
import { watchRepository } from '../git/watch.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { Logger } from '../platform/logger.ts'
import type { After } from '../platform/timers.ts'
import { detailOf } from '../platform/error-detail.ts'
import { changeSessionFacts, sessionFactsOf } from '../sessions/facts.ts'
import type { SessionIndex } from '../sessions/session-index.ts'
import { findChangesetPlace, privatePlace, type ChangesetPlace } from './changeset-places.ts'
import { openChangesets } from './open-changesets.ts'
import { refreshChangesets, type OpenChangesets } from './refresh-changesets.ts'
import type { UndoBook } from './undo-book.ts'

/** What the keeper needs from the other rooms. */
export interface ChangesetKeeperNeeds {
  readonly channels: Channels
  readonly index: SessionIndex
  readonly git: Git
  readonly logger: Logger
  readonly dataFolder: string
  readonly after: After
  /** Milliseconds that only grow. */
  readonly monotonic: () => number
  /** The trusted folder a session works in; undefined while nothing may look into it. */
  trustedFolderOf(session: string): string | undefined
  /** Tools that change no file: after a call of theirs there is nothing to look for. */
  readonly readingTools: ReadonlySet<string>
  /** What was done last and can be taken back: offered beside what follows from the files. */
  readonly undoBook: UndoBook
}

/** Keeps every session's changesets equal to the work tree. List, badge and diff come from one snapshot. */
export interface ChangesetKeeper {
  /** Finds the repository, takes the checkpoint the session starts from, offers the changesets. Only for trusted folders. */
  prepare(session: string, folder: string): Promise<void>
  /** Settles when no preparing of the session is under way. Never rejects. */
  prepared(session: string): Promise<void>
  /** Opens the changesets of the session a changeset URI belongs to, if its folder is trusted. */
  prepareFor(changeset: string): Promise<void>
  /** The number of clients that look at a changeset has changed. */
  subscribersChanged(changeset: string, count: number): void
  place(session: string): ChangesetPlace | undefined
  /** As `place`, but looks for it where nobody has yet; a text says why there is none. */
  findPlace(session: string): Promise<{ kind: 'place'; place: ChangesetPlace } | { kind: 'none'; reason: string }>
  /** The snapshot the uncommitted, or the session's, changeset shows now. */
  shown(session: string, view: 'session' | 'uncommitted'): ChangesetSnapshot | undefined
  /** Looks again soon; many calls become one look. */
  refresh(session: string): void
  /** Settles when a look that began after the call has been applied. */
  refreshed(session: string): Promise<void>
  endSession(session: string): Promise<void>
  dispose: Dispose
}

interface Kept extends OpenChangesets {
  looking: Promise<void> | undefined
  next: Promise<void> | undefined
  stopWatching: Dispose
  callOffRelease: Dispose
  /** A look that is to come, while an agent works unwatched. */
  callOffLook: Dispose | undefined
  /** How long the last look took. */
  lookMs: number
}

/** Looks that nobody waits for are so far apart at least; slow ones farther, so that looking takes a small part of the time. */
const restMs = 1000
const restPerLookMs = 20
/** And never farther than this: the session list shows the counts too. */
const longestRestMs = 30_000

/** How long a changeset nobody subscribes to is kept current. */
const idleMs = 60_000

/** Changesets are opened when they are first asked for, and let go of when nobody has looked for a while. */
export function createChangesetKeeper(needs: ChangesetKeeperNeeds): ChangesetKeeper {
  const { channels } = needs
  const kept = new Map<string, Kept>()
  const preparing = new Map<string, Promise<void>>()
  const subscribers = new Map<string, number>()
  /** Why a session has no place, as found last. */
  const without = new Map<string, string>()
  let disposed = false

  async function prepare(session: string, folder: string): Promise<void> {
    if (kept.has(session)) return
    const sessionId = sessionIdOf(session)
    const found = await findChangesetPlace(needs.git, folder, sessionId, needs.dataFolder)
    if (disposed || !channels.has(session)) return
    if (found.kind === 'none') {
      without.set(session, found.reason)
      needs.logger.info('a session has no changesets', { session, reason: found.reason })
      return
    }
    const { place } = found
    if (sessionFactsOf(channels.state(session, 'session')).startTree === undefined) {
      const taken = await checkpoint(place.git, place.root, { anchor: { sessionId, name: 'start' } })
      if (taken.kind === 'taken') changeSessionFacts(channels, session, { startTree: taken.tree })
      else needs.logger.warn('no checkpoint could be taken', { session, reason: taken.reason })
    }
    if (disposed || !channels.has(session)) return
    if (place.branch !== undefined) changeSessionFacts(channels, session, { branch: place.branch })
    openChangesets(channels, session, sessionId, !place.isPrivate)
    const entry: Kept = {
      session,
      sessionId,
      place,
      snapshots: new Map(),
      looking: undefined,
      next: undefined,
      stopWatching: () => {},
      callOffRelease: () => {},
      callOffLook: undefined,
      lookMs: 0,
    }
    kept.set(session, entry)
    refresh(session)
    void startWatching(session, entry)
    scheduleRelease(session)
  }

  async function startWatching(session: string, entry: Kept): Promise<void> {
    const watch = await watchRepository(entry.place.root, () => refresh(session))
    if (watch.kind === 'unwatched') return needs.logger.info('a folder is not watched', { reason: watch.reason })
    if (kept.get(session) !== entry) return watch.dispose()
    entry.stopWatching = watch.dispose
    // What changed before the watch began would otherwise be missed.
    refresh(session)
  }

  /** Nobody looks and nothing runs: a watch over a large folder is not kept for that. Opened again when asked for. */
  function release(session: string): void {
    const entry = kept.get(session)
    if (entry === undefined || isWorking(session)) return
    kept.delete(session)
    entry.callOffLook?.()
    entry.stopWatching()
    for (const uri of urisOf(session)) if (channels.has(uri)) channels.close(uri)
  }

  function isWorking(session: string): boolean {
    return (channels.state(session, 'session')?.chats ?? []).some(
      (chat) => channels.state(chat.resource, 'chat')?.activeTurn !== undefined,
    )
  }

  function urisOf(session: string): string[] {
    return (channels.state(session, 'session')?.changesets ?? []).map((each) => each.uriTemplate)
  }

  function scheduleRelease(session: string): void {
    const entry = kept.get(session)
    if (entry === undefined) return
    entry.callOffRelease()
    entry.callOffRelease = needs.after(idleMs, () => {
      if (urisOf(session).some((uri) => (subscribers.get(uri) ?? 0) > 0)) return
      if (isWorking(session)) scheduleRelease(session)
      else release(session)
    })
  }

  /** A look costs a dozen processes of git: while an agent works and nobody has its changes open, a few will do. */
  function refresh(session: string): void {
    const entry = kept.get(session)
    if (entry === undefined || disposed) return
    if (!isWorking(session) || urisOf(session).some((uri) => (subscribers.get(uri) ?? 0) > 0)) {
      entry.callOffLook?.()
      entry.callOffLook = undefined
      void refreshed(session)
      return
    }
    const rest = Math.min(Math.max(restMs, entry.lookMs * restPerLookMs), longestRestMs)
    entry.callOffLook ??= needs.after(rest, () => {
      entry.callOffLook = undefined
      void refreshed(session)
    })
  }

  /** At most one look runs and one waits: a look that has begun may have missed what just changed. */
  function refreshed(session: string): Promise<void> {
    const entry = kept.get(session)
    if (entry === undefined || disposed) return Promise.resolve()
    if (entry.next !== undefined) return entry.next
    const before = entry.looking ?? Promise.resolve()
    const mine = before.then(async () => {
      entry.looking = mine
      entry.next = undefined
      const startedMs = needs.monotonic()
      try {
        await refreshChangesets(needs, entry, () => kept.get(session) === entry)
      } catch (error) {
        needs.logger.error('a changeset could not be refreshed', { session, detail: detailOf(error) })
      } finally {
        entry.lookMs = needs.monotonic() - startedMs
        if (entry.looking === mine) entry.looking = undefined
      }
    })
    entry.next = mine
    return mine
  }

  const stop = channels.onApplied(({ envelope, before, after }) => {
    if (before.state === after.state || after.kind !== 'chat') return
    const { type } = envelope.action
    if (type === 'chat/turnStarted' || type === 'chat/turnResume') return prepareForTurn(envelope.channel)
    if (
      type !== 'chat/toolCallComplete' &&
      type !== 'chat/turnComplete' &&
      type !== 'chat/error' &&
      type !== 'chat/turnCancelled'
    )
      return
    if (type === 'chat/toolCallComplete' && needs.readingTools.has(toolOf(after.state, envelope.action))) return
    const session = needs.index.sessionOf(envelope.channel)
    if (session !== undefined) refresh(session)
  })

  /** A turn changes files: its session's changesets must be there, also after a restart or a quiet hour. */
  function prepareForTurn(chat: string): void {
    const session = needs.index.sessionOf(chat)
    const folder = session === undefined ? undefined : needs.trustedFolderOf(session)
    if (session === undefined || folder === undefined) return
    void prepareOnce(session, folder).then(() => scheduleRelease(session))
  }

  /** Never rejects: a session without changesets is a session, and those who wait for this have nobody to tell. */
  function prepareOnce(session: string, folder: string): Promise<void> {
    const running = preparing.get(session)
    if (running !== undefined) return running
    const mine = prepare(session, folder)
      .catch((error: unknown) => {
        without.set(session, 'The changes of this folder could not be looked for.')
        needs.logger.error('a session could not be given changesets', { session, detail: detailOf(error) })
      })
      .finally(() => preparing.delete(session))
    preparing.set(session, mine)
    return mine
  }

  /** What a session that nobody looked at for a while, or since the start, has left in its repository. */
  async function dropUnkept(session: string): Promise<void> {
    const sessionId = sessionIdOf(session)
    await rm(privatePlace(needs.dataFolder, sessionId), { recursive: true, force: true })
    const folder = needs.trustedFolderOf(session)
    const facts = folder === undefined ? undefined : await needs.git.facts(folder)
    if (facts?.status === 'repository') await dropCheckpoints(needs.git, facts.root, sessionId)
  }

  return {
    prepare: prepareOnce,
    prepared: (session) => preparing.get(session) ?? Promise.resolve(),
    async prepareFor(changeset) {
      const session = channels.list('session').find((uri) => urisOf(uri).includes(changeset))
      const folder = session === undefined ? undefined : needs.trustedFolderOf(session)
      if (session !== undefined && folder !== undefined) await prepareOnce(session, folder)
    },
    subscribersChanged(changeset, count) {
      if (channels.kindOf(changeset) !== 'changeset') return
      if (count === 0) subscribers.delete(changeset)
      else subscribers.set(changeset, count)
      const session = [...kept.keys()].find((uri) => urisOf(uri).includes(changeset))
      if (session === undefined) return
      if (count === 0) return scheduleRelease(session)
      kept.get(session)?.callOffRelease()
      // What was put off while nobody looked.
      if (kept.get(session)?.callOffLook !== undefined) refresh(session)
    },
    place: (session) => kept.get(session)?.place,
    async findPlace(session) {
      const folder = needs.trustedFolderOf(session)
      if (folder !== undefined) await prepareOnce(session, folder)
      const place = kept.get(session)?.place
      if (place !== undefined) return { kind: 'place', place }
      return { kind: 'none', reason: without.get(session) ?? 'The folder is not in a git repository.' }
    },
    shown: (session, view) => kept.get(session)?.snapshots.get(view),
    refresh,
    refreshed,
    async endSession(session) {
      await preparing.get(session)
      without.delete(session)
      const entry = kept.get(session)
      if (entry === undefined) return dropUnkept(session)
      kept.delete(session)
      entry.callOffRelease()
      entry.callOffLook?.()
      entry.stopWatching()
      for (const view of Object.values(changesetViews)) {
        const uri = changesetUri(entry.sessionId, view)
        if (channels.has(uri)) channels.apply(uri, { type: 'changeset/cleared' })
      }
      await entry.looking
      if (entry.place.isPrivate) await entry.place.removePrivate()
      else await dropCheckpoints(entry.place.git, entry.place.root, entry.sessionId)
    },
    dispose() {
      disposed = true
      stop()
      for (const entry of kept.values()) {
        entry.callOffRelease()
        entry.callOffLook?.()
        entry.stopWatching()
      }
      // A watch that is still being set up finds itself without an owner and ends.
      kept.clear()
    },
  }
}

/** The name of the tool a call used; empty for a call that is not there. */
function toolOf(chat: ChatState, { turnId, toolCallId }: { turnId: string; toolCallId: string }): string {
  const turn = chat.activeTurn?.id === turnId ? chat.activeTurn : undefined
  for (const part of turn?.responseParts ?? [])
    if (part.kind === 'toolCall' && part.toolCall.toolCallId === toolCallId) return part.toolCall.toolName
  return ''
}
