/**
 * How the program's Node is started. A host runs all day beside everything else and is mostly idle: young objects get little
 * room (what a round leaves behind is collected at once instead of filling 64 MB first), memory goes before speed where the
 * engine has the choice, and of the engine's compilers only the one in the middle runs. Measured: two thirds of the memory over
 * 100 rounds for the same time a round (bench/agent-round).
 */
export const nodeFlags = [
  '--max-semi-space-size=1',
  '--optimize-for-size',
  '--memory-saver-mode',
  '--no-turbofan',
  '--no-sparkplug',
]

/** The C library's memory: one pool for all threads instead of one for each, which would keep what it once had. */
const environment = { MALLOC_ARENA_MAX: '1' }

/**
 * What the program's environment gets beside the person's own, for its process alone; `src/cli/launch-environment.ts` takes it
 * out again before anything is started from there.
 * @param {Readonly<Record<string, string | undefined>>} env the person's; what they set themselves stays theirs
 * @returns {Record<string, string>} to be added
 */
export function launchEnvironment(env) {
  const added = Object.entries(environment).filter(([name]) => env[name] === undefined)
  return { ...Object.fromEntries(added), ROADSTEAD_LAUNCH_ENV: added.map(([name]) => name).join(' ') }
}
