export const nodeFlags: readonly string[]
export function launchEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string>
