/** What the tabs of one browser tell each other. */
interface TabMessage {
  readonly tab: string
  /** What stands in front of the person there; nothing when the tab is not. */
  readonly inFront: readonly string[]
}

/** Reaches the other tabs, never the one that posts. */
interface TabChannel {
  post(message: TabMessage): void
  /** There is one hearer. */
  hear(hearer: (data: unknown) => void): void
  close(): void
}

export interface TabsNeeds {
  readonly id: string
  readonly channel: TabChannel
  /** Holds a lock of the browser until the promise is over; undefined where there are none. */
  readonly holdLock: ((until: Promise<void>, onHeld: () => void) => void) | undefined
  now(): number
}

/** The tabs of this page in one browser: one of them notifies, and all know what the person has in front of them. */
export interface Tabs {
  /** Whether it is this tab that notifies. */
  isSpeaker(): boolean
  setInFront(sessions: readonly string[]): void
  /** In any of the tabs. */
  isInFront(session: string): boolean
  stop(): void
}

/** A tab that crashed says nothing any more: what it said counts this long, milliseconds. Said again well within. */
const believedMs = 60_000
export const repeatMs = 20_000

export function createTabs({ id, channel, holdLock, now }: TabsNeeds): Tabs {
  const others = new Map<string, { readonly inFront: readonly string[]; readonly at: number }>()
  let own: readonly string[] = []
  let speaks = holdLock === undefined
  let release = (): void => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  holdLock?.(until, () => (speaks = true))

  channel.hear((data) => {
    const message = readMessage(data)
    if (message === undefined || message.tab === id) return
    if (message.inFront.length === 0) others.delete(message.tab)
    else others.set(message.tab, { inFront: message.inFront, at: now() })
  })

  return {
    isSpeaker: () => speaks,
    setInFront(sessions) {
      if (sessions.length > 0 || own.length > 0) channel.post({ tab: id, inFront: [...sessions] })
      own = sessions
    },
    isInFront(session) {
      if (own.includes(session)) return true
      const at = now()
      return [...others.values()].some((other) => at - other.at < believedMs && other.inFront.includes(session))
    },
    stop() {
      if (own.length > 0) channel.post({ tab: id, inFront: [] })
      channel.close()
      speaks = false
      release()
    },
  }
}

function readMessage(data: unknown): TabMessage | undefined {
  if (typeof data !== 'object' || data === null || !('tab' in data) || !('inFront' in data)) return undefined
  const { tab, inFront } = data
  if (typeof tab !== 'string' || !Array.isArray(inFront)) return undefined
  return { tab, inFront: inFront.filter((session): session is string => typeof session === 'string') }
}

/** The tabs of this browser. */
export function createBrowserTabs(id: string): Tabs {
  const { locks } = navigator as { readonly locks?: LockManager }
  const channel = new BroadcastChannel('roadstead-tabs')
  return createTabs({
    id,
    channel: {
      post: (message) => channel.postMessage(message),
      hear: (hearer) => channel.addEventListener('message', ({ data }) => hearer(data)),
      close: () => channel.close(),
    },
    holdLock:
      locks === undefined
        ? undefined
        : (until, onHeld) => {
            void locks
              .request('roadstead-notifies', async () => {
                onHeld()
                await until
              })
              .catch(() => {})
          },
    now: () => Date.now(),
  })
}
