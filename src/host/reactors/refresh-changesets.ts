import { changesetViews } from '../../protocol/roadstead.ts'
import { changesetUri } from '../../protocol/uri.ts'
import { sinceStart, uncommitted, type Computed } from '../changesets/compute.ts'
import type { ChangesetSnapshot } from '../changesets/file-change.ts'
import { changesetFiles } from '../changesets/file-edits.ts'
import type { Channels } from '../channels/channels.ts'
import { gitContentUri } from '../git/content-uri.ts'
import { changeSessionFacts, sessionFactsOf } from '../sessions/facts.ts'
import type { ChangesetPlace } from './changeset-places.ts'
import { offeredOperations } from './offered-operations.ts'
import type { UndoBook } from './undo-book.ts'

/** A session whose changesets are open. `snapshots`: what each view shows, by its name. */
export interface OpenChangesets {
  readonly session: string
  readonly sessionId: string
  readonly place: ChangesetPlace
  readonly snapshots: Map<string, ChangesetSnapshot>
}

/**
 * Looks at the work tree once and applies what came of it: the changesets, and the session's counts and branch. Applies
 * nothing if `isOpen` says no by then.
 */
export async function refreshChangesets(
  needs: { readonly channels: Channels; readonly undoBook: UndoBook },
  open: OpenChangesets,
  isOpen: () => boolean,
): Promise<void> {
  const { channels } = needs
  const { session, place } = open
  const { startTree } = sessionFactsOf(channels.state(session, 'session'))
  const [now, since] = await Promise.all([
    place.isPrivate ? undefined : uncommitted(place.git, place.root, place.scope),
    startTree === undefined ? undefined : sinceStart(place.git, place.root, startTree, place.scope),
  ])
  if (!isOpen()) return
  if (now !== undefined) show(needs, open, changesetViews.uncommitted, now)
  if (since !== undefined) show(needs, open, changesetViews.session, since)
  if (since?.kind === 'computed') {
    const { additions, deletions, files } = since.snapshot
    const changes = { additions, deletions, files: files.length }
    const shown = sessionFactsOf(channels.state(session, 'session')).changes
    if (JSON.stringify(shown) !== JSON.stringify(changes)) changeSessionFacts(channels, session, { changes })
  }
  const facts = place.isPrivate ? undefined : await place.git.facts(place.root)
  if (facts?.status !== 'repository' || facts.branch === undefined) return
  if (sessionFactsOf(channels.state(session, 'session')).branch !== facts.branch)
    changeSessionFacts(channels, session, { branch: facts.branch })
}

function show(
  { channels, undoBook }: { readonly channels: Channels; readonly undoBook: UndoBook },
  { session, sessionId, place, snapshots }: OpenChangesets,
  view: string,
  computed: Computed,
): void {
  const uri = changesetUri(sessionId, view)
  const state = channels.state(uri, 'changeset')
  if (state === undefined) return
  if (computed.kind === 'unavailable') {
    const error = { errorType: 'changeset', message: computed.reason }
    channels.apply(uri, { type: 'changeset/statusChanged', status: 'error', error })
    return
  }
  snapshots.set(view, computed.snapshot)
  const files = changesetFiles(computed.snapshot, place.root, (oid, name) => gitContentUri(sessionId, oid, name))
  const operations = offeredOperations(place, files.length > 0, undoBook.of(session))
  if (JSON.stringify([state.files, state.operations]) !== JSON.stringify([files, operations])) {
    channels.apply(uri, { type: 'changeset/contentChanged', files, operations })
  }
  if (state.status !== 'ready') channels.apply(uri, { type: 'changeset/statusChanged', status: 'ready' })
}
