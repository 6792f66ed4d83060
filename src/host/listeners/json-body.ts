import type { IncomingMessage } from 'node:http'
import { refuse } from './request-checks.ts'
import type { Refusal } from './request-checks.ts'
import type { RequestFacts } from './request-facts.ts'

/** The body of a request, or the refusal to answer with. */
export type JsonBody = { readonly kind: 'body'; readonly value: unknown } | Refusal

/**
 * Reads a small JSON body. The content type is demanded, since a foreign page can send a form but not this without
 * asking first. No body at all is `undefined`.
 */
export async function readJsonBody(
  request: IncomingMessage,
  facts: RequestFacts,
  mostBytes: number,
): Promise<JsonBody> {
  const declared = Number(facts.headers('content-length')[0] ?? 0)
  if (declared > mostBytes) return tooLarge
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > mostBytes) return tooLarge
      chunks.push(chunk)
    }
  } catch {
    return refuse(400, 'The request ended before its body did.')
  }
  if (bytes === 0) return { kind: 'body', value: undefined }
  const types = facts.headers('content-type')
  if (types.length !== 1 || !/^application\/json *(;|$)/i.test(types[0] ?? ''))
    return refuse(415, 'The body must be application/json.')
  try {
    return { kind: 'body', value: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown }
  } catch {
    return refuse(400, 'The body is not JSON.')
  }
}

const tooLarge = refuse(413, 'The body is too large.')
