/** What the page remembers of sessions beside what the host holds; none of it outlives its session. */
const memories = new Set<{ forget(session: string): void }>()

/** A memory by session. Keys are a session's URI, or begin with it and a blank where a session has several. */
export function perSession<T>(): Map<string, T> {
  const kept = new Map<string, T>()
  whenForgotten((session) => {
    for (const key of [...kept.keys()]) if (isOf(session, key)) kept.delete(key)
  })
  return kept
}

/** Calls `forget` for each session that is deleted. */
export function whenForgotten(forget: (session: string) => void): void {
  memories.add({ forget })
}

/** Whether what is kept under `key` is of that session. */
export function isOf(session: string, key: string): boolean {
  return key === session || key.startsWith(`${session} `)
}

/** A session is gone for good: so is what was remembered of it. */
export function forgetSession(session: string): void {
  for (const memory of memories) memory.forget(session)
}
