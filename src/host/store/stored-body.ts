import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { channelKinds, type ChannelState } from '../../protocol/channel-kind.ts'
import type { StateAction } from '../../protocol/actions.ts'
import type { ActionOrigin } from '../../protocol/envelope.ts'

/** A body as it lies in a row: JSON text and its CRC-32, which tells damage from strangeness. */
export interface StoredBody {
  readonly body: string
  readonly crc: number
}

/** The text of a value with its checksum. */
export function encodeBody(value: unknown): StoredBody {
  const body = JSON.stringify(value)
  return { body, crc: crc32(body) }
}

function decode<T>(stored: StoredBody, schema: z.ZodType, as: (value: unknown) => T): T | undefined {
  try {
    if (crc32(stored.body) !== stored.crc) return undefined
    const value: unknown = JSON.parse(stored.body)
    return schema.safeParse(value).success ? as(value) : undefined
  } catch {
    return undefined
  }
}

// The checksum vouches for the content, so only the shape the fold relies on is checked: an action that an older or newer
// version wrote must fold here as it did when it was applied.
const ActionBody = z.object({
  action: z.object({ type: z.string() }),
  origin: z.optional(z.object({ clientId: z.string(), clientSeq: z.number() })),
})
const StateBody = z.object({ kind: z.enum(channelKinds as [string, ...string[]]), state: z.looseObject({}) })
const OpenedBody = z.object({ initial: StateBody, session: z.optional(z.string()) })

/** `undefined`: damaged. */
export function decodeAction(stored: StoredBody): { action: StateAction; origin?: ActionOrigin } | undefined {
  return decode(stored, ActionBody, (value) => value as { action: StateAction; origin?: ActionOrigin })
}

/** `undefined`: damaged. */
export function decodeState(stored: StoredBody): ChannelState | undefined {
  return decode(stored, StateBody, (value) => value as ChannelState)
}

/** `undefined`: damaged. */
export function decodeOpened(stored: StoredBody): { initial: ChannelState; session?: string } | undefined {
  return decode(stored, OpenedBody, (value) => value as { initial: ChannelState; session?: string })
}
