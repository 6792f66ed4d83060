import { sessionIdOf } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import { isGitContentUri, parseGitContentUri } from '../git/content-uri.ts'
import type { Git } from '../git/git.ts'
import { readObject } from '../git/read-object.ts'
import { isBlobUri, parseBlobUri } from '../store/blob-uri.ts'
import type { Store } from '../store/store.ts'
import type { ResourceNeeds } from './resources.ts'

/** Where the content of our own schemes is. */
export interface OwnContentNeeds {
  readonly channels: Channels
  readonly store: Pick<Store, 'getBlob'>
  /** The repository of a session, its own or the host's private one. */
  repositoryOf(session: string): { readonly git: Git; readonly root: string } | undefined
}

const largestObject = 5 * 1024 * 1024

/** Reads content that the host keeps: by hash, or in a session's repository. Undefined for schemes that are not ours. */
export function createOwnContent({ channels, store, repositoryOf }: OwnContentNeeds): ResourceNeeds['readOwn'] {
  return async (uri) => {
    if (isBlobUri(uri)) {
      const parsed = parseBlobUri(uri)
      if (parsed === undefined) return { kind: 'malformed' }
      const data = store.getBlob(parsed.hash)
      return data === undefined ? { kind: 'missing' } : { kind: 'content', data }
    }
    if (!isGitContentUri(uri)) return undefined
    const parsed = parseGitContentUri(uri)
    if (parsed === undefined) return { kind: 'malformed' }
    const session = channels.list('session').find((each) => sessionIdOf(each) === parsed.sessionId)
    const place = session === undefined ? undefined : repositoryOf(session)
    if (place === undefined) return { kind: 'missing' }
    const read = await readObject(place.git, place.root, parsed.oid, { maxBytes: largestObject })
    return read.kind === 'read' ? { kind: 'content', data: read.content } : { kind: 'missing' }
  }
}
