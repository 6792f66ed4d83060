/** Made-up keys in the shapes of known services, put together here so that no source holds one. */

const some = (alphabet: string, length: number) =>
  Array.from({ length }, (_, n) => alphabet[(n * 7 + length) % alphabet.length]).join('')

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const hex = '0123456789abcdef'

/** By what stands in the mark, one or more keys. */
export const madeUpKeys: Readonly<Record<string, readonly string[]>> = {
  'Anthropic key': [
    `sk-${'ant'}-api03-${some(letters, 93)}AA`,
    `sk-${'ant'}-oat01-${some(letters, 80)}-${some(letters, 6)}`,
  ],
  'OpenAI key': [`sk-${'proj'}-${some(letters, 60)}_${some(letters, 60)}`, `sk-${'svcacct'}-${some(letters, 74)}`],
  'OpenRouter key': [`sk-${'or-v1'}-${some(hex, 64)}`],
  'API key': [`sk-${some(letters, 48)}`, `sk-${some(hex, 32)}`],
  'Google key': [`AI${'za'}${some(letters, 35)}`, `AQ.${'Ab'}${some(letters, 48)}`],
  'Google token': [`ya29${'.'}${some(letters, 120)}`],
  'GitHub token': [
    `gh${'p_'}${some(letters, 36)}`,
    `gh${'s_'}${some(letters, 36)}`,
    `github${'_pat_'}${some(letters, 22)}_${some(letters, 59)}`,
  ],
  'GitLab token': [`gl${'pat-'}${some(letters, 20)}`],
  'AWS key': [`AK${'IA'}${some(upper, 16)}`],
  'Slack token': [`xo${'xb-'}${some('0123456789', 12)}-${some('0123456789', 13)}-${some(letters, 24)}`],
  'Stripe key': [`sk_${'live_'}${some(letters, 24)}`],
  'npm token': [`np${'m_'}${some(letters, 36)}`],
  'Hugging Face token': [`hf${'_'}${some(letters, 34)}`],
  'JSON web token': [`ey${'J'}${some(letters, 33)}.ey${'J'}${some(letters, 60)}.${some(letters, 43)}`],
}

/** Keys without a look of their own, with the words that tell what they are: [text, the key in it]. */
export const keysInContext: readonly (readonly [string, string])[] = [
  ...[some(letters, 40)].flatMap((key) => [
    [`aws_secret_${'access'}_key = ${key}`, key] as const,
    [`{"secret${'Access'}Key":"${key}"}`, key] as const,
  ]),
  ...[some(hex, 32), some(letters, 84)].flatMap((key) => [
    [`AZURE_OPENAI${'_API'}_KEY="${key}"`, key] as const,
    [`api${'-key'}: ${key}`, key] as const,
    [`{\\"api${'-key'}\\": \\"${key}\\"}`, key] as const,
  ]),
  [`Authorization: Be${'arer'} ${some(letters, 40)}`, some(letters, 40)],
  [`Authorization: Ba${'sic'} ${some(letters, 32)}==`, some(letters, 32)],
  [`AccountName=x;Account${'Key'}=${some(letters, 86)}==;EndpointSuffix=y`, some(letters, 86)],
]

/** In PEM, its lines ended by `lineEnd`. */
export function madeUpPrivateKey(lineEnd = '\n', kind = 'RSA '): string {
  const lines = Array.from({ length: 12 }, (_, n) => some(letters, 64 - n).padEnd(64, 'x'))
  return [`-----${'BEGIN'} ${kind}PRIVATE KEY-----`, ...lines, 'Zm9v', `-----${'END'} ${kind}PRIVATE KEY-----`].join(
    lineEnd,
  )
}
