import { useCallback, useState } from 'react'
import { readPreference, writePreference } from '../../platform/preferences.ts'

/** Drafts of more sessions than this are not kept; the oldest go. */
const maxDrafts = 50

/** What was written and not sent, kept for each session over reloads. */
export function useDraft(session: string): [string, (text: string | ((before: string) => string)) => void] {
  const [text, setText] = useState(() => readPreference('drafts')[session] ?? '')
  const set = useCallback(
    (next: string | ((before: string) => string)) => {
      setText((before) => {
        const value = typeof next === 'string' ? next : next(before)
        keep(session, value)
        return value
      })
    },
    [session],
  )
  return [text, set]
}

function keep(session: string, text: string): void {
  const { [session]: _old, ...others } = readPreference('drafts')
  const kept = Object.entries(others).slice(text === '' ? -maxDrafts : 1 - maxDrafts)
  writePreference('drafts', Object.fromEntries(text === '' ? kept : [...kept, [session, text]]))
}
