import { z } from 'zod'
import type { ChangesetFile } from '../../../protocol/channels/changeset/state.ts'
import { roadsteadMeta } from '../../../protocol/roadstead.ts'
import { filePathOf } from '../../../protocol/uri.ts'
import type { ContentRef } from '../../../protocol/values.ts'
import { visibleText } from '../../components/visible-text.ts'

/** What the host says of a file that a diff cannot show. */
const FileFacts = z.object({
  binary: z.optional(z.boolean()),
  large: z.optional(z.boolean()),
  unreadable: z.optional(z.boolean()),
  kind: z.optional(z.string()),
  target: z.optional(z.string()),
  commit: z.optional(z.string()),
  modeChange: z.optional(z.object({ before: z.string(), after: z.string() })),
})

export type ChangeStatus = 'added' | 'modified' | 'deleted' | 'renamed'

/** One changed file as the pane shows it. Paths are relative to the session's folder where they lie in it. */
export interface ChangedFile {
  /** The changeset's id of the file; sent back as it is. */
  readonly id: string
  readonly path: string
  readonly name: string
  /** Without the name and without a slash at the end; empty at the top. */
  readonly folder: string
  readonly oldPath?: string
  readonly status: ChangeStatus
  /** Lines. */
  readonly added: number
  readonly removed: number
  readonly binary: boolean
  readonly large: boolean
  readonly unreadable: boolean
  readonly image: boolean
  readonly link?: { readonly target?: string }
  readonly submodule?: { readonly before?: string; readonly after?: string }
  /** As git writes modes, for example `100755`. */
  readonly modeChange?: { readonly before: string; readonly after: string }
  readonly before?: ContentRef
  readonly after?: ContentRef
  /** The `file:` URI of the present content; absent once deleted. */
  readonly uri?: string
}

const imageNames = /\.(png|jpe?g|gif|webp|avif|bmp|ico)$/i

/** Reads a changeset's file; `root` is the `file:` URI of the session's folder. */
export function readChangedFile(file: ChangesetFile, root: string | undefined): ChangedFile {
  const { before, after, diff } = file.edit
  const facts = roadsteadMeta(FileFacts, file._meta) ?? {}
  const path = relativePath(after?.uri ?? before?.uri ?? file.id, root)
  const oldPath = before === undefined ? undefined : relativePath(before.uri, root)
  const slash = path.lastIndexOf('/')
  const name = path.slice(slash + 1)
  const movedFrom = after !== undefined && oldPath !== path ? oldPath : undefined
  const status =
    before === undefined ? 'added' : after === undefined ? 'deleted' : movedFrom !== undefined ? 'renamed' : 'modified'
  return {
    id: file.id,
    path,
    name,
    folder: slash === -1 ? '' : path.slice(0, slash),
    ...(movedFrom === undefined ? {} : { oldPath: movedFrom }),
    status,
    added: diff?.added ?? 0,
    removed: diff?.removed ?? 0,
    binary: facts.binary === true,
    large: facts.large === true,
    unreadable: facts.unreadable === true,
    image: imageNames.test(name),
    ...(facts.kind === 'symlink'
      ? { link: facts.target === undefined ? {} : { target: facts.target } }
      : facts.kind === 'submodule'
        ? {
            submodule: {
              ...(before?.content.nonce === undefined ? {} : { before: before.content.nonce }),
              ...(facts.commit === undefined ? {} : { after: facts.commit }),
            },
          }
        : {}),
    ...(facts.modeChange === undefined ? {} : { modeChange: facts.modeChange }),
    ...(before === undefined ? {} : { before: before.content }),
    ...(after === undefined ? {} : { after: after.content, uri: after.uri }),
  }
}

/** The path of a file URI below the folder's, else the whole path. */
function relativePath(uri: string, root: string | undefined): string {
  const path = pathForShowing(uri)
  const base = root === undefined ? undefined : pathForShowing(root).replace(/\/$/, '')
  return base !== undefined && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path
}

/** A path as people may see it: a direction mark in a name must not make `txt.exe` look like `exe.txt`. */
function pathForShowing(uri: string): string {
  return visibleText(decodedPath(uri))
}

/** Like `filePathOf`, but a name that is no UTF-8 is shown with the replacement character. */
function decodedPath(uri: string): string {
  const path = filePathOf(uri)
  if (path !== undefined) return path.replaceAll('\\', '/')
  const bytes: number[] = []
  for (const part of uri.replace(/^file:\/\//, '').matchAll(/%([0-9A-Fa-f]{2})|([^%]|%)/gu)) {
    if (part[1] !== undefined) bytes.push(Number.parseInt(part[1], 16))
    else bytes.push(...new TextEncoder().encode(part[0]))
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

/** Why no lines can be shown; undefined where they can. */
export function unshownBecause(
  file: ChangedFile,
): 'unreadable' | 'submodule' | 'symlink' | 'image' | 'binary' | undefined {
  if (file.unreadable) return 'unreadable'
  if (file.submodule !== undefined) return 'submodule'
  if (file.link !== undefined) return 'symlink'
  if (file.image) return 'image'
  return file.binary ? 'binary' : undefined
}
