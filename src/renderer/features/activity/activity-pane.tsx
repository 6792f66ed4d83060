import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import type { ModelCall } from '../../../protocol/model-facts.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useChannel } from '../../hosts/use-channel.ts'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { backgroundOf, countGroups, entryGroups, filterEntries, timeline, type EntryGroup } from './entries.ts'
import { EntryRow } from './entry-row.tsx'
import { useRecords } from './use-records.ts'
import './activity.css'

const PromptDialog = lazy(async () => ({ default: (await import('./prompt-dialog.tsx')).PromptDialog }))

interface ActivityPaneProps {
  /** The session's URI. */
  readonly session: string
  /** Goes to a turn in its chat; the chat is not always known. */
  readonly onShowTurn?: ((chat: string | undefined, turnId: string) => void) | undefined
}

const all: ReadonlySet<EntryGroup> = new Set()
const rowHeight = 34

/** Everything that happened in a session, newest first: what, who, when, why, and the raw record. */
export function ActivityPane({ session, onShowTurn }: ActivityPaneProps) {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  const { status, audits, calls, reason, retry } = useRecords(session)
  const chats = useChannel(session, 'session').state?.chats ?? []
  const [text, setText] = useState('')
  const [groups, setGroups] = useState(all)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set<string>())
  const [prompt, setPrompt] = useState<ModelCall | undefined>(undefined)
  const searched = useDeferredValue(text)
  const entries = useMemo(() => timeline(audits, calls), [audits, calls])
  const background = useMemo(() => backgroundOf(audits), [audits])
  const counts = useMemo(() => countGroups(entries), [entries])
  const found = useMemo(() => filterEntries(entries, searched, groups), [entries, searched, groups])

  if (status === 'loading') return <Skeleton label={t('activity.loading')} lines={8} />
  if (status === 'failed' && entries.length === 0)
    return (
      <ErrorState
        text={t('activity.failed')}
        action={<Button onClick={retry}>{t('common.retry')}</Button>}
        detailsLabel={t('common.details')}
        details={reason}
      />
    )

  function toggleGroup(group: EntryGroup): void {
    const next = new Set(groups)
    if (!next.delete(group)) next.add(group)
    setGroups(next)
  }
  function toggleEntry(key: string): void {
    const next = new Set(opened)
    if (!next.delete(key)) next.add(key)
    setOpened(next)
  }

  return (
    <section className="activity" aria-label={t('activity.label')}>
      <div className="activity__tools">
        <input
          type="text"
          aria-label={t('activity.filter')}
          placeholder={t('activity.filter')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="activity__groups" role="group" aria-label={t('activity.groups')}>
          <button type="button" className="chip" aria-pressed={groups.size === 0} onClick={() => setGroups(all)}>
            {t('activity.all')}
          </button>
          {entryGroups.map((group) =>
            counts.has(group) ? (
              <button
                key={group}
                type="button"
                className={`chip chip--${group}`}
                aria-pressed={groups.has(group)}
                onClick={() => toggleGroup(group)}
              >
                {t(`activity.group.${group}`)}
                <span className="chip__count tabular">{counts.get(group)}</span>
              </button>
            ) : null,
          )}
        </div>
        <p className="visually-hidden" role="status">
          {t('activity.count', { count: found.length })}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState text={entries.length === 0 ? t('activity.empty') : t('activity.noMatch')} />
      ) : (
        <VirtualList
          items={found}
          role="list"
          label={t('activity.label')}
          className={`activity__list ${isOnline ? '' : 'is-stale'}`}
          keyOf={({ key }) => key}
          estimate={() => rowHeight}
          draw={(entry) => (
            <EntryRow
              entry={entry}
              background={background}
              isOpen={opened.has(entry.key)}
              onToggle={() => toggleEntry(entry.key)}
              onShowTurn={
                // The record of a session with one chat need not name it.
                onShowTurn &&
                ((chat, turnId) => onShowTurn(chat ?? (chats.length === 1 ? chats[0]?.resource : chat), turnId))
              }
              onOpenPrompt={setPrompt}
            />
          )}
        />
      )}
      {prompt !== undefined && (
        <Suspense fallback={null}>
          <PromptDialog session={session} call={prompt} calls={calls} onClose={() => setPrompt(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
