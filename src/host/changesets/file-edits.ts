import { basename } from 'node:path/posix'
import type { ChangesetFile } from '../../protocol/channels/changeset/state.ts'
import type { FileEditSide } from '../../protocol/file-edit.ts'
import { oldPathOf, pathOf, type ChangesetSnapshot, type FileChange } from './file-change.ts'

/** Makes the URI of a side's content before the change, for object `oid`. */
export type ContentUriOf = (oid: string, name: string) => string

/**
 * The snapshot as the protocol's files (SPEC 18). The old side is git's object, the new one the file itself; `nonce`
 * changes with the content. What a diff cannot show is said in `_meta['x-roadstead']`.
 */
export function changesetFiles(snapshot: ChangesetSnapshot, root: string, contentUri: ContentUriOf): ChangesetFile[] {
  return snapshot.files.map((change) => {
    const before = beforeSide(change, root, contentUri)
    const after = afterSide(change, root)
    const facts = factsOf(change)
    return {
      id: (after ?? before)?.uri ?? fileUri(root, pathOf(change)),
      edit: {
        ...(before && { before }),
        ...(after && { after }),
        diff: { added: change.added, removed: change.removed },
      },
      ...(Object.keys(facts).length > 0 && { _meta: { 'x-roadstead': facts } }),
    }
  })
}

/** The `file:` URI of a path whose name need not be UTF-8: bytes outside the plain set are percent-encoded. */
export function fileUri(root: string, path: Buffer): string {
  const whole = Buffer.concat([Buffer.from(root), Buffer.from('/'), path]).toString('latin1')
  const encoded = whole.replace(/[^A-Za-z0-9/._~-]/g, (byte) => {
    return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  })
  return `file://${encoded.startsWith('/') ? '' : '/'}${encoded}`
}

function beforeSide(change: FileChange, root: string, contentUri: ContentUriOf): FileEditSide | undefined {
  if (!change.before) return undefined
  const { oid, size } = change.before
  const path = oldPathOf(change)
  return {
    uri: fileUri(root, path),
    content: {
      uri: contentUri(oid, basename(path.toString('utf8'))),
      nonce: oid,
      ...(size !== undefined && { sizeHint: size }),
    },
  }
}

function afterSide(change: FileChange, root: string): FileEditSide | undefined {
  if (!change.after) return undefined
  const { size, changedAtMs, mode, target, commit } = change.after
  const uri = fileUri(root, pathOf(change))
  const nonce = [mode, size, changedAtMs, target, commit].filter((part) => part !== undefined).join('-')
  return { uri, content: { uri, nonce, ...(size !== undefined && { sizeHint: size }) } }
}

function factsOf(change: FileChange): Record<string, unknown> {
  const [before, after] = [change.before?.mode, change.after?.mode]
  const kinds = { '120000': 'symlink', '160000': 'submodule' } as const
  const kind = kindOf(after ?? before)
  return {
    ...(change.binary && !change.unreadable && { binary: true }),
    ...(change.large && { large: true }),
    ...(change.unreadable && { unreadable: true }),
    ...(kind && { kind }),
    ...(change.after?.target !== undefined && { target: change.after.target }),
    ...(change.after?.commit !== undefined && { commit: change.after.commit }),
    ...(before !== undefined && after !== undefined && before !== after && { modeChange: { before, after } }),
  }

  function kindOf(mode: string | undefined): string | undefined {
    return mode === '120000' || mode === '160000' ? kinds[mode] : undefined
  }
}
