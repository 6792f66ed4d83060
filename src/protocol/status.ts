/** The status bits of sessions and chats (SPEC 11). */
import { z } from 'zod'

/**
 * Bits 0–4 are the activity and hold exactly one of Idle, Error, InProgress, InputNeeded; InputNeeded contains the
 * InProgress bit. Everything above is an independent flag.
 */
export const SessionStatus = { Idle: 1, Error: 2, InProgress: 8, InputNeeded: 24, IsRead: 32, IsArchived: 64 } as const

/** An unsigned 32-bit set of the bits above and of bits nobody knows yet. */
export type SessionStatus = number

/** The schema of the number on the wire. */
export const SessionStatusBits = z.uint32()

/** The four activities, by name. */
export type Activity = 'idle' | 'error' | 'inProgress' | 'inputNeeded'

/** The bits that hold the activity. */
const activityMask = 31

const inputNeededBit = 16

const bitsOf: Record<Activity, number> = {
  idle: SessionStatus.Idle,
  error: SessionStatus.Error,
  inProgress: SessionStatus.InProgress,
  inputNeeded: SessionStatus.InputNeeded,
}

/** Reads the activity by masks, as SPEC 11 asks, so that unknown combinations still mean something. */
export function activityOf(status: SessionStatus): Activity {
  if ((status & inputNeededBit) !== 0) return 'inputNeeded'
  if ((status & SessionStatus.InProgress) !== 0) return 'inProgress'
  if ((status & SessionStatus.Error) !== 0) return 'error'
  return 'idle'
}

/** Exchanges the activity; every other bit stays. */
export function withActivity(status: SessionStatus, activity: Activity): SessionStatus {
  return ((status & ~activityMask) | bitsOf[activity]) >>> 0
}

/** Takes back only "waits for the person"; a running turn stays a running turn. */
export function withoutInputNeeded(status: SessionStatus): SessionStatus {
  return (status & ~inputNeededBit) >>> 0
}

/** Whether a flag such as `SessionStatus.IsRead` is set. */
export function hasFlag(status: SessionStatus, flag: number): boolean {
  return (status & flag) !== 0
}

/** Sets or clears a flag; every other bit stays. */
export function withFlag(status: SessionStatus, flag: number, on: boolean): SessionStatus {
  return (on ? status | flag : status & ~flag) >>> 0
}
