type Environment = Readonly<Record<string, string | undefined>>

/** Variables a host takes keys of models from, and those that other programs keep the same keys in. */
export const keyVariables: ReadonlySet<string> = new Set([
  ...['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_API_KEY'],
  ...['OPENAI_API_KEY', 'AZURE_OPENAI_API_KEY', 'AZURE_API_KEY', 'AZURE_INFERENCE_CREDENTIAL'],
  ...['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY'],
])

/**
 * The environment for a program the host starts that is no part of it: without the keys the host calls models with, and without
 * whatever else holds one of them. Of itself the host can take none away: what its starter gave it stays readable to the account
 * (`/proc/<pid>/environ`) as long as it runs.
 */
export function withoutModelKeys(env: Environment): Environment {
  const entries = Object.entries(env)
  const isKey = (name: string) => keyVariables.has(name.toUpperCase())
  // A short one is a word people put where no key is needed.
  const keys = entries.flatMap(([name, value = '']) => (isKey(name) && value.trim().length >= 8 ? [value.trim()] : []))
  return Object.fromEntries(
    entries.filter(([name, value = '']) => !isKey(name) && !keys.some((key) => value.includes(key))),
  )
}
