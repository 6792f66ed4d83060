/** A promise raced with a signal and a time limit. The promise itself goes on; its late failure is swallowed. */
export type Waited<T> =
  { readonly kind: 'settled'; readonly value: T } | { readonly kind: 'stopped' } | { readonly kind: 'timeout' }

/**
 * Waits for `promise`, but no longer than `stopMs` after `signal` and, where given, no longer than `timeoutMs` at all.
 * Rejects only when `promise` does so in time.
 */
export function waitFor<T>(
  promise: Promise<T>,
  limits: { readonly signal: AbortSignal; readonly stopMs: number; readonly timeoutMs?: number },
): Promise<Waited<T>> {
  const { signal, stopMs, timeoutMs } = limits
  return new Promise((resolve, reject) => {
    const timers: NodeJS.Timeout[] = []
    const settle = (run: () => void) => {
      for (const timer of timers) clearTimeout(timer)
      signal.removeEventListener('abort', stopSoon)
      run()
    }
    const stopSoon = () => timers.push(setTimeout(() => settle(() => resolve({ kind: 'stopped' })), stopMs))
    if (signal.aborted) stopSoon()
    else signal.addEventListener('abort', stopSoon, { once: true })
    if (timeoutMs !== undefined) timers.push(setTimeout(() => settle(() => resolve({ kind: 'timeout' })), timeoutMs))
    promise.then(
      (value) => settle(() => resolve({ kind: 'settled', value })),
      (error: unknown) => settle(() => reject(error instanceof Error ? error : new Error(String(error)))),
    )
  })
}
