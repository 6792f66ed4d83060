import { useSyncExternalStore } from 'react'

/** Whether the browser lets this page notify. `unsupported`: it has no such thing, or not for a page like this one. */
export type NotifyPermission = 'granted' | 'denied' | 'default' | 'unsupported'

const listeners = new Set<() => void>()

function read(): NotifyPermission {
  return typeof Notification === 'undefined' || !window.isSecureContext ? 'unsupported' : Notification.permission
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  let status: PermissionStatus | undefined
  // Told when it is changed in the browser's own settings; not every browser does.
  void navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      if (!listeners.has(listener)) return
      status = found
      status.addEventListener('change', listener)
    })
    .catch(() => {})
  return () => {
    listeners.delete(listener)
    status?.removeEventListener('change', listener)
  }
}

/** The permission now; rerenders when it changes. */
export function useNotifyPermission(): NotifyPermission {
  return useSyncExternalStore(subscribe, read)
}

/** Asks the person; only ever after they pressed a button for it. */
export async function askNotifyPermission(): Promise<NotifyPermission> {
  if (read() === 'default') await Notification.requestPermission()
  for (const listener of [...listeners]) listener()
  return read()
}

export interface NotificationRequest {
  /** A later one with the same tag takes the place of this one. */
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly language: string
  onClick(): void
}

/** Shows a notification if the browser lets. Returns how to take it away. */
export function showNotification({ tag, title, body, language, onClick }: NotificationRequest): () => void {
  if (read() !== 'granted') return () => {}
  try {
    const shown = new Notification(title, { tag, body, lang: language, icon: '/icon.svg' })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      onClick()
    })
    return () => shown.close()
  } catch {
    // Phones show them by a service worker only.
    return () => {}
  }
}
