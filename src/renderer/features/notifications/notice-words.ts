import { summaryText } from '../../platform/host-text.ts'
import type { I18n } from '../../platform/i18n.tsx'
import type { Preferences } from '../../platform/preferences.ts'
import type { Notice } from './notices.ts'

/** What a notification says, and no more than the person allows: others may see the screen. */
export function noticeWords(
  { kind, summary }: Notice,
  allowed: Preferences['notifyWords'],
  { t, locale }: Pick<I18n, 't' | 'locale'>,
): { readonly title: string; readonly body: string } {
  const name = t(`notice.${kind}`)
  if (allowed === 'nothing') return { title: name, body: t(`notice.${kind}.some`) }
  const title = t('notice.title', { name, title: summary.title || t('sessions.untitled') })
  const activity = allowed === 'activity' ? summaryText((summary.activity ?? '').trim(), locale) : ''
  return { title, body: activity === '' ? t(`notice.${kind}.this`) : activity }
}
