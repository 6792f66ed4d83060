import { CircleAlert, CircleCheck } from 'lucide-react'
import { useHostFacts } from '../../hosts/use-channel.ts'
import { useI18n } from '../../platform/i18n.tsx'

/** What this machine has: sandbox and Git, and what to do about what is missing. */
export function FoundHere() {
  const { t } = useI18n()
  const facts = useHostFacts()
  if (facts === undefined) return null
  const { sandbox, git } = facts
  const rows = [
    sandbox.status === 'available'
      ? { isThere: true, text: t('first.sandboxOn', { tool: sandbox.tool }), fix: undefined }
      : { isThere: false, text: t('first.sandboxOff', { reason: sandbox.reason }), fix: sandbox.fix },
    git.status === 'available'
      ? { isThere: true, text: t('first.gitOn', { version: git.version }), fix: undefined }
      : { isThere: false, text: t('first.gitOff', { reason: git.reason }), fix: git.fix },
  ]
  return (
    <section className="found-here" aria-label={t('first.found')}>
      <h2>{t('first.found')}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.text} className={row.isThere ? 'found-here__on' : 'found-here__off'}>
            {row.isThere ? <CircleCheck size={14} aria-hidden="true" /> : <CircleAlert size={14} aria-hidden="true" />}
            <span>
              {row.text}
              {row.fix !== undefined && <span className="dim"> {t('first.fix', { fix: row.fix })}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
