import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type {
  ResourceListParams,
  ResourceListResult,
  ResourceReadParams,
  ResourceReadResult,
  ResourceResolveParams,
  ResourceResolveResult,
} from '../../protocol/channels/root/resource-commands.ts'
import { invalidParams, notFound, permissionDenied } from '../../protocol/errors.ts'
import { filePathOf, fileUri } from '../../protocol/uri.ts'
import type { CommandContext } from '../server/server.ts'

/** A file larger than this is not sent in one answer (a frame over 8 MiB would close the connection). */
const largestFile = 5 * 1024 * 1024

export interface ResourceNeeds {
  /**
   * The scope rule for files (attacks README, P and W12): `read` inside a session's workspace, or `list` of folder names
   * for a full-scope client. A text is the refusal.
   */
  refusesPath(operation: 'read' | 'list', path: string, who: CommandContext): Promise<string | undefined>
  /** Content behind our own schemes; undefined for a scheme that is not ours. */
  readOwn(
    uri: string,
  ): Promise<{ kind: 'content'; data: Uint8Array } | { kind: 'missing' } | { kind: 'malformed' } | undefined>
}

/** `resourceRead`: text as UTF-8 where it is text, everything else as base64. */
export async function resourceRead(
  needs: ResourceNeeds,
  params: ResourceReadParams,
  who: CommandContext,
): Promise<ResourceReadResult> {
  const own = await needs.readOwn(params.uri)
  if (own !== undefined) {
    if (own.kind === 'malformed') throw invalidParams('uri: malformed')
    if (own.kind === 'missing') throw notFound(params.uri)
    return encode(own.data, params.encoding, new URL(params.uri).searchParams.get('name') ?? '')
  }
  const path = pathOf(params.uri)
  const refusal = await needs.refusesPath('read', path, who)
  if (refusal !== undefined) throw permissionDenied(refusal)
  try {
    const info = await stat(path)
    if (!info.isFile()) throw invalidParams('uri: not a file')
    if (info.size > largestFile) throw permissionDenied(`the file is larger than ${largestFile} bytes`)
    return encode(await readFile(path), params.encoding, path)
  } catch (error) {
    throw fileError(error, params.uri)
  }
}

/** `resourceList`: base names and kinds of a folder's entries; links count as what they lead to. */
export async function resourceList(
  needs: ResourceNeeds,
  params: ResourceListParams,
  who: CommandContext,
): Promise<ResourceListResult> {
  const path = pathOf(params.uri)
  const refusal = await needs.refusesPath('list', path, who)
  if (refusal !== undefined) throw permissionDenied(refusal)
  try {
    const entries = await readdir(path, { withFileTypes: true })
    const listed = await Promise.all(
      entries.map(async (entry) => {
        const isFolder = entry.isSymbolicLink()
          ? await stat(`${path}/${entry.name}`).then(
              (info) => info.isDirectory(),
              () => false,
            )
          : entry.isDirectory()
        return { name: entry.name, type: isFolder ? ('directory' as const) : ('file' as const) }
      }),
    )
    return { entries: listed.sort((a, b) => (a.name < b.name ? -1 : 1)) }
  } catch (error) {
    throw fileError(error, params.uri)
  }
}

/** `resourceResolve`: what an entry is and its canonical URI; the existence check (SPEC 22). */
export async function resourceResolve(
  needs: ResourceNeeds,
  params: ResourceResolveParams,
  who: CommandContext,
): Promise<ResourceResolveResult> {
  const path = pathOf(params.uri)
  const refusal = await needs.refusesPath('list', path, who)
  if (refusal !== undefined) throw permissionDenied(refusal)
  try {
    const follow = params.followSymlinks !== false
    const info = follow ? await stat(path) : await lstat(path)
    const real = follow ? await realpath(path) : path
    return {
      uri: fileUri(real),
      type: info.isSymbolicLink() ? 'symlink' : info.isDirectory() ? 'directory' : 'file',
      size: info.size,
      mtime: info.mtime.toISOString(),
      ctime: info.ctime.toISOString(),
      etag: `${info.size}-${Math.round(info.mtimeMs)}`,
    }
  } catch (error) {
    throw fileError(error, params.uri)
  }
}

function pathOf(uri: string): string {
  const path = filePathOf(uri)
  if (path === undefined) throw invalidParams('uri: not the URI of a local file')
  return path
}

function fileError(error: unknown, uri: string): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR') return notFound(uri)
  if (code === 'EACCES' || code === 'EPERM')
    return permissionDenied('the operating system does not let this user read it')
  return error
}

const imageTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
}

function encode(data: Uint8Array, wish: string | undefined, name: string): ResourceReadResult {
  const contentType = imageTypes[extname(name).toLowerCase()]
  const type = contentType === undefined ? {} : { contentType }
  const bytes = Buffer.from(data)
  if (wish !== 'base64') {
    try {
      return {
        data: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
        encoding: 'utf-8',
        ...type,
      }
    } catch {
      // Not text: base64 below.
    }
  }
  return { data: bytes.toString('base64'), encoding: 'base64', ...type }
}
