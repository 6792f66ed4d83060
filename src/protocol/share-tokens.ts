import type { PromptShare } from './model-facts.ts'

/** The tokens that were billed for a prompt, spread over its parts by their bytes, so that they add up to `tokens`. */
export function shareTokens(shares: readonly PromptShare[], tokens: number | undefined): PromptShare[] {
  const bytes = shares.reduce((sum, share) => sum + share.bytes, 0)
  if (tokens === undefined || bytes === 0) return shares.map(({ name, bytes: own }) => ({ name, bytes: own }))
  let before = 0
  return shares.map(({ name, bytes: own }) => {
    const from = Math.round((tokens * before) / bytes)
    before += own
    return { name, bytes: own, tokens: Math.round((tokens * before) / bytes) - from }
  })
}
