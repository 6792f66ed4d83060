import type { ActionEnvelope } from '../../protocol/envelope.ts'

/** How much is kept in memory for clients that were away; the older is dropped. */
export interface ReplayLimits {
  readonly envelopes: number
  /** Characters of text inside, roughly bytes. */
  readonly bytes: number
}

/** The newest published envelopes, of all channels, up to both limits. */
export interface ReplayBuffer {
  push(envelope: ActionEnvelope): void
  /** Envelopes of these channels after `seq`; undefined when older ones have been dropped already. */
  since(seq: number, channels: ReadonlySet<string>): readonly ActionEnvelope[] | undefined
}

/** `startSeq`: nothing at or below it was ever in the buffer. */
export function createReplayBuffer(startSeq: number, limits: ReplayLimits): ReplayBuffer {
  let entries: { envelope: ActionEnvelope; size: number }[] = []
  let first = 0
  let bytes = 0
  let droppedUpTo = startSeq

  function trim(): void {
    while (entries.length - first > limits.envelopes || bytes > limits.bytes) {
      const oldest = entries[first++]
      if (oldest === undefined) return
      bytes -= oldest.size
      droppedUpTo = oldest.envelope.serverSeq
    }
    // Moves the rest to the front only now and then, so that dropping stays cheap.
    if (first > 1024 && first * 2 > entries.length) {
      entries = entries.slice(first)
      first = 0
    }
  }

  return {
    push(envelope) {
      const size = sizeOf(envelope.action)
      entries.push({ envelope, size })
      bytes += size
      trim()
    },
    since(seq, channels) {
      if (seq < droppedUpTo) return undefined
      const found: ActionEnvelope[] = []
      // From the newest back: a client that reconnects has usually missed little.
      for (let index = entries.length - 1; index >= first; index--) {
        const envelope = entries[index]!.envelope
        if (envelope.serverSeq <= seq) break
        if (channels.has(envelope.channel)) found.push(envelope)
      }
      return found.reverse()
    },
  }
}

/** About how many bytes a value takes as JSON, without making the JSON. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  for (const key in value) size += key.length + 4 + sizeOf((value as Record<string, unknown>)[key])
  return size
}
