import type { Dispose } from './disposable.ts'

/** Runs a task after so many milliseconds; returns how to call it off. */
export type After = (ms: number, task: () => void) => Dispose

/** Runs a task again and again, so many milliseconds apart; returns how to stop. */
export type Every = (ms: number, task: () => void) => Dispose

/** On the machine's own timers. What waits for one keeps no process alive. */
export const after: After = (ms, task) => {
  const timer = setTimeout(task, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/** On the machine's own timers. What waits for one keeps no process alive. */
export const every: Every = (ms, task) => {
  const timer = setInterval(task, ms)
  timer.unref()
  return () => clearInterval(timer)
}
