/** Which versions of the protocol are spoken, and what exists in which (SPEC 3). */
import { actionIntroducedIn } from './actions.ts'
import { commands, isCommandName, isNotificationName, notificationIntroducedIn } from './messages.ts'

/** The version this room is written for. */
export const PROTOCOL_VERSION = '1.0.0'

/** What our client offers, newest first. */
export const PROTOCOL_VERSIONS: readonly string[] = ['1.0.0', '0.9.0']

/** What a host answers when no offer will do. */
const SUPPORTED_RANGES: readonly string[] = ['>=1.0.0 <2.0.0', '>=0.9.0 <0.10.0']

/** What came of an offer. `unsupported` is error -32005, `malformed` is -32602. */
export type Negotiation =
  | { kind: 'agreed'; protocolVersion: string }
  | { kind: 'unsupported'; supportedVersions: readonly string[] }
  | { kind: 'malformed'; problem: string }

type Version = readonly [major: number, minor: number, patch: number]

const versionPattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

function parseVersion(text: unknown): Version | undefined {
  const parts = typeof text === 'string' && text.length <= 64 ? versionPattern.exec(text) : null
  if (parts === null) return undefined
  const [major, minor, patch] = parts.slice(1).map(Number)
  if (major === undefined || minor === undefined || patch === undefined) return undefined
  return [major, minor, patch].every(Number.isSafeInteger) ? [major, minor, patch] : undefined
}

function compare(left: Version, right: Version): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}

function isAccepted([major, minor]: Version): boolean {
  return major === 1 || (major === 0 && minor === 9)
}

/** Picks the highest acceptable version by number, whatever the order; one malformed entry spoils the whole offer. */
export function negotiate(offered: unknown): Negotiation {
  if (!Array.isArray(offered)) return { kind: 'malformed', problem: 'protocolVersions: expected a list of versions' }
  if (offered.length === 0) return { kind: 'malformed', problem: 'protocolVersions: expected at least one version' }
  let best: { text: string; version: Version } | undefined
  for (const [index, text] of offered.entries()) {
    const version = parseVersion(text)
    if (version === undefined) {
      return { kind: 'malformed', problem: `protocolVersions.${index}: expected MAJOR.MINOR.PATCH` }
    }
    if (isAccepted(version) && (best === undefined || compare(version, best.version) > 0)) best = { text, version }
  }
  if (best === undefined) return { kind: 'unsupported', supportedVersions: SUPPORTED_RANGES }
  return { kind: 'agreed', protocolVersion: best.text }
}

/**
 * Whether an action type, command or notification exists in a negotiated version. Names that begin with `x-` belong to
 * no version; names nobody knows exist in none.
 */
export function isKnownIn(protocolVersion: string, name: string): boolean {
  if (name.startsWith('x-')) return true
  const since = parseVersion(introducedIn(name))
  const version = parseVersion(protocolVersion)
  return since !== undefined && version !== undefined && compare(since, version) <= 0
}

function introducedIn(name: string): string | undefined {
  if (isCommandName(name)) return commands[name].since
  if (isNotificationName(name)) return notificationIntroducedIn[name]
  return actionIntroducedIn.get(name)
}
