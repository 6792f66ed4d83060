import { z } from 'zod'

const httpRequest = z.object({
  method: z.string(),
  path: z.string(),
  httpVersion: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
})

const frame = z.strictObject({
  opcode: z.number(),
  fin: z.boolean(),
  masked: z.boolean().optional(),
  rsv1: z.boolean().optional(),
  text: z.string().optional(),
  hex: z.string().optional(),
  repeat: z.tuple([z.string(), z.number()]).optional(),
  declaredLength64Hex: z.string().optional(),
})

/** What a case of layer http sends. */
const httpSend = z.union([
  httpRequest,
  z.strictObject({ raw: z.string(), thenIdleMs: z.number() }),
  z.strictObject({ connections: z.number(), each: z.literal('open TCP, send nothing'), thenIdleMs: z.number() }),
  z.strictObject({ repeat: z.number(), request: httpRequest }),
])

const httpExpected = z.strictObject({
  status: z.number().optional(),
  or: z.strictObject({ closed: z.literal(true) }).optional(),
  noHeader: z.string().optional(),
  closed: z.literal(true).optional(),
  closedAll: z.literal(true).optional(),
  withinMs: z.number().optional(),
  legitimateClientServedDuring: z.literal(true).optional(),
  statusAll: z.number().optional(),
  thenCorrectTokenWorks: z.literal(true).optional(),
})

/** What a case of layer frame sends. */
const frameSend = z.union([
  z.strictObject({ frames: z.array(frame) }),
  z.strictObject({ fragments: z.strictObject({ of: z.string(), bytesEach: z.number() }) }),
  z.strictObject({ tcpReset: z.literal('after half a frame') }),
  z.strictObject({ idleMs: z.number() }),
  z.strictObject({ floodPings: z.number() }),
])

const frameExpected = z.strictObject({
  close: z.array(z.number()).optional(),
  withinMs: z.number().optional(),
  pong: z.string().optional(),
  silent: z.literal(true).optional(),
  reply: z.strictObject({ id: z.number(), result: z.literal(true) }).optional(),
  disconnected: z.literal(true).optional(),
  alive: z.literal(true).optional(),
  or: z.strictObject({ close: z.array(z.number()) }).optional(),
})

const named = { id: z.string(), category: z.string(), why: z.string() }
const httpCase = z.object({ ...named, layer: z.literal('http'), send: httpSend, expected: httpExpected })
const frameCase = z.object({
  ...named,
  layer: z.literal('frame'),
  state: z.enum(['open', 'ready']),
  send: frameSend,
  expected: frameExpected,
})
export type HttpRequestSpec = z.infer<typeof httpRequest>
export type HttpCase = z.infer<typeof httpCase>
export type FrameCase = z.infer<typeof frameCase>

/**
 * The cases of the two layers this room answers for. A form this file does not know is an error, never a skipped case.
 */
export function pickListenerCases(cases: readonly { layer: string }[]): { http: HttpCase[]; frame: FrameCase[] } {
  const of = (layer: string) => cases.filter((entry) => entry.layer === layer)
  return { http: z.array(httpCase).parse(of('http')), frame: z.array(frameCase).parse(of('frame')) }
}
