import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHostFacts } from '../../hosts/use-channel.ts'
import { useI18n } from '../../platform/i18n.tsx'

/** A line of what was found. */
export interface FoundRow {
  readonly isThere: boolean
  readonly text: string
}

interface FoundHereProps {
  readonly more: readonly FoundRow[]
  readonly action: ReactNode
}

/** What this machine has: models, sandbox and Git, and what to do about what is missing. */
export function FoundHere({ more, action }: FoundHereProps) {
  const { t, hostText } = useI18n()
  const facts = useHostFacts()
  if (facts === undefined) return null
  const { sandbox, git } = facts
  const rows = [
    ...more.map((row) => ({ ...row, fix: undefined, isOptional: true })),
    sandbox.status === 'available'
      ? { isOptional: false, isThere: true, text: t('first.sandboxOn', { tool: sandbox.tool }), fix: undefined }
      : {
          isOptional: false,
          isThere: false,
          text: t('first.sandboxOff', { reason: hostText(sandbox.reason) }),
          fix: sandbox.fix,
        },
    git.status === 'available'
      ? { isOptional: false, isThere: true, text: t('first.gitOn', { version: git.version }), fix: undefined }
      : { isOptional: false, isThere: false, text: t('first.gitOff', { reason: hostText(git.reason) }), fix: git.fix },
  ]
  return (
    <section className="found-here" aria-label={t('first.found')}>
      <div className="found-here__head">
        <h2>{t('first.found')}</h2>
        {action}
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.text} className={`found-here__${row.isThere ? 'on' : row.isOptional ? 'none' : 'off'}`}>
            {row.isThere ? (
              <CircleCheck size={14} aria-hidden="true" />
            ) : row.isOptional ? (
              <CircleDashed size={14} aria-hidden="true" />
            ) : (
              <CircleAlert size={14} aria-hidden="true" />
            )}
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
