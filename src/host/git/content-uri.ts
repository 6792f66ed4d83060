/** `x-roadstead-git:/<session id>/<object id>?name=<file name>`: content of a git object of a session's repository. */
import { isObjectId } from './object-id.ts'

const scheme = 'x-roadstead-git:'

/** What the URI names. `name` is only for showing and for choosing a language; it is never used as a path. */
export interface GitContent {
  readonly sessionId: string
  readonly oid: string
  readonly name: string
}

/** The URI of a blob of the session's repository; `name` is for people. */
export function gitContentUri(sessionId: string, oid: string, name: string): string {
  return `${scheme}/${encodeURIComponent(sessionId)}/${oid}?name=${encodeURIComponent(Buffer.from(name).toString())}`
}

/** Whether a text is of this scheme at all. */
export const isGitContentUri = (uri: string): boolean => uri.startsWith(scheme)

/** Undefined for anything `gitContentUri` cannot have built. */
export function parseGitContentUri(uri: string): GitContent | undefined {
  const match = uri.match(/^x-roadstead-git:\/([^/?#]+)\/([^/?#]+)\?name=([^&#]*)$/)
  const [, session, oid, name] = match ?? []
  if (session === undefined || oid === undefined || name === undefined || !isObjectId(oid)) return undefined
  try {
    return { sessionId: decodeURIComponent(session), oid, name: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}
