import { useMemo, useState } from 'react'
import type { Changeset } from '../../../protocol/channels/changeset/state.ts'
import type { SessionState } from '../../../protocol/channels/session/state.ts'
import { roadsteadMeta, SessionFacts } from '../../../protocol/roadstead.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { useChannel, useHostFacts } from '../../hosts/use-channel.ts'
import { useHost } from '../../hosts/host-context.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { ChangesetPicker } from './changeset-picker.tsx'
import { ChangesetView } from './changeset-view.tsx'
import './changes.css'

interface ChangesPaneProps {
  /** The session's URI. */
  readonly session: string
  /** Goes to a turn in its chat; without it the answer to "who changed this line" offers no way there. */
  readonly onShowTurn?: ((chat: string, turnId: string) => void) | undefined
}

/** What a session has changed: files, diffs, commit. */
export function ChangesPane({ session, onShowTurn }: ChangesPaneProps) {
  const { t } = useI18n()
  const found = useChannel(session, 'session')
  if (found.state === undefined)
    return found.status === 'gone' ? <EmptyState text={t('changes.gone')} /> : <Skeleton label={t('changes.loading')} />
  const changesets = (found.state.changesets ?? []).filter(({ uriTemplate }) => !uriTemplate.includes('{'))
  if (changesets.length === 0) return <NoChangesets state={found.state} />
  return (
    <Changesets key={session} session={session} state={found.state} changesets={changesets} onShowTurn={onShowTurn} />
  )
}

interface ChangesetsProps {
  readonly session: string
  readonly state: SessionState
  readonly changesets: readonly Changeset[]
  readonly onShowTurn: ((chat: string, turnId: string) => void) | undefined
}

function Changesets({ session, state, changesets, onShowTurn }: ChangesetsProps) {
  const { t, hostText } = useI18n()
  const { client } = useHost()
  const [chosen, setChosen] = useState<string>()
  const uri = changesets.find((each) => each.uriTemplate === chosen)?.uriTemplate ?? changesets[0]?.uriTemplate ?? ''
  const openUri = changesets.find((each) => each.changeKind === 'uncommitted')?.uriTemplate
  const shown = useChannel(uri, 'changeset')
  const open = useChannel(openUri, 'changeset')
  const picker = useMemo(
    () => <ChangesetPicker changesets={changesets} selected={uri} onSelect={setChosen} />,
    [changesets, uri],
  )
  const retry = () => client.retry()

  if (shown.state === undefined || (shown.state.status === 'computing' && shown.state.files.length === 0))
    return (
      <section className="changes" aria-label={t('changes.pane')} aria-busy={shown.status !== 'gone'}>
        <div className="changes__bar">{picker}</div>
        {shown.status === 'gone' ? (
          <EmptyState text={t('changes.gone')} action={<Button onClick={retry}>{t('changes.retry')}</Button>} />
        ) : (
          <Skeleton label={t('changes.computing')} lines={6} />
        )}
      </section>
    )
  if (shown.state.status === 'error')
    return (
      <section className="changes" aria-label={t('changes.pane')}>
        <div className="changes__bar">{picker}</div>
        <ErrorState
          text={t('changes.error')}
          detailsLabel={t('changes.details')}
          {...(shown.state.error === undefined ? {} : { details: hostText(shown.state.error.message) })}
        />
      </section>
    )
  return (
    <ChangesetView
      session={session}
      sessionState={state}
      uri={uri}
      state={shown.state}
      kind={changesets.find((each) => each.uriTemplate === uri)?.changeKind ?? ''}
      uncommitted={openUri === undefined ? undefined : (open.state?.files ?? [])}
      picker={picker}
      onShowTurn={onShowTurn}
    />
  )
}

/** Why there is nothing to choose from yet. */
function NoChangesets({ state }: { state: SessionState }) {
  const { t, hostText } = useI18n()
  const host = useHostFacts()
  const trust = roadsteadMeta(SessionFacts, state._meta)?.folderTrust
  if (state.lifecycle === 'creating') return <Skeleton label={t('changes.loading')} />
  if (trust === 'untrusted') return <EmptyState text={t('changes.untrusted')} />
  if (host?.git.status === 'unavailable')
    return <EmptyState text={t('changes.noGit')} hint={host.git.fix ?? hostText(host.git.reason)} />
  return <EmptyState text={t('changes.empty')} hint={t('changes.emptyHint')} />
}
