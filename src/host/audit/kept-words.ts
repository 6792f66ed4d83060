import { z } from 'zod'
import type { Said, Told, ToldResult } from '../models/conversation.ts'
import { ModelCall, PromptShare, WireApi } from '../../protocol/model-facts.ts'

const data = z.custom<NonNullable<Said['parts'][number]['data']>>(isObject).exactOptional()
const images = z.array(z.object({ contentType: z.string(), data: z.string() })).exactOptional()

/** What a model said, as kept. */
export const KeptSaid: z.ZodType<Said> = z.object({
  wireApi: WireApi,
  provider: z.string(),
  model: z.string(),
  parts: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), text: z.string(), data }),
      z.object({ kind: z.literal('reasoning'), text: z.string(), data }),
      z.object({ kind: z.literal('toolCall'), call: z.string(), name: z.string(), arguments: z.string(), data }),
    ]),
  ),
})

/** What a person said to a model, as kept. */
export const KeptTold: z.ZodType<Told> = z.object({ text: z.string(), images })

/** What the calls of a round came to, as kept. */
export const KeptResults: z.ZodType<readonly ToldResult[]> = z.array(
  z.object({ call: z.string(), name: z.string(), succeeded: z.boolean(), text: z.string(), images }),
)

/** Sizes of a prompt's parts, as kept. */
export const KeptShares = z.array(PromptShare)

/** How a call ended, as kept. */
export const KeptEnd = ModelCall.pick({
  attempts: true,
  requestBytes: true,
  firstByteMs: true,
  durationMs: true,
  usage: true,
  finish: true,
  error: true,
})
export type KeptEnd = z.infer<typeof KeptEnd>

/** Stretches of a prompt's kept parts that are called otherwise now: from, up to (not included), name. */
export const KeptRenames = z.array(z.tuple([z.number(), z.number(), z.string()]))
export type KeptRenames = z.infer<typeof KeptRenames>

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a model said as a person reads it: thinking and tool calls under a heading of their own. */
export function readableReply(said: Said): string {
  return said.parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      if (part.kind === 'reasoning') return `[thinking]\n${part.text}`
      return `[tool call] ${part.name}\n${part.arguments}`
    })
    .filter((text) => text !== '')
    .join('\n\n')
}
