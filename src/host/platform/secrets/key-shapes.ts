/** How keys of known services look. A key that has no look of its own is known by the words before it. */

/** Characters a key may be made of, as the inside of a character class. */
const word = 'A-Za-z0-9'
const dashed = 'A-Za-z0-9_-'
const base64 = 'A-Za-z0-9+/_=-'

/** One kind of key. */
export interface KeyShape {
  readonly name: string
  /** What it begins with, or what stands before it. */
  readonly starts: readonly string[]
  /**
   * What may stand before: `any` thing; not a letter or digit (`word`); not even a character of base64 (`strict`), for shapes
   * that occur by chance in the middle of encoded data.
   */
  readonly before: 'any' | 'word' | 'strict'
  /** Between the start and the key: only what follows it is a secret. Without: the start is part of the key. */
  readonly gap?: RegExp
  /** The characters a key is made of: as many as there are. */
  readonly run: RegExp
  /** How many there have to be at least and at most. */
  readonly least: number
  readonly most: number
  /** What of the run is the key; without: all of it. */
  readonly key?: RegExp
  /**
   * A key holds a digit or both cases of letters: words joined by dashes are a placeholder. What only stands after telling words
   * must hold a digit: it may be the name of a variable.
   */
  readonly holds: 'variety' | 'digit'
}

const runs = new Map<string, RegExp>()

/** One object for the same characters, so that no run is measured twice. */
function runOf(chars: string): RegExp {
  const run = runs.get(chars) ?? new RegExp(`[${chars}]*`, 'y')
  runs.set(chars, run)
  return run
}

/** `length`: of what follows the start, one number or at least and at most. */
function token(
  name: string,
  starts: readonly string[],
  chars: string,
  length: string,
  before: KeyShape['before'] = 'any',
): KeyShape {
  const [least = '', most = least] = length.split(',')
  return {
    name,
    starts,
    before,
    run: runOf(chars),
    least: +least,
    most: most === '' ? Infinity : +most,
    holds: 'variety',
  }
}

/** `"` and `'` may be escaped: the text may be JSON inside JSON. */
const assignment = /["'\\]{0,4}\s{0,4}(?:=>|:=|[:=])\s{0,4}["'\\]{0,4}/y

function assigned(name: string, starts: readonly string[], chars: string, length: string, gap = assignment): KeyShape {
  return { ...token(name, starts, chars, length), gap, holds: 'digit' }
}

const each = (before: string, kinds: string, after: string) => [...kinds].map((kind) => `${before}${kind}${after}`)

/** The looks of known services' keys. Of two with the same start the later counts. */
export const keyShapes: readonly KeyShape[] = [
  token('Anthropic key', ['sk-ant-'], dashed, '16,'),
  token('OpenAI key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-service-'], dashed, '16,'),
  token('OpenRouter key', ['sk-or-v1-'], word, '32,'),
  token('API key', ['sk-'], word, '32,', 'word'),
  token('Google key', ['AIza'], dashed, '35', 'strict'),
  token('Google key', ['AQ.Ab'], dashed, '30,', 'strict'),
  token('Google token', ['ya29.'], dashed, '30,', 'word'),
  token('Google secret', ['GOCSPX-'], dashed, '20,'),
  token('GitHub token', each('gh', 'pousr', '_'), word, '30,'),
  token('GitHub token', ['github_pat_'], 'A-Za-z0-9_', '22,'),
  token(
    'GitLab token',
    ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glsoat-'],
    `.${dashed}`,
    '20,',
    'word',
  ),
  token('AWS key', ['AKIA', 'ASIA'], 'A-Z0-9', '16', 'strict'),
  assigned('AWS secret', ['ecret_access_key', 'ECRET_ACCESS_KEY', 'ecretAccessKey'], 'A-Za-z0-9+/', '40'),
  assigned('AWS token', ['session_token', 'SESSION_TOKEN', 'essionToken'], 'A-Za-z0-9+/=', '100,'),
  token('Slack token', each('xox', 'abeoprs', '-'), 'A-Za-z0-9-', '10,'),
  assigned('Slack webhook', ['hooks.slack.com/services/'], 'A-Za-z0-9/', '20,', /(?:)/y),
  token('Slack token', ['xapp-'], 'A-Za-z0-9-', '20,', 'word'),
  token('Stripe key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], word, '16,', 'word'),
  token('webhook secret', ['whsec_'], 'A-Za-z0-9+/=', '24,', 'word'),
  token('npm token', ['npm_'], word, '36', 'word'),
  token('PyPI token', ['pypi-AgE'], dashed, '50,', 'word'),
  token('Hugging Face token', ['hf_'], word, '30,', 'word'),
  token('Groq key', ['gsk_'], word, '40,', 'word'),
  token('xAI key', ['xai-'], word, '60,', 'word'),
  token('Perplexity key', ['pplx-'], word, '40,', 'word'),
  token('Replicate token', ['r8_'], word, '37', 'word'),
  token('NVIDIA key', ['nvapi-'], dashed, '50,', 'word'),
  token('Cerebras key', ['csk-'], word, '40,', 'word'),
  token('DigitalOcean token', ['dop_v1_'], 'a-f0-9', '64', 'word'),
  token('Docker token', ['dckr_pat_'], dashed, '20,', 'word'),
  token('Linear key', ['lin_api_'], word, '32,', 'word'),
  token('Shopify token', ['shpat_', 'shpss_', 'shpca_'], 'a-fA-F0-9', '32', 'word'),
  token('Atlassian token', ['ATATT3'], base64, '60,', 'strict'),
  token('age key', ['AGE-SECRET-KEY-1'], 'A-Z0-9', '50,', 'word'),
  {
    ...token('JSON web token', ['eyJ'], `.${dashed}`, '40,', 'strict'),
    key: new RegExp(`[${dashed}]{10,2000}\\.eyJ[${dashed}]{10,4000}\\.[${dashed}]{16,2000}`, 'y'),
  },
  assigned('Azure key', ['AccountKey', 'AccessKey', 'ubscription-Key', 'ubscription-key'], 'A-Za-z0-9+/=', '32,'),
  assigned('API key', ['api-key', 'Api-Key', 'API-Key', 'API-KEY', 'api_key', '_API_KEY'], base64, '20,'),
  assigned('secret', ['_SECRET_KEY', '_ACCESS_TOKEN', '_AUTH_TOKEN', '_AUTHTOKEN', '_authToken'], base64, '20,'),
  assigned('bearer token', ['Bearer', 'bearer', 'BEARER'], `.~${base64}`, '20,', /\s{1,4}/y),
  assigned(
    'credentials',
    ['uthorization', 'UTHORIZATION'],
    base64,
    '12,',
    /["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}(?:[Bb]asic|BASIC|[Tt]oken)\s{1,4}/y,
  ),
]
