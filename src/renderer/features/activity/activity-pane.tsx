import { useMemo, useState } from 'react'
import type { AuditEntry } from '../../../protocol/roadstead.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { useIsOnline } from '../../hosts/use-connection.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { summaryText } from '../../platform/host-text.ts'
import { actorOf, approvalFacts, callSummaries, filterEntries, kindOf, shownKinds, type EntryKind } from './entries.ts'
import { useAuditEntries } from './use-audit-entries.ts'
import './activity.css'

/** Entries shown at first, and added by each "Show more". */
const page = 200

/** Everything that happened in a session, newest first: what, who, when, and the raw record. `session` is its URI. */
export function ActivityPane({ session }: { session: string }) {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  const { status, entries, reason, retry } = useAuditEntries(session)
  const [text, setText] = useState('')
  const [kind, setKind] = useState<EntryKind | 'all'>('all')
  const [limit, setLimit] = useState(page)
  const kinds = useMemo(() => shownKinds(entries), [entries])
  const calls = useMemo(() => callSummaries(entries), [entries])
  const found = useMemo(() => filterEntries(entries, text, kind), [entries, text, kind])

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
  return (
    <section className="activity" aria-label={t('activity.label')}>
      <div className="activity__tools">
        <input
          type="text"
          aria-label={t('activity.filter')}
          placeholder={t('activity.filter')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setLimit(page)
          }}
        />
        <select
          aria-label={t('activity.kinds')}
          value={kind}
          onChange={(event) => setKind(kinds.find((each) => each === event.target.value) ?? 'all')}
        >
          <option value="all">{t('activity.all')}</option>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {t(`activity.kind.${each}`)}
            </option>
          ))}
        </select>
      </div>
      {found.length === 0 ? (
        <EmptyState text={entries.length === 0 ? t('activity.empty') : t('activity.noMatch')} />
      ) : (
        <ol className={`activity__list scroll ${isOnline ? '' : 'is-stale'}`}>
          {found.slice(0, limit).map((entry) => (
            <EntryRow key={entry.index} entry={entry} calls={calls} />
          ))}
          {found.length > limit && (
            <li>
              <Button look="quiet" onClick={() => setLimit(limit + page)}>
                {t('activity.more')}
              </Button>
            </li>
          )}
        </ol>
      )}
    </section>
  )
}

function EntryRow({ entry, calls }: { entry: AuditEntry; calls: ReadonlyMap<string, string> }) {
  const { t, at, locale } = useI18n()
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(new Date(entry.at))
  const kind = kindOf(entry)
  const approval = approvalFacts(entry, calls)
  return (
    <li className={`activity__entry activity__entry--${kind}`}>
      <details>
        <summary>
          <time className="activity__time tabular" dateTime={entry.at} title={at(entry.at)}>
            {time}
          </time>
          <span className="activity__words">
            <span className="activity__summary">
              {approval === undefined
                ? summaryText(entry.summary, locale)
                : t(`activity.${approval.outcome}.${approval.by}`)}
            </span>
            {approval?.call !== undefined && (
              <span className="activity__about">{summaryText(approval.call, locale)}</span>
            )}
            <span className="activity__actor">
              {approval === undefined || approval.rules.length === 0
                ? `${t(`activity.kind.${kind}`)} · ${t(`activity.actor.${actorOf(entry)}`)}`
                : approval.rules.join(', ')}
            </span>
          </span>
        </summary>
        <pre className="activity__record" aria-label={t('activity.record', { index: entry.index })} tabIndex={0}>
          {JSON.stringify(entry, null, 2)}
        </pre>
      </details>
    </li>
  )
}
