import type { Transport } from '../../protocol/transport.ts'

/** What came of giving a pairing code to the host. */
export type PairOutcome =
  | { readonly kind: 'paired' }
  | { readonly kind: 'wrong-code' }
  | { readonly kind: 'unreachable' }
  /** The host answered something else; in its own words. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Whether this page may already speak to its host. `failed`: a code was in the address and it did not work. */
export type Admission =
  | { readonly status: 'admitted' }
  | { readonly status: 'unpaired'; readonly failed?: Exclude<PairOutcome, { kind: 'paired' }> }

/** What the address the page was opened with asked for, beside pairing. */
export interface Launch {
  readonly demo: boolean
  /** A session URI to show. */
  readonly session?: string
}

/** The way to the one host of this page. */
export interface HostAccess {
  /** Uses the code in the address, if there was one, else the credential that is kept. Same answer for every caller. */
  admit(): Promise<Admission>
  /** Exchanges a code for a credential and keeps it. */
  pair(code: string): Promise<PairOutcome>
  /** Opens an authenticated transport. Throws ConnectionRefused('credential') when the credential is no good. */
  open(): Promise<Transport>
  /** Forgets the credential of this device. */
  forget(): Promise<void>
}

/** Everything that differs between the browser tab and the window; only this room knows which one it is. */
export interface Platform {
  readonly kind: 'web' | 'desktop'
  /** `apple`: ⌘ and ⌥ as signs; `other`: Ctrl and Alt as words. */
  readonly keyboard: 'apple' | 'other'
  /** Stable for the life of this page. */
  readonly clientId: string
  readonly launch: Launch
  readonly host: HostAccess
  /** What this device calls itself when it pairs. */
  readonly deviceName: string
}
