import { useEffect, useState } from 'react'
import { activityText } from '../../platform/host-text.ts'
import { useI18n } from '../../platform/i18n.tsx'

interface TurnActivityProps {
  /** What the host says the turn waits for. */
  readonly activity: string | undefined
  readonly isWaiting: boolean
  /** Whether nothing else shows it; it is said all the same, once, and not again after each step. */
  readonly isShown: boolean
}

/** What the running turn does: works, waits for the person, waits to try again. It is there as long as the turn runs. */
export function TurnActivity({ activity, isWaiting, isShown }: TurnActivityProps) {
  const { t } = useI18n()
  return (
    <p className={isShown ? 'turn__working' : 'visually-hidden'} role="status">
      <span className="turn__pulse" aria-hidden="true" />
      {isWaiting ? (
        t('step.waiting')
      ) : activity === undefined ? (
        t('chat.working')
      ) : (
        <Countdown key={activity} activity={activity} />
      )}
    </p>
  )
}

/** A text of the host with its seconds running down. Only the first wording is spoken. */
function Countdown({ activity }: { activity: string }) {
  const { locale } = useI18n()
  const [elapsedS, setElapsed] = useState(0)
  const isCounting = /\b\d+ s\b/.test(activity)
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setElapsed((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [isCounting])
  return (
    <>
      <span className="visually-hidden">{activityText(activity, locale)}</span>
      <span aria-hidden="true">{activityText(countedDown(activity, elapsedS), locale)}</span>
    </>
  )
}

/** `… in 12 s …` after four seconds: `… in 8 s …`, and `… now …` when they are over. */
export function countedDown(text: string, elapsedS: number): string {
  return text.replace(/\bin (\d+) s\b/, (_, seconds: string) => {
    const left = Number(seconds) - elapsedS
    return left > 0 ? `in ${left} s` : 'now'
  })
}
