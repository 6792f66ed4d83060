/**
 * Each scheme of the protocol, and `file:`, is built and parsed here and nowhere else (SPEC 7.1). Ids of channels are
 * never used as paths.
 */
import type { AnnotationsUri, ChangesetUri, ChatUri, ResourceWatchUri, SessionUri, TerminalUri } from './ids.ts'
import { limits } from './limits.ts'

/** The root channel; also what a missing channel means in the handshake. */
export const ROOT_URI = 'ahp-root://'

/** Letters, digits and the marks a URI may hold in one segment; as they are, never decoded. */
const idPattern = /^[A-Za-z0-9._~!$&'()*+,;=:@%-]{1,256}$/

/** Whether a text can be the id in a channel URI. */
export function isChannelId(id: string): boolean {
  return idPattern.test(id) && id !== '.' && id !== '..'
}

function build(scheme: string, id: string): string {
  if (!isChannelId(id)) throw new RangeError('not an id for a channel')
  return `${scheme}:/${id}`
}

/** Throws a RangeError for a text that is no id; so do the others. */
export const sessionUri = (id: string): SessionUri => build('ahp-session', id) as SessionUri
export const chatUri = (id: string): ChatUri => build('ahp-chat', id) as ChatUri
export const terminalUri = (id: string): TerminalUri => build('ahp-terminal', id) as TerminalUri
export const resourceWatchUri = (id: string): ResourceWatchUri => build('ahp-resource-watch', id) as ResourceWatchUri

/** One changeset of a session, for example `changesetUri('s1', 'uncommitted')` or `changesetUri('s1', 'turn', turnId)`. */
export function changesetUri(sessionId: string, ...path: [string, ...string[]]): ChangesetUri {
  return [build('ahp-changeset', sessionId), ...path.map(encodeSegment)].join('/') as ChangesetUri
}

/** The annotations of a session, whatever scheme the session has. */
export const annotationsUri = (session: string): AnnotationsUri => `${session}${annotationsSuffix}` as AnnotationsUri

const annotationsSuffix = '/annotations'

/** A channel URI taken apart. */
export type ParsedChannelUri =
  | { kind: 'root' }
  /** `provider` is set when the scheme is a provider's own. */
  | { kind: 'session'; id: string; uri: SessionUri; provider?: string }
  | { kind: 'chat'; id: string; uri: ChatUri }
  | { kind: 'terminal'; id: string; uri: TerminalUri }
  /** `path` holds the decoded parts after the session's id. */
  | { kind: 'changeset'; id: string; uri: ChangesetUri; path: string[] }
  | { kind: 'annotations'; id: string; uri: AnnotationsUri; session: SessionUri }
  | { kind: 'resourceWatch'; id: string; uri: ResourceWatchUri }

/** The id in the URI of a session, whatever its scheme: changesets and checkpoints carry the id alone. */
export function sessionIdOf(session: string): string {
  return session.slice(session.indexOf(':/') + 2)
}

const noProviders: ReadonlySet<string> = new Set()

/**
 * Takes a channel URI apart; `undefined` for other schemes, malformed text and more than 4,096 characters. Session URIs
 * may also have a provider's name as scheme, if `providers` has it.
 */
export function parseChannelUri(
  text: string,
  providers: ReadonlySet<string> = noProviders,
): ParsedChannelUri | undefined {
  if (text.length > limits.uriLength) return undefined
  if (text === ROOT_URI) return { kind: 'root' }
  const split = text.indexOf(':/')
  if (split === -1) return undefined
  const scheme = text.slice(0, split)
  const rest = text.slice(split + 2)
  if (scheme === 'ahp-changeset') return parseChangeset(text, rest)
  const isSession = scheme === 'ahp-session' || providers.has(scheme)
  if (isSession && rest.endsWith(annotationsSuffix)) {
    const id = rest.slice(0, -annotationsSuffix.length)
    if (!isChannelId(id)) return undefined
    const session = text.slice(0, -annotationsSuffix.length) as SessionUri
    return { kind: 'annotations', id, uri: text as AnnotationsUri, session }
  }
  if (!isChannelId(rest)) return undefined
  if (scheme === 'ahp-session') return { kind: 'session', id: rest, uri: text as SessionUri }
  if (isSession) return { kind: 'session', id: rest, uri: text as SessionUri, provider: scheme }
  if (scheme === 'ahp-chat') return { kind: 'chat', id: rest, uri: text as ChatUri }
  if (scheme === 'ahp-terminal') return { kind: 'terminal', id: rest, uri: text as TerminalUri }
  if (scheme === 'ahp-resource-watch') return { kind: 'resourceWatch', id: rest, uri: text as ResourceWatchUri }
  return undefined
}

function parseChangeset(text: string, rest: string): ParsedChannelUri | undefined {
  const [id, ...segments] = rest.split('/')
  if (id === undefined || segments.length === 0 || ![id, ...segments].every(isChannelId)) return undefined
  const path = segments.map(decodeSegment)
  if (!path.every((part) => part !== undefined)) return undefined
  return { kind: 'changeset', id, uri: text as ChangesetUri, path }
}

/** `undefined` for escapes that are no UTF-8. */
function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Half a surrogate pair has no UTF-8 form and becomes the replacement character. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\uFFFD'))
}

/** How a path with a drive begins. */
const drivePath = /^[A-Za-z]:[\\/]/

/** Characters a path may hold in a URI although `encodeURIComponent` escapes them. */
const keptEscapes = /%(?:40|3A|24|26|2B|2C|3B|3D)/g

/** The URI of an absolute path; a backslash divides only Windows paths. Throws a RangeError for a relative path. */
export function fileUri(path: string): string {
  const isDrive = drivePath.test(path)
  if (!isDrive && !path.startsWith('/')) throw new RangeError('not an absolute path')
  const slashed = isDrive ? `/${path.replaceAll('\\', '/')}` : path
  return `file://${slashed.split('/').map(encodePathSegment).join('/')}`
}

function encodePathSegment(segment: string): string {
  return encodeSegment(segment).replace(keptEscapes, decodeURIComponent)
}

/**
 * The path of a `file:` URI, with backslashes after a drive. `undefined` for another scheme, a host, a query, a
 * fragment, escapes that are no UTF-8, an escaped separator, and NUL. Dots are left for whoever resolves the path.
 */
export function filePathOf(uri: string): string | undefined {
  const path = /^file:(?:\/\/(?:localhost)?)?(\/(?!\/)[^?#]*)$/i.exec(uri)?.[1]
  if (path === undefined || /%2f|%00|\0/i.test(path)) return undefined
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return undefined
  }
  if (!/^\/[A-Za-z]:(\/|$)/.test(decoded)) return decoded
  if (decoded.includes('\\')) return undefined
  const drive = decoded.slice(1).replaceAll('/', '\\')
  return drive.length === 2 ? `${drive}\\` : drive
}
