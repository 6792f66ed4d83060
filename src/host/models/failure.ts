import { modelFailureMessage, type ModelFailureKind, type ModelFailureParams } from '../../protocol/model-failures.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import { classifyFailure, type FailurePhase } from './classify-failure.ts'
import { errorFacts, type ErrorFacts } from './error-facts.ts'
import type { Model } from './model.ts'
import type { ModelFailure } from './models.ts'
import { retryAfterMs } from './retry-after.ts'

const retryable: ReadonlySet<ModelFailureKind> = new Set([
  'rate-limit',
  'overloaded',
  'server-error',
  'unreachable',
  'broken-stream',
  'empty-answer',
])

/** In characters. Enough for what any provider has to say, too little for a page. */
const longestDetail = 300

/** A failure of a call, made out of what was thrown. `now`: milliseconds since the epoch. */
export function failureOf(
  thrown: unknown,
  { model, phase, secrets, now }: { model: Model; phase: FailurePhase; secrets: SecretBook; now: number },
): ModelFailure {
  const facts = errorFacts(thrown)
  const kind = classifyFailure(facts, phase)
  const waitMs = retryAfterMs(facts, now)
  return {
    ...makeFailure(kind, model, detailOfFacts(facts), secrets),
    // A server that knows says so (OpenAI's and Anthropic's do).
    ...(facts.headers['x-should-retry'] === 'false' || isLasting(facts.network) ? { retryable: false } : {}),
    ...(facts.status === undefined ? {} : { httpStatus: facts.status }),
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
  }
}

/** A failure of this kind, in words. `detail` may be anything; it is shortened and redacted here. */
export function makeFailure(kind: ModelFailureKind, model: Model, detail: string, secrets: SecretBook): ModelFailure {
  const params: ModelFailureParams = {
    provider: model.provider.name,
    // Who is told that a name is not known has to see how it was written.
    model: kind === 'unknown-model' ? model.name : model.displayName,
    detail: toLine(secrets.redact(detail)),
  }
  return {
    kind,
    message: modelFailureMessage(kind, params),
    text: { key: `model.${kind}`, params: { ...params } },
    retryable: retryable.has(kind),
  }
}

/** What no waiting mends: a certificate that is not accepted, a server that sends its callers away or never comes to an end. */
function isLasting(network: string | undefined): boolean {
  return network !== undefined && /CERT|TLS|SSL|SIGNATURE|FOREIGN_REDIRECT|ENDLESS_ANSWER/.test(network)
}

function detailOfFacts(facts: ErrorFacts): string {
  if (facts.malformed) return 'it could not be understood'
  // A connection's own words hold addresses and stacks of causes; its code says what to look for.
  if (facts.network !== undefined && facts.status === undefined) return networkWords[facts.network] ?? facts.network
  return facts.message || (facts.status === undefined ? 'no reason given' : `HTTP ${facts.status}`)
}

const networkWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name service does not answer',
  ETIMEDOUT: 'timed out',
  ENETUNREACH: 'no network',
  EHOSTUNREACH: 'no way to the host',
  ENDLESS_ANSWER: 'it did not end',
  FOREIGN_REDIRECT: 'it wants requests sent to another address',
}

function toLine(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/\.$/, '')
  return line.length > longestDetail ? `${line.slice(0, longestDetail)}…` : line
}
