/** What can be told of a failed call before anything is made of it. All of it comes from outside. */
export interface ErrorFacts {
  /** HTTP status, or what a library took an error inside a stream for. */
  readonly status?: number
  /** What the provider or the network said, as it came. */
  readonly message: string
  /** `type`, `code`, `status` and `reason` of the provider's error, lower case, with blanks between. */
  readonly codes: string
  /** The system's code where the connection failed: `ECONNREFUSED`, `ENOTFOUND` … */
  readonly network?: string
  /** The answer had begun to come. */
  readonly answered: boolean
  /** What came was not written as the wire asks for. */
  readonly malformed: boolean
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** What the provider wishes to be waited by its body, in milliseconds. */
  readonly bodyRetryMs?: number
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Reads whatever a library threw or put into its stream. */
export function errorFacts(thrown: unknown): ErrorFacts {
  const outer = isFields(thrown) ? thrown : {}
  const body = bodyOf(outer)
  const inner = innermost(body ?? outer)
  const codes = codesOf(inner)
  const own = typeof thrown === 'string' ? thrown : textOf(outer['message'])
  const network = networkCode(thrown)
  const status = [outer['statusCode'], outer['status'], inner['status'], inner['code']].find(isStatus)
  const bodyRetryMs = retryDelayOf(inner)
  return {
    ...(status === undefined ? {} : { status }),
    message: messageOf(inner) || own,
    codes: codes.join(' ').toLowerCase(),
    ...(network === undefined ? {} : { network }),
    answered: outer['statusCode'] === 200,
    malformed: malformedNames.has(textOf(outer['name'])) || own === unreadableBeginning,
    headers: headersOf(outer['responseHeaders']),
    ...(bodyRetryMs === undefined ? {} : { bodyRetryMs }),
  }
}

/** What the libraries throw when an answer does not fit its wire. Their messages hold the answer itself. */
const malformedNames = new Set([
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
  'AI_EmptyResponseBodyError',
])

/** What Anthropic's library throws when it cannot read the first event of a stream, which it looks at before it hands it on. */
const unreadableBeginning = 'Expected a normalized Anthropic stream error'

const isStatus = (value: unknown): value is number => typeof value === 'number' && value >= 400 && value <= 599

/** The body of an answer, or what an error inside a stream carries. */
function bodyOf(outer: Fields): Fields | undefined {
  const text = outer['responseBody']
  if (typeof text === 'string') {
    // Only JSON says something: a page of a proxy does not.
    try {
      const parsed: unknown = JSON.parse(text)
      // Google answers a stream with a list.
      const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed
      return isFields(first) ? first : { message: textOf(first) }
    } catch {
      return { message: /^\s*</.test(text) ? '' : text }
    }
  }
  const data = outer['data']
  return isFields(data) ? data : undefined
}

/** Providers put what went wrong into `error`, sometimes twice; some have a text there. */
function innermost(fields: Fields): Fields {
  let current = fields
  for (let depth = 0; depth < 3; depth += 1) {
    const next = current['error'] ?? (isFields(current['response']) ? current['response']['error'] : undefined)
    if (typeof next === 'string') return { ...current, message: next }
    if (!isFields(next)) break
    current = next
  }
  return current
}

function messageOf(inner: Fields): string {
  const detail = inner['detail']
  return textOf(inner['message']) || textOf(detail) || (isFields(detail) ? textOf(detail['message']) : '')
}

function codesOf(inner: Fields): string[] {
  const own = ['type', 'code', 'status', 'reason', 'param'].map((name) => textOf(inner[name]))
  const innerError = isFields(inner['innererror']) ? [textOf(inner['innererror']['code'])] : []
  const details = Array.isArray(inner['details']) ? inner['details'].filter(isFields) : []
  const reasons = details.flatMap((each) => [
    textOf(each['reason']),
    ...(Array.isArray(each['violations'])
      ? each['violations'].filter(isFields).map((one) => textOf(one['quotaId']))
      : []),
  ])
  return [...own, ...innerError, ...reasons].filter((code) => code !== '')
}

/** Google's `RetryInfo`: `"34s"` or `"1.5s"`. */
function retryDelayOf(inner: Fields): number | undefined {
  const details = Array.isArray(inner['details']) ? inner['details'].filter(isFields) : []
  for (const each of details) {
    const match = /^(\d+(?:\.\d+)?)s$/.exec(textOf(each['retryDelay']))
    if (match !== null) return Number(match[1]) * 1000
  }
  return undefined
}

/** The code of a fault of the connection, wherever in the chain of causes it stands. */
function networkCode(thrown: unknown): string | undefined {
  let current = thrown
  for (let depth = 0; depth < 6 && isFields(current); depth += 1) {
    const code = current['code']
    // A provider's own codes are written small.
    if (typeof code === 'string' && /^(?!ERR_INVALID_)[A-Z][A-Z0-9_]{3,}$/.test(code)) return code
    current = current['cause']
  }
  return undefined
}

function headersOf(value: unknown): Record<string, string> {
  if (!isFields(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toLowerCase(), textOf(each)]))
}
