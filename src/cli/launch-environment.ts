/** Names of what the launcher added, with spaces between; see scripts/start/node-flags.mjs. */
const marker = 'ROADSTEAD_LAUNCH_ENV'

/** All that the launcher ever adds. Whatever else the marker names stays: it comes from outside. */
const addable = ['MALLOC_ARENA_MAX']

/**
 * Takes out of `env` what the launcher put there for this process alone, such as how its memory is pooled: a shell or a browser
 * that is started from here must not get it.
 */
export function forgetLaunchEnvironment(env: Record<string, string | undefined>): void {
  const added = (env[marker] ?? '').split(' ')
  for (const name of addable) if (added.includes(name)) delete env[name]
  delete env[marker]
}
