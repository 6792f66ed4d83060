import { isAbsolute, join, relative } from 'node:path'
import { changesetOperations, changesetViews } from '../../protocol/roadstead.ts'
import { parseChannelUri } from '../../protocol/uri.ts'
import type { FileChange } from '../changesets/file-change.ts'
import { changesetFiles } from '../changesets/file-edits.ts'
import { commit } from '../changesets/operations/commit.ts'
import { discard, undoDiscard, type DiscardedChange } from '../changesets/operations/discard.ts'
import { undoCommit } from '../changesets/operations/undo-commit.ts'
import type { Channels } from '../channels/channels.ts'
import type { Store } from '../store/store.ts'
import type { ChangesetKeeper } from './keep-changesets.ts'
import type { UndoBook } from './undo-book.ts'

/** What came of an operation. Failures people expect are values; their text says what is kept. */
export type OperationOutcome =
  { readonly kind: 'done'; readonly message: string } | { readonly kind: 'failed'; readonly reason: string }

/** `note` writes an audit entry. */
export interface OperationNeeds {
  readonly channels: Channels
  readonly store: Store
  readonly keeper: ChangesetKeeper
  readonly undoBook: UndoBook
  note(session: string, kind: string, actor: string, summary: string, detail?: Readonly<Record<string, unknown>>): void
}

/** Commit, discard and their undo, for clients and for the agent's commit tool alike. */
export interface Operations {
  run(
    changeset: string,
    operation: string,
    details: { readonly file?: string; readonly message?: string; readonly clientId: string },
  ): Promise<OperationOutcome>
  /** Commits what the session changed, or the named paths (relative to the session's folder, or absolute). */
  commitForAgent(
    session: string,
    folder: string,
    message: string,
    paths: readonly string[] | undefined,
  ): Promise<{ kind: 'committed'; hash: string } | { kind: 'failed'; reason: string }>
}

/** The operations of every session's changesets. */
export function createOperations(needs: OperationNeeds): Operations {
  const { channels, store, keeper, undoBook } = needs

  function sessionOf(changeset: string): { session: string; view: 'session' | 'uncommitted' } | undefined {
    const parsed = parseChannelUri(changeset)
    if (parsed?.kind !== 'changeset') return undefined
    const view = parsed.path[0]
    if (view !== changesetViews.session && view !== changesetViews.uncommitted) return undefined
    const session = channels
      .list('session')
      .find(
        (uri) => channels.state(uri, 'session')?.changesets?.some((each) => each.uriTemplate === changeset) === true,
      )
    return session === undefined ? undefined : { session, view }
  }

  async function run(
    changeset: string,
    operation: string,
    details: { readonly file?: string; readonly message?: string; readonly clientId: string },
  ): Promise<OperationOutcome> {
    const found = sessionOf(changeset)
    if (found === undefined || keeper.place(found.session) === undefined)
      return failed('This changeset has no repository behind it.')
    const { session, view } = found
    channels.apply(changeset, { type: 'changeset/operationStatusChanged', operationId: operation, status: 'running' })
    const outcome = await perform(session, view, operation, details)
    needs.note(
      session,
      'operation',
      `client:${details.clientId}`,
      outcome.kind === 'done' ? outcome.message : outcome.reason,
      {
        operation,
        changeset: view,
        ...(details.file === undefined ? {} : { file: details.file }),
      },
    )
    if (channels.has(changeset)) {
      channels.apply(changeset, {
        type: 'changeset/operationStatusChanged',
        operationId: operation,
        ...(outcome.kind === 'done'
          ? { status: 'idle' as const }
          : { status: 'error' as const, error: { errorType: operation, message: outcome.reason } }),
      })
    }
    await keeper.refreshed(session)
    return outcome
  }

  async function perform(
    session: string,
    view: 'session' | 'uncommitted',
    operation: string,
    details: { readonly file?: string; readonly message?: string },
  ): Promise<OperationOutcome> {
    switch (operation) {
      case changesetOperations.commit:
        return commitShown(session, view, details.message)
      case changesetOperations.discard:
        return discardFile(session, view, details.file ?? '')
      case changesetOperations.undoCommit:
        return undoLastCommit(session)
      case changesetOperations.undoDiscard:
        return undoLastDiscard(session)
      default:
        return failed(`There is no operation ${operation}.`)
    }
  }

  async function commitShown(
    session: string,
    view: 'session' | 'uncommitted',
    message: string | undefined,
  ): Promise<OperationOutcome> {
    await keeper.refreshed(session)
    const paths = pathsToCommit(session, view)
    if (paths.length === 0) return failed('There is nothing to commit.')
    const text = message ?? draftMessage(session, paths)
    const result = await commitPaths(session, text, paths)
    return result.kind === 'failed' ? result : { kind: 'done', message: result.message }
  }

  function pathsToCommit(session: string, view: 'session' | 'uncommitted'): string[] {
    const open = keeper.shown(session, 'uncommitted')?.files ?? []
    if (view === 'uncommitted') return open.flatMap(pathsOf)
    const own = new Set((keeper.shown(session, 'session')?.files ?? []).flatMap(pathsOf))
    return open.flatMap(pathsOf).filter((path) => own.has(path))
  }

  async function commitPaths(
    session: string,
    message: string,
    paths: readonly string[],
  ): Promise<{ kind: 'committed'; hash: string; message: string } | { kind: 'failed'; reason: string }> {
    const place = keeper.place(session)
    if (place === undefined || place.isPrivate) return failed('The folder is not in a git repository.')
    const result = await commit(place.git, place.root, { message, paths })
    if (result.kind === 'failed') return failed(`${result.reason} ${result.kept}`)
    undoBook.note(session, { commit: { hash: result.hash, summary: result.summary } })
    const notes = result.notes.length === 0 ? '' : ` ${result.notes.join(' ')}`
    return {
      kind: 'committed',
      hash: result.hash,
      message: `Committed ${result.hash.slice(0, 7)}: ${result.summary}.${notes}`,
    }
  }

  async function discardFile(
    session: string,
    view: 'session' | 'uncommitted',
    file: string,
  ): Promise<OperationOutcome> {
    const place = keeper.place(session)
    await keeper.refreshed(session)
    const change = place && findChange(keeper.shown(session, view)?.files ?? [], place.root, file)
    if (place === undefined || change === undefined) return failed('This file has no change any more.')
    const result = await discard(place.git, place.root, change, { keep: (content) => store.putBlob(content, session) })
    if (result.kind === 'failed') return failed(`${result.reason} ${result.kept}`)
    undoBook.note(session, { discard: { ...result.discarded, name: change.path } })
    return { kind: 'done', message: `Discarded the change of ${change.path}.` }
  }

  async function undoLastCommit(session: string): Promise<OperationOutcome> {
    const place = keeper.place(session)
    const last = undoBook.of(session).commit
    if (place === undefined || last === undefined) return failed('There is no commit of this session to take back.')
    const result = await undoCommit(place.git, place.root, last.hash)
    if (result.kind === 'failed') return failed(`${result.reason} ${result.kept}`)
    undoBook.note(session, { commit: undefined })
    return { kind: 'done', message: `Took back the commit "${result.summary}"; its changes are kept.` }
  }

  async function undoLastDiscard(session: string): Promise<OperationOutcome> {
    const place = keeper.place(session)
    const last = undoBook.of(session).discard
    if (place === undefined || last === undefined) return failed('There is no discarded change to bring back.')
    const discarded: DiscardedChange = {
      path: last.path,
      left: last.left,
      ...(last.was === undefined ? {} : { was: last.was }),
      ...(last.restored === undefined ? {} : { restored: last.restored }),
    }
    const read = async (hash: string) => {
      const content = store.getBlob(hash)
      return content === undefined ? undefined : Buffer.from(content)
    }
    const result = await undoDiscard(place.root, discarded, { read })
    if (result.kind === 'failed') return failed(`${result.reason} ${result.kept}`)
    undoBook.note(session, { discard: undefined })
    return { kind: 'done', message: `Brought back the change of ${last.name}.` }
  }

  function draftMessage(session: string, paths: readonly string[]): string {
    const title = channels.state(session, 'session')?.title ?? ''
    return title !== '' ? title : `Change ${paths.length === 1 ? paths[0] : `${paths.length} files`}`
  }

  return {
    run,
    async commitForAgent(session, folder, message, paths) {
      await keeper.prepare(session, folder)
      const found = await keeper.findPlace(session)
      if (found.kind === 'none') return failed(found.reason)
      const { place } = found
      if (place.isPrivate) return failed('The folder is not in a git repository.')
      // Paths that are named are looked at by the commit itself.
      if (paths === undefined) await keeper.refreshed(session)
      const chosen =
        paths === undefined
          ? pathsToCommit(session, 'session')
          : paths.map((path) => relative(place.root, isAbsolute(path) ? path : join(folder, path)))
      if (chosen.length === 0) return failed('There is nothing to commit.')
      const result = await commitPaths(session, message, chosen)
      if (result.kind === 'failed') return result
      needs.note(session, 'commit', 'agent', result.message, { hash: result.hash })
      // The agent goes on; whoever looks at the changes sees it as soon as they have been looked at.
      keeper.refresh(session)
      return { kind: 'committed', hash: result.hash }
    },
  }
}

function failed(reason: string): { kind: 'failed'; reason: string } {
  return { kind: 'failed', reason }
}

function pathsOf(change: FileChange): string[] {
  return change.oldPath === undefined ? [change.path] : [change.path, change.oldPath]
}

/** A file's id is its URI as the changeset shows it; compared as it was sent, never taken apart. */
function findChange(files: readonly FileChange[], root: string, id: string): FileChange | undefined {
  return files.find(
    (change) =>
      changesetFiles({ files: [change], additions: 0, deletions: 0, nestedRepositories: [] }, root, () => '')[0]?.id ===
      id,
  )
}
