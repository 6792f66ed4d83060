import { isOf, whenForgotten } from '../../platform/per-session.ts'
import { readPreference, writePreference, type Draft } from '../../platform/preferences.ts'

/** Drafts of more sessions than this are not kept; the oldest go. */
const maxDrafts = 50
/** Characters of all drafts together that outlive the page; the oldest go first. Browsers keep about five million. */
export const maxCharacters = 1_000_000
/** How long writing rests before it is put into the browser's storage. Milliseconds. */
export const keepAfterMs = 400

/** Changed and not yet in the storage; undefined: nothing is kept any more. */
const changed = new Map<string, Draft | undefined>()
let timer: ReturnType<typeof setTimeout> | undefined

/** What is kept for a session, as of now. */
export function readDraft(session: string): Draft | undefined {
  return changed.has(session) ? changed.get(session) : readPreference('drafts')[session]
}

/** Keeps a draft: in the page at once, in the storage when writing rests or the page goes. */
export function writeDraft(session: string, draft: Draft | undefined): void {
  changed.delete(session)
  changed.set(session, draft)
  timer ??= setTimeout(flushDrafts, keepAfterMs)
}

/** Puts what has changed into the storage, beside what other windows have put there meanwhile. */
export function flushDrafts(): void {
  clearTimeout(timer)
  timer = undefined
  if (changed.size === 0) return
  const kept = new Map(Object.entries(readPreference('drafts')))
  for (const [session, draft] of changed) {
    kept.delete(session)
    if (draft !== undefined) kept.set(session, draft)
  }
  changed.clear()
  let size = 0
  // The latest stand last; counted from there, what does not fit is old.
  const latest = [...kept].toReversed().filter(([, draft], index) => {
    size += JSON.stringify(draft).length
    return index < maxDrafts && size <= maxCharacters
  })
  writePreference('drafts', Object.fromEntries(latest.toReversed()))
}

whenForgotten((session) => {
  const keys = [...changed.keys(), ...Object.keys(readPreference('drafts'))]
  for (const key of keys) if (isOf(session, key)) writeDraft(key, undefined)
})

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', flushDrafts)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flushDrafts()
  })
}
