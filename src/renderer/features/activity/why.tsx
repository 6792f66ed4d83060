import { failureText, reasonText, summaryText } from '../../platform/host-text.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { approvalFacts, detailOf, turnOf, type Background, type Entry } from './entries.ts'

/** Why an entry is there: what the person asked for, which rule or person allowed it, what was tried before. */
export function Why({ entry, background }: { entry: Entry; background: Background }) {
  const { t, at, duration, locale } = useI18n()
  const turnId = turnOf(entry)
  const asked = turnId === undefined ? undefined : background.asked(turnId)
  const text = asked === undefined ? undefined : shorten(asked.summary.replace(/^Asked: /, ''))
  const lines: string[] = []
  if (text !== undefined && !(entry.kind === 'audit' && entry.audit === asked))
    lines.push(
      entry.kind === 'model'
        ? t('activity.whyRound', { round: entry.call.round, text })
        : t('activity.whyAsked', { text }),
    )
  if (entry.kind === 'model') {
    for (const attempt of entry.call.attempts) {
      const words = { at: at(attempt.at), problem: failureText(attempt.problem, undefined, locale) }
      lines.push(
        attempt.waitMs === undefined
          ? t('call.attempt', words)
          : t('call.attemptWaited', { ...words, duration: duration(attempt.waitMs) }),
      )
    }
    if (entry.call.error !== undefined) lines.push(failureText(entry.call.error, undefined, locale))
  } else {
    const { toolCallId } = detailOf(entry.audit)
    const approval =
      entry.audit.kind === 'approval' || toolCallId === undefined ? entry.audit : background.approval(toolCallId)
    const facts = approval === undefined ? undefined : approvalFacts(approval, background)
    if (facts !== undefined) {
      if (approval !== entry.audit) lines.push(t(`activity.${facts.outcome}.${facts.by}`))
      for (const { rule, text: reason } of facts.reasons)
        lines.push(`${reasonText(reason, locale)} (${t('activity.rule', { rule })})`)
      const said = /^\w+ by \w+: (.*)$/s.exec(approval?.summary ?? '')?.[1]
      if (said !== undefined && facts.reasons.every((each) => !said.includes(each.text)))
        lines.push(summaryText(said, locale))
    }
  }
  if (lines.length === 0) return null
  return (
    <section className="why">
      <h3 className="why__title">{t('activity.why')}</h3>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function shorten(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? ''
  return line.length > 160 ? `${line.slice(0, 160)}…` : line
}
