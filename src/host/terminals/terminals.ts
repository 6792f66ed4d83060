import type { Dispose } from '../platform/disposable.ts'

/** How a terminal's process ended. `exitCode` is absent when a signal ended it. */
export interface TerminalExit {
  readonly exitCode?: number
  readonly signal?: string
}

/** What to run in a pseudo terminal. `env` is the whole environment. */
export interface TerminalLaunch {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly cols: number
  readonly rows: number
}

/** One pty with its kept output. Ends exactly once. */
export interface Terminal {
  readonly id: string
  readonly pid: number
  /** Text typed by whoever holds the claim. */
  write(data: string): void
  /** 1–1000 each (attacks README, Wire limits). */
  resize(cols: number, rows: number): void
  /** New output, split at character boundaries only, coalesced per tick (SPEC section 19). */
  onData(listener: (data: string) => void): Dispose
  /** Settles once, after the last `onData`. Never rejects. */
  readonly exited: Promise<TerminalExit>
  /** All output kept, oldest first; the ring's limit applies and `truncated` says so. */
  output(): { readonly text: string; readonly truncated: boolean }
  /** Ends the whole process tree: TERM, then KILL after `graceMs`. Settles when nothing of it runs. */
  kill(graceMs?: number): Promise<void>
}

/** All ptys of a host. Output is kept in bounded ring files beside the event log, so that it outlives the process. */
export interface Terminals {
  /** A failure to spawn is a value. */
  start(
    id: string,
    launch: TerminalLaunch,
  ): { kind: 'started'; terminal: Terminal } | { kind: 'failed'; reason: string }
  get(id: string): Terminal | undefined
  /** Output kept for a terminal of this or an earlier host life. */
  keptOutput(id: string): { readonly text: string; readonly truncated: boolean } | undefined
  /** Kills the process if it runs and removes the kept output. */
  dispose(id: string): Promise<void>
  /** Kills every process; kept output stays. */
  stop(): Promise<void>
}
