import type { Database } from 'better-sqlite3'

/** Numbers reserved with one write. What a killed host had not used is skipped for good. */
const blockSize = 65_536

/** Gives out sequence numbers that no life of the host gives out again. */
export interface Sequence {
  next(): number
  readonly last: number
  /** Gives back what was reserved and not used: only when the host ends in good order. */
  settle(): void
}

/**
 * Counts from the reservation on disk. A new block is asked for when half of the present one is used, so that a disk that
 * is full for a while does not stop the count; `next` throws the database's error only when the block is used up too.
 */
export function createSequence(database: Database): Sequence {
  const read = database.prepare<[], { value: number }>("SELECT value FROM counters WHERE name = 'reserved'")
  const write = database.prepare(
    "INSERT INTO counters (name, value) VALUES ('reserved', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
  )
  let reserved = read.get()?.value ?? 0
  let last = reserved
  let retryAt = 0

  function reserve(): void {
    write.run(last + blockSize)
    reserved = last + blockSize
  }

  return {
    get last() {
      return last
    },
    next() {
      if (last >= reserved) reserve()
      else if (reserved - last < blockSize / 2 && last >= retryAt) {
        try {
          reserve()
        } catch {
          retryAt = last + blockSize / 64
        }
      }
      return ++last
    },
    settle() {
      write.run(last)
      reserved = last
    },
  }
}

/**
 * For a folder that takes no writes: counts from the wall clock in microseconds, far above any number a disk ever reserved,
 * so that a client which saw such a number is seen to come from elsewhere and gets snapshots.
 */
export function createUnreservedSequence(nowMs: number): Sequence {
  let last = Math.floor(nowMs) * 1000
  return {
    get last() {
      return last
    },
    next: () => ++last,
    settle() {},
  }
}

/** Sets where the count goes on in a database whose own counter was lost. */
export function reserveUpTo(database: Database, seq: number): void {
  database
    .prepare(
      "INSERT INTO counters (name, value) VALUES ('reserved', ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)",
    )
    .run(seq)
}
