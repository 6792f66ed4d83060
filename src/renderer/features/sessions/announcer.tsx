import { useState } from 'react'
import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import type { Glyph } from '../../components/status-glyph.tsx'
import { useIsOnline, useSessions } from '../../hosts/use-connection.ts'
import { useI18n, type Translate } from '../../platform/i18n.tsx'
import { glyphOf } from './group.ts'

type Glyphs = ReadonlyMap<string, Glyph>

/** Speaks once, politely, when a session begins to need the person or comes to an end. */
export function Announcer() {
  const { t } = useI18n()
  const sessions = useSessions()
  const isOnline = useIsOnline()
  const [before, setBefore] = useState<Glyphs | undefined>(undefined)
  const [words, setWords] = useState('')
  const [seen, setSeen] = useState<readonly SessionSummary[] | undefined>(undefined)

  if (sessions.status === 'ready' && isOnline && sessions.items !== seen) {
    const now: Glyphs = new Map(sessions.items.map((item) => [item.resource, glyphOf(item, true)]))
    const said = before === undefined ? '' : changesInWords(before, now, sessions.items, t)
    setSeen(sessions.items)
    setBefore(now)
    if (said !== '') setWords(said)
  }
  return (
    <div className="visually-hidden" role="status" data-announcer="">
      {words}
    </div>
  )
}

/** What became of the sessions that changed; what only began to work is not worth a word. */
export function changesInWords(before: Glyphs, now: Glyphs, items: readonly SessionSummary[], t: Translate): string {
  return items
    .filter(({ resource }) => {
      const glyph = now.get(resource)
      return glyph !== 'working' && before.get(resource) !== glyph && before.has(resource)
    })
    .map(({ resource, title }) =>
      t('glyph.withReason', {
        name: title || t('sessions.untitled'),
        reason: t(`glyph.${now.get(resource) ?? 'done'}`),
      }),
    )
    .join(' ')
}
