import type { Dispose } from '../platform/disposable.ts'

/** Who wants to be told of something. */
export interface Listeners<A extends readonly unknown[]> {
  add(listener: (...args: A) => void): Dispose
  tell(...args: A): void
}

/** Nobody yet. One that is added twice is told twice. */
export function createListeners<A extends readonly unknown[]>(): Listeners<A> {
  const listeners = new Set<(...args: A) => void>()
  return {
    add(listener) {
      const own = (...args: A) => listener(...args)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    tell(...args) {
      for (const listener of [...listeners]) listener(...args)
    },
  }
}
