import type { ModelFailureKind } from '../../protocol/model-failures.ts'
import type { ErrorFacts } from './error-facts.ts'

/** When a failure came: before the first byte of the answer, or while it was read. */
export type FailurePhase = 'request' | 'answer'

/** The prompt does not fit, as the providers and the usual local servers say it. */
const tooLong = new RegExp(
  [
    'context_length_exceeded',
    'exceed_context_size',
    'context_window_exceeded',
    'request_too_large',
    'string_above_max_length',
    'prompt is too long',
    'input is too long',
    'too many (input )?tokens',
    'maximum context length',
    'maximum prompt length',
    'max(imum)? (allowed )?(input|token)s?.{0,40}exceed',
    'context (window|size|length)',
    'exceeds? the (maximum|available|limit|max).{0,40}(token|context|length)',
    'input token count',
    'input length.{0,60}exceed',
    'exceeded model token limit',
    'reduce the length of the (messages|prompt)',
    'tokens to keep from the initial prompt',
    'max_new_tokens.{0,20}must be',
  ].join('|'),
)

/** The account has run dry: waiting does not help. A bare "quota" is not enough, limits by the minute use that word as well. */
const exhausted = new RegExp(
  [
    'insufficient[_ ](quota|balance|credits?|funds?)',
    'exceeded_current_quota',
    'exceeded your current quota',
    'credit balance',
    'out of credits?',
    'no credits?',
    'billing_(error|hard_limit|not_active)',
    'billing (hard )?limit',
    'billing is (not|disabled)',
    'payment required',
    'spend(ing)? limit',
    'usage limits?',
    'requestsperday|perday',
    'arrearage',
  ].join('|'),
)

const unknownModel = new RegExp(
  [
    'model_not_found',
    'deploymentnotfound',
    'invalid_model',
    'unknown model',
    'no such model',
    'invalid model',
    'no models? (is )?loaded',
    'models?\\b.{0,120}(not found|does not exist|not exist|not supported|is not available|unknown|not a valid)',
    '(not found|does not exist|unknown).{0,40}\\bmodel',
  ].join('|'),
)

const filtered =
  /content[_ ]?(filter|policy|management)|responsibleai|safety|flagged|prohibited_content|invalid_prompt|moderation/
const keyRefused =
  /api[_ ]key[_ ](not[_ ]valid|invalid|expired)|invalid[_ ]api[_ ]key|incorrect api key|invalid x-api-key/
const keyMissing = /unregistered callers|no api key|missing.{0,20}(api key|authorization|authentication)/
const overload = /overloaded|at capacity|over capacity|unavailable|engine_overloaded|server busy/

/** The kind of a failure. Statuses are not enough: what is meant by a 400 or a 429 stands in the words. */
export function classifyFailure(facts: ErrorFacts, phase: FailurePhase): ModelFailureKind {
  const { status } = facts
  const words = `${facts.codes} ${facts.message}`.toLowerCase()
  if (facts.malformed) return 'broken-stream'
  if (facts.network !== undefined && status === undefined) {
    return phase === 'request' && !facts.answered ? 'unreachable' : 'broken-stream'
  }
  if (status === 402) return 'quota'
  if (keyRefused.test(words) || keyMissing.test(words)) return 'wrong-key'
  if (status === 401) return /scope|permission/.test(words) ? 'forbidden' : 'wrong-key'
  if (status === 403) return exhausted.test(words) ? 'quota' : 'forbidden'
  if (exhausted.test(words) && !isByTheMinute(facts, words)) return 'quota'
  if (status === 429) return 'rate-limit'
  if (tooLong.test(words) || status === 413) return 'context-too-long'
  if (filtered.test(words) && (status === undefined || status < 500)) return 'refused'
  if (unknownModel.test(words) && status !== undefined && status < 500) return 'unknown-model'
  if (status === 404) return /not_found_error/.test(words) ? 'unknown-model' : 'bad-request'
  if (status === 529 || (overload.test(words) && (status === undefined || status >= 500))) return 'overloaded'
  if (/rate_limit/.test(words)) return 'rate-limit'
  if (status === 503) return 'overloaded'
  if (status === 408 || status === 409 || (status !== undefined && status >= 500)) return 'server-error'
  if (status !== undefined) return 'bad-request'
  if (/server_error|api_error|internal/.test(words)) return 'server-error'
  return phase === 'answer' ? 'broken-stream' : 'bad-request'
}

/** Google words its limit by the minute like an exhausted quota, but says when to come back and which limit it was. */
function isByTheMinute(facts: ErrorFacts, words: string): boolean {
  return facts.status === 429 && facts.bodyRetryMs !== undefined && !words.includes('perday')
}
