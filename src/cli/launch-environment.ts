/** Names of what the launcher added, with spaces between; see scripts/start/node-flags.mjs. */
const marker = 'ROADSTEAD_LAUNCH_ENV'

/**
 * Takes out of `env` what the launcher put there for this process alone, such as how its memory is pooled: a shell or a browser
 * that is started from here must not get it.
 */
export function forgetLaunchEnvironment(env: Record<string, string | undefined>): void {
  for (const name of (env[marker] ?? '').split(' ')) if (name !== '') delete env[name]
  delete env[marker]
}
