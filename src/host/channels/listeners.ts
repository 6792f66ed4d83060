import type { Dispose } from '../platform/disposable.ts'
import { detailOf } from '../platform/error-detail.ts'
import type { Logger } from '../platform/logger.ts'

/** Listeners called in the order they came. One that throws is logged and keeps nobody else from hearing. */
export interface Listeners<T> {
  add(listener: (value: T) => void): Dispose
  tell(value: T): void
}

/** A list of listeners; what one throws is logged and the others are still told. */
export function createListeners<T>(logger: Logger): Listeners<T> {
  const listeners = new Set<{ readonly call: (value: T) => void }>()
  return {
    add(call) {
      const listener = { call }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(value) {
      for (const { call } of [...listeners]) {
        try {
          call(value)
        } catch (error) {
          logger.error('A listener failed', {
            detail: detailOf(error),
          })
        }
      }
    },
  }
}
