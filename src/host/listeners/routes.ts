import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Access } from './access.ts'
import { answerJson, answerText } from './answers.ts'
import { carriersOf } from './carriers.ts'
import { readJsonBody } from './json-body.ts'
import { checkHost, checkOrigin, refuse } from './request-checks.ts'
import type { Refusal, ServedNames } from './request-checks.ts'
import type { RequestFacts } from './request-facts.ts'
import { serveStatic } from './static-files.ts'
import { unauthorized } from './upgrade-checks.ts'

/** Body of `POST /pair`. */
const pairRequest = z.object({ code: z.string().min(1).max(64), name: z.string().trim().min(1).max(100) })

/** Body of `POST /ticket`, if one is sent. */
const ticketRequest = z.object({}).optional()

export interface RouteNeeds {
  readonly access: Access
  readonly webRoot: string | undefined
  readonly bodyBytes: number
}

/** Answers the paths beside the endpoint (W4a). A refusal is handed back, for the caller to send in its own time. */
export async function route(
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestFacts,
  names: ServedNames,
  needs: RouteNeeds,
): Promise<Refusal | undefined> {
  const isPost = facts.path === '/pair' || facts.path === '/ticket'
  const methods = isPost ? ['POST'] : ['GET', 'HEAD']
  if (!methods.includes(facts.method))
    return refuse(405, 'That method is not possible here.', { Allow: methods.join(', ') })
  const foreign = checkHost(facts, names) ?? checkOrigin(facts, names)
  if (foreign !== undefined) return foreign
  if (facts.path === '/pair') return await answerPair(request, response, facts, needs)
  if (facts.path === '/ticket') return await answerTicket(request, response, facts, needs)
  if (facts.path === '/healthz') answerText(response, 200, 'ok')
  else await serveStatic(facts, response, needs.webRoot)
  return undefined
}

async function answerPair(
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestFacts,
  { access, bodyBytes }: RouteNeeds,
): Promise<Refusal | undefined> {
  const body = await readJsonBody(request, facts, bodyBytes)
  if (body.kind === 'refuse') return body
  const parsed = pairRequest.safeParse(body.value)
  if (!parsed.success) return refuse(400, 'Pairing needs a code and a name of at most 100 characters.')
  const outcome = access.pair(parsed.data.code, parsed.data.name)
  if (outcome.kind === 'wrong-code')
    return { ...refuse(403, 'That code is wrong, used or too old. Ask the host for a new one.'), slow: true }
  const { id, name, scope } = outcome.device
  answerJson(response, 200, { deviceId: id, name, scope, credential: outcome.credential })
  return undefined
}

async function answerTicket(
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestFacts,
  { access, bodyBytes }: RouteNeeds,
): Promise<Refusal | undefined> {
  const principal = access.authenticateBearer(carriersOf(facts))
  if (principal === undefined) return { ...unauthorized, slow: true }
  const body = await readJsonBody(request, facts, bodyBytes)
  if (body.kind === 'refuse') return body
  if (!ticketRequest.safeParse(body.value).success) return refuse(400, 'The body must be a JSON object.')
  const { ticket, lifeMs } = access.issueTicket(principal)
  answerJson(response, 200, { ticket, expiresInMs: lifeMs })
  return undefined
}
