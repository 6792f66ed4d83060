import { constants } from 'node:os'
import type { IPty } from 'node-pty'
import type { Clock } from '../platform/clock.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { Logger } from '../platform/logger.ts'
import type { SecretBook, SecretStream } from '../platform/secret-book.ts'
import type { KeptOutput, OutputRing } from './output-ring.ts'
import { endTree } from './process-tree.ts'
import type { Terminal, TerminalExit } from './terminals.ts'

/** Output that arrives within this time is handed on together: one envelope for many small writes, still below a frame. */
const gatherMs = 8
/** With this much gathered the pty is paused until it is handed on, so that a flood neither grows memory nor starves others. */
const pauseAtCharacters = 1024 * 1024
/*
 * What may be the beginning of a secret is held back, but not from somebody who types: no beginning of fewer letters, a short one
 * only until a program that writes in pieces would have gone on, and nothing longer than a person would wait.
 */
const leastHeldBack = 4
const shortBeginning = 12
const shortHoldMs = 25
const longHoldMs = 1_000
/** Columns and rows at most (attacks README, Wire limits). */
const largestSide = 1000

const defaultGraceMs = 2_000

function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, value]) => value === number)
  return found?.[0] ?? `SIG${number}`
}

/** Columns or rows within what the wire allows. */
export function withinSides(value: number): number {
  return Math.min(largestSide, Math.max(1, Math.trunc(value) || 1))
}

/** One pty of node-pty, which decodes UTF-8 across reads, so that text is cut between characters only. */
export class PtyTerminal implements Terminal {
  readonly id: string
  readonly pid: number
  readonly exited: Promise<TerminalExit>
  private readonly pty: IPty
  private readonly ring: OutputRing
  private readonly mark: string
  private readonly clock: Clock
  private readonly logger: Logger
  private readonly listeners = new Set<(data: string) => void>()
  private gathered: string[] = []
  private gatheredLength = 0
  private handedOnAt = -Infinity
  private timer: NodeJS.Timeout | undefined
  private readonly redaction: SecretStream
  private letGoTimer: NodeJS.Timeout | undefined
  private paused = false
  private ended = false

  constructor(
    id: string,
    pty: IPty,
    ring: OutputRing,
    deps: {
      readonly mark: string
      readonly clock: Clock
      readonly logger: Logger
      readonly secrets: Pick<SecretBook, 'stream'>
    },
  ) {
    this.id = id
    this.pid = pty.pid
    this.pty = pty
    this.ring = ring
    this.mark = deps.mark
    this.clock = deps.clock
    this.logger = deps.logger
    this.redaction = deps.secrets.stream({ least: leastHeldBack })
    pty.onData((data) => this.gather(data))
    this.exited = new Promise((resolve) => {
      pty.onExit(({ exitCode, signal }) => {
        this.ended = true
        this.handOn()
        this.letGo()
        this.ring.close()
        resolve(signal ? { signal: signalName(signal) } : { exitCode })
      })
    })
  }

  write(data: string): void {
    if (!this.ended) this.pty.write(data)
  }

  resize(cols: number, rows: number): void {
    if (this.ended) return
    try {
      this.pty.resize(withinSides(cols), withinSides(rows))
    } catch {
      // The process ended and its exit has not been seen yet.
    }
  }

  onData(listener: (data: string) => void): Dispose {
    // A function of its own for each call, so that the same listener can be added twice.
    const own = (data: string) => listener(data)
    this.listeners.add(own)
    return () => this.listeners.delete(own)
  }

  output(): KeptOutput {
    if (this.gathered.length > 0) this.handOn()
    return this.ring.read()
  }

  async kill(graceMs = defaultGraceMs): Promise<void> {
    if (process.platform === 'win32') {
      if (!this.ended) this.pty.kill()
    } else {
      const root = () => (this.ended ? undefined : this.pid)
      await endTree({ root, mark: this.mark }, graceMs, () => this.clock.monotonic())
    }
    await this.exited
  }

  private gather(data: string): void {
    this.gathered.push(data)
    this.gatheredLength += data.length
    if (this.gatheredLength >= pauseAtCharacters && !this.paused) {
      this.paused = true
      this.pty.pause()
    }
    const wait = Math.max(0, this.handedOnAt + gatherMs - this.clock.monotonic())
    this.timer ??= setTimeout(() => this.handOn(), wait)
  }

  /** The only place that pauses end, and it always runs: by the timer that every gathered piece has, or at the exit. */
  private handOn(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.handedOnAt = this.clock.monotonic()
    const data = this.gathered.join('')
    this.gathered = []
    this.gatheredLength = 0
    if (this.paused) {
      this.paused = false
      this.pty.resume()
    }
    if (data === '') return
    this.show(this.redaction.write(data))
    clearTimeout(this.letGoTimer)
    const { heldBack } = this.redaction
    if (heldBack > 0)
      this.letGoTimer = setTimeout(() => this.letGo(), heldBack < shortBeginning ? shortHoldMs : longHoldMs)
  }

  /** Nothing has followed in time, or nothing will. */
  private letGo(): void {
    clearTimeout(this.letGoTimer)
    this.show(this.redaction.end())
  }

  private show(data: string): void {
    if (data === '') return
    this.ring.append(data)
    for (const listener of this.listeners) {
      try {
        listener(data)
      } catch (error) {
        this.logger.error('A listener to terminal output failed', { reason: String(error) })
      }
    }
  }
}
