import type { JsonRpcPeer } from '../protocol/json-rpc-peer.ts'
import { ROOT_URI } from '../protocol/uri.ts'
import type { Timers } from './timers.ts'

/** Time between two looks, and how long the host has to answer. */
const pingAfterMs = 15_000
const pingTimeoutMs = 5_000
/** A later wake-up than planned by this much means the machine slept: the connection is probably dead, so wait less. */
const sleepJumpMs = 10_000
const pingAfterSleepTimeoutMs = 2_500

/**
 * A socket can be dead without closing (FAULTS, half-open): asks the host now and then whether it is there. `onLatency`
 * gets the time of each answer in ms, `onDead` is called once when none comes. Returns how to stop.
 */
export function watchSilence(
  peer: JsonRpcPeer,
  timers: Timers,
  { onLatency, onDead }: { onLatency(ms: number): void; onDead(): void },
): () => void {
  let stopped = false
  let callOff = plan()

  function plan(): () => void {
    const plannedAt = timers.now() + pingAfterMs
    return timers.after(pingAfterMs, () => {
      if (!stopped) void ping(timers.now() - plannedAt > sleepJumpMs)
    })
  }

  async function ping(slept: boolean): Promise<void> {
    const sentAt = timers.now()
    try {
      await peer.request('ping', { channel: ROOT_URI }, { timeoutMs: slept ? pingAfterSleepTimeoutMs : pingTimeoutMs })
    } catch {
      if (!stopped) onDead()
      return
    }
    if (stopped) return
    onLatency(Math.max(0, timers.now() - sentAt))
    callOff = plan()
  }

  return () => {
    stopped = true
    callOff()
  }
}
