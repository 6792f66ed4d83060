import type { Channels } from '../channels/channels.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { Every } from '../platform/timers.ts'

/** How often a disk that refused is tried again. */
const betweenTriesMs = 1_000

/** While the disk refuses nothing is appended, so nobody would notice that it takes writes again: it is tried. */
export function retryStorage(channels: Channels, every: Every): Dispose {
  let stop: Dispose | undefined
  const dispose = channels.onStorageFailure((reason) => {
    if (reason === undefined) {
      stop?.()
      stop = undefined
    } else stop ??= every(betweenTriesMs, () => channels.recheckStorage())
  })
  return () => {
    dispose()
    stop?.()
  }
}
