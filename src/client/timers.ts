/** Time as the client needs it; handed in, because this room has no clock of its own. */
export interface Timers {
  /** Milliseconds since the epoch. A jump between two looks means the machine slept. */
  now(): number
  /** Runs `task` once after `ms`; returns how to call it off. */
  after(ms: number, task: () => void): () => void
}
