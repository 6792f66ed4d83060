import type { PermissionLevel } from '../../protocol/roadstead.ts'

/** What is said of the machine. */
export interface MachineFacts {
  /** As Node names it. */
  readonly platform: string
  /** Instant of now, ISO: only the day is told, for what changes by the minute cannot be cached. */
  readonly now: string
  /** Whether commands run in a sandbox; `reason`: why they do not run at all. */
  readonly sandbox: { readonly status: 'available' } | { readonly status: 'unavailable'; readonly reason: string }
  readonly level: PermissionLevel
  /** Nobody answers. */
  readonly unattended: boolean
}

const systems: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }

const levels: Readonly<Record<string, string>> = {
  ask: 'Every call that is not plainly harmless waits for the person.',
  sandboxed: 'Commands run in the sandbox unasked; what would leave it waits for the person.',
  auto: 'Calls run unasked, but for those that always need the person.',
  autopilot: 'Nothing waits for the person; what always needs them is refused.',
}

/** The machine in words for a model. */
export function machineText(facts: MachineFacts): string {
  const { platform, now, sandbox, level, unattended } = facts
  const sandboxed =
    sandbox.status === 'available'
      ? 'Commands run in a sandbox: they write in the workspace and their temporary folder only, and reach no network unless it was opened.'
      : `Commands cannot run now: ${sandbox.reason}`
  return [
    '# Machine',
    `${systems[platform] ?? platform}; commands run with bash. Today is ${now.slice(0, 10)}.`,
    sandboxed,
    levels[level] ?? levels['ask'],
    ...(unattended ? ['Nobody is there to answer: decide yourself, and say in the end what you assumed.'] : []),
  ].join('\n')
}
