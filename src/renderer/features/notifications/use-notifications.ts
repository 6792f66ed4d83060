import { useEffect, useRef, type RefObject } from 'react'
import { useHost } from '../../hosts/host-context.ts'
import { useIsOnline, useSessions } from '../../hosts/use-connection.ts'
import { useI18n } from '../../platform/i18n.tsx'
import { showNotification } from '../../platform/notify.ts'
import { usePreferenceValue } from '../../platform/preferences.ts'
import { createBrowserTabs, repeatMs, type Tabs } from '../../platform/tabs.ts'
import { activitiesOf, noticesOf, wantedNotices, type Activities } from './notices.ts'
import { noticeWords } from './notice-words.ts'

/** Tells the person elsewhere on their screen what needs them and what is done. `inFront`: the sessions that are shown. */
export function useNotifications(inFront: readonly string[], onSession: (session: string) => void): void {
  const { platform } = useHost()
  const i18n = useI18n()
  const sessions = useSessions()
  const isOnline = useIsOnline()
  const needsYou = usePreferenceValue('notifyNeedsYou')
  const done = usePreferenceValue('notifyDone')
  const words = usePreferenceValue('notifyWords')
  const tabsNow = useTabs(platform.clientId, inFront)
  const before = useRef<Activities | undefined>(undefined)
  const shown = useRef(new Map<string, () => void>())
  const latest = useRef(onSession)
  useEffect(() => {
    latest.current = onSession
  })

  const items = sessions.status === 'ready' && !sessions.stale && isOnline ? sessions.items : undefined
  useEffect(() => {
    const tabs = tabsNow.current
    if (items === undefined || tabs === undefined) return
    const notices = noticesOf(before.current, items)
    const now = activitiesOf(items)
    before.current = now
    for (const [session, close] of shown.current) {
      // Answered elsewhere, or looked at: it is old news.
      if (now.get(session) !== 'inProgress' && now.has(session) && !tabs.isInFront(session)) continue
      close()
      shown.current.delete(session)
    }
    if (!tabs.isSpeaker()) return
    for (const notice of wantedNotices(notices, { needsYou, done }, tabs.isInFront)) {
      const { session } = notice
      const close = showNotification({
        tag: session,
        ...noticeWords(notice, words, i18n),
        language: i18n.locale,
        onClick: () => latest.current(session),
      })
      shown.current.set(session, close)
    }
  }, [items, tabsNow, needsYou, done, words, i18n])
}

/** Tells the other tabs what is in front of the person in this one. */
function useTabs(id: string, inFront: readonly string[]): RefObject<Tabs | undefined> {
  const tabsNow = useRef<Tabs | undefined>(undefined)
  useEffect(() => {
    const made = createBrowserTabs(id)
    tabsNow.current = made
    return () => {
      made.stop()
      tabsNow.current = undefined
    }
  }, [id])

  const front = inFront.join(' ')
  useEffect(() => {
    const tabs = tabsNow.current
    if (tabs === undefined) return
    const tell = (): void => {
      const isHere = document.visibilityState === 'visible' && document.hasFocus()
      tabs.setInFront(isHere ? front.split(' ').filter(Boolean) : [])
    }
    const leave = (): void => tabs.setInFront([])
    tell()
    const timer = setInterval(tell, repeatMs)
    window.addEventListener('focus', tell)
    window.addEventListener('blur', tell)
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', tell)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', tell)
      window.removeEventListener('blur', tell)
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [id, front])
  return tabsNow
}
