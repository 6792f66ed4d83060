import type { Dispose } from './disposable.ts'
import { detailOf } from './error-detail.ts'
import type { Logger } from './logger.ts'

/** Listeners called in the order they came. One that throws is logged and keeps nobody else from hearing. */
export interface Listeners<A extends readonly unknown[]> {
  /** One that is added twice is told twice. */
  add(listener: (...args: A) => void): Dispose
  tell(...args: A): void
}

/** Nobody listens yet. */
export function createListeners<A extends readonly unknown[]>(logger: Logger): Listeners<A> {
  const listeners = new Set<{ readonly call: (...args: A) => void }>()
  return {
    add(call) {
      const listener = { call }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(...args) {
      for (const { call } of [...listeners]) {
        try {
          call(...args)
        } catch (error) {
          logger.error('A listener failed', { detail: detailOf(error) })
        }
      }
    },
  }
}
