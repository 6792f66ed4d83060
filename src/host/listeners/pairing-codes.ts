import { randomInt } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { Device } from './listener.ts'
import { equalSecrets } from './secrets.ts'

/** A code that lets one device in, once (W4b). */
export interface PairingCode {
  /** Eight characters without look-alikes. */
  readonly code: string
  /** Wall-clock instant after which it is void. */
  readonly expiresAt: string
  /** Calls back once when the code was used or voided by wrong tries; running out is not announced. */
  onSpent(listener: () => void): Dispose
}

/** Codes a person carries to another device; each can be used once. */
export interface PairingCodes {
  create(scope: Device['scope']): PairingCode
  /** The scope the code stands for; undefined if wrong, used, void or too old. Each wrong try counts against every waiting code. */
  redeem(code: string): Device['scope'] | undefined
}

/** No 0/O, 1/I/L, U/V: people read these aloud and type them. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 8
const mostWaiting = 16

type Waiting = {
  readonly code: string
  readonly scope: Device['scope']
  readonly until: number
  readonly listeners: Set<() => void>
  wrongTries: number
}

/** `lifeMs`: how long a code is good. `mostTries`: wrong tries that void it. */
export function createPairingCodes(clock: Clock, lifeMs: number, mostTries: number): PairingCodes {
  const waiting = new Set<Waiting>()

  function spend(entry: Waiting): void {
    if (!waiting.delete(entry)) return
    for (const listener of [...entry.listeners]) listener()
  }

  function dropExpired(): void {
    for (const entry of waiting) if (entry.until <= clock.monotonic()) spend(entry)
  }

  return {
    create(scope) {
      dropExpired()
      for (const oldest of waiting) {
        if (waiting.size < mostWaiting) break
        spend(oldest)
      }
      const entry: Waiting = {
        code: randomCode(),
        scope,
        until: clock.monotonic() + lifeMs,
        listeners: new Set(),
        wrongTries: 0,
      }
      waiting.add(entry)
      return {
        code: entry.code,
        expiresAt: new Date(clock.now() + lifeMs).toISOString(),
        onSpent(listener) {
          entry.listeners.add(listener)
          return () => void entry.listeners.delete(listener)
        },
      }
    },
    redeem(code) {
      dropExpired()
      const typed = normalize(code)
      const found = [...waiting].filter((entry) => equalSecrets(entry.code, typed))[0]
      if (found !== undefined) {
        spend(found)
        return found.scope
      }
      for (const entry of [...waiting]) if (++entry.wrongTries >= mostTries) spend(entry)
      return undefined
    },
  }
}

function randomCode(): string {
  return Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/** As people type it: any case, with spaces or dashes between. */
function normalize(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase()
}
