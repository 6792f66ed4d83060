import type { Timers } from '../timers.ts'

/** Time that passes only when a test says so. */
export interface FakeTimers extends Timers {
  /** Lets time pass; each task runs at its time, and what it set going runs on before the next. */
  advance(ms: number): Promise<void>
  /** The machine sleeps: time passes, and every task that was due meanwhile runs late, at the end. */
  sleep(ms: number): Promise<void>
  /** Tasks that wait. */
  readonly waiting: number
}

interface Task {
  readonly at: number
  run(): void
}

export function createFakeTimers(startMs = Date.UTC(2026, 0, 1)): FakeTimers {
  let now = startMs
  const tasks = new Set<Task>()

  const firstDue = (until: number): Task | undefined =>
    [...tasks].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]

  async function runDue(until: number, timeMoves: boolean): Promise<void> {
    for (let task = firstDue(until); task !== undefined; task = firstDue(until)) {
      if (timeMoves) now = Math.max(now, task.at)
      tasks.delete(task)
      task.run()
      await settled()
    }
  }

  return {
    now: () => now,
    after(ms, run) {
      const task = { at: now + ms, run }
      tasks.add(task)
      return () => void tasks.delete(task)
    },
    async advance(ms) {
      await settled()
      const until = now + ms
      await runDue(until, true)
      now = until
      await settled()
    },
    async sleep(ms) {
      await settled()
      now += ms
      await runDue(now, false)
    },
    get waiting() {
      return tasks.size
    },
  }
}

/** Lets everything run that waits for nothing but its turn. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve()
}
