import type { Changeset, ChangesetState } from '../../protocol/channels/changeset/state.ts'
import { changesetViews } from '../../protocol/roadstead.ts'
import { changesetUri } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'

/** Opens a session's changesets, still to be computed, and lists them in the session. Without git there is nothing uncommitted. */
export function openChangesets(channels: Channels, session: string, sessionId: string, hasGit: boolean): void {
  const catalogue: Changeset[] = [
    { label: 'This session', uriTemplate: changesetUri(sessionId, changesetViews.session), changeKind: 'session' },
  ]
  if (hasGit) {
    const uriTemplate = changesetUri(sessionId, changesetViews.uncommitted)
    catalogue.push({ label: 'Uncommitted', uriTemplate, changeKind: 'uncommitted' })
  }
  for (const { uriTemplate } of catalogue) {
    const state: ChangesetState = { status: 'computing', files: [] }
    if (!channels.has(uriTemplate)) channels.open(uriTemplate, { kind: 'changeset', state }, { session, logged: false })
  }
  if (JSON.stringify(channels.state(session, 'session')?.changesets) !== JSON.stringify(catalogue)) {
    channels.apply(session, { type: 'session/changesetsChanged', changesets: catalogue })
  }
}
