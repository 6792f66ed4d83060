import type { SessionSummary } from '../../../protocol/channels/session/state.ts'
import type { Glyph } from '../../components/status-glyph.tsx'
import { summaryText } from '../../platform/host-text.ts'
import type { I18n } from '../../platform/i18n.tsx'
import { completionOf, glyphOf } from './group.ts'

/** The sign of a session and what it says: why, and since when. */
export function statusWords(
  summary: SessionSummary,
  isReachable: boolean,
  nowMs: number,
  { t, ago, locale }: Pick<I18n, 't' | 'ago' | 'locale'>,
): { readonly glyph: Glyph; readonly words: string } {
  const glyph = glyphOf(summary, isReachable)
  const name = t(`glyph.${glyph}`)
  const complete = glyph === 'done' || glyph === 'review' ? completionOf(summary) : undefined
  const isAsking = glyph === 'needs-you' || glyph === 'working' || glyph === 'failed'
  const reason = isAsking ? summaryText(summary.activity ?? '', locale) : (complete?.summary.trim() ?? '')
  const withReason = reason === '' ? name : t('glyph.withReason', { name, reason })
  return { glyph, words: t('glyph.since', { name: withReason, ago: ago(complete?.at ?? summary.modifiedAt, nowMs) }) }
}
