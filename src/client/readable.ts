/** A value that changes, for anybody who shows it. Fits React's `useSyncExternalStore` as it is. */
export interface Readable<T> {
  /** The value now; the same reference until it changes. */
  get(): T
  /** Called after each change. Returns how to stop. */
  subscribe(listener: () => void): () => void
}

/** A Readable with its writer. */
export interface Cell<T> extends Readable<T> {
  set(value: T): void
}

/** A cell; setting an identical value tells nobody. A listener that throws does not keep the others from hearing. */
export function createCell<T>(initial: T): Cell<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) {
        try {
          listener()
        } catch {
          // One view's fault is not another's.
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Settles with the first value for which `test` holds, at once when it holds already. */
export function waitFor<T, U extends T>(readable: Readable<T>, test: (value: T) => value is U): Promise<U>
export function waitFor<T>(readable: Readable<T>, test: (value: T) => boolean): Promise<T>
export function waitFor<T>(readable: Readable<T>, test: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const now = readable.get()
    if (test(now)) return resolve(now)
    const stop = readable.subscribe(() => {
      const value = readable.get()
      if (!test(value)) return
      stop()
      resolve(value)
    })
  })
}
