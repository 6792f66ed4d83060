import type { ChangedFile } from './changed-file.ts'

/** Sums over the files of one snapshot: what the picker, the list and the foot show comes from here. */
export interface Counts {
  readonly files: number
  readonly added: number
  readonly removed: number
}

export function countChanges(files: readonly Pick<ChangedFile, 'added' | 'removed'>[]): Counts {
  let [added, removed] = [0, 0]
  for (const file of files) {
    added += file.added
    removed += file.removed
  }
  return { files: files.length, added, removed }
}

/** Files whose path, or path before a rename, holds every word; case does not matter. */
export function filterFiles(files: readonly ChangedFile[], text: string): readonly ChangedFile[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return files
  return files.filter((file) => {
    const path = `${file.oldPath ?? ''}\n${file.path}`.toLowerCase()
    return words.every((word) => path.includes(word))
  })
}

/** A line of the list. `depth` counts folders above it. */
export type Row =
  | { readonly kind: 'folder'; readonly path: string; readonly label: string; readonly depth: number }
  | { readonly kind: 'file'; readonly file: ChangedFile; readonly depth: number }

/** The files in one list by path, or below their folders; a folder that holds only one folder is one row with it. */
export function listRows(files: readonly ChangedFile[], layout: 'tree' | 'flat'): readonly Row[] {
  const sorted = [...files].sort((a, b) => compare(a.path, b.path))
  if (layout === 'flat') return sorted.map((file) => ({ kind: 'file', file, depth: 0 }))
  return rowsOf(buildTree(sorted), 0)
}

/** The files in the order the list shows them, for stepping from one to the next. */
export function fileOrder(rows: readonly Row[]): readonly ChangedFile[] {
  return rows.flatMap((row) => (row.kind === 'file' ? [row.file] : []))
}

/** The file `step` places from the one with `id`, staying inside the list; the first, or last, when there is none. */
export function stepFile(order: readonly ChangedFile[], id: string | undefined, step: 1 | -1): ChangedFile | undefined {
  const at = order.findIndex((file) => file.id === id)
  if (at === -1) return step === 1 ? order[0] : order.at(-1)
  return order[Math.min(order.length - 1, Math.max(0, at + step))]
}

interface Folder {
  readonly path: string
  readonly folders: Map<string, Folder>
  readonly files: ChangedFile[]
}

function buildTree(files: readonly ChangedFile[]): Folder {
  const top: Folder = { path: '', folders: new Map(), files: [] }
  for (const file of files) {
    let folder = top
    for (const name of file.folder === '' ? [] : file.folder.split('/')) {
      let next = folder.folders.get(name)
      if (next === undefined) {
        next = { path: folder.path === '' ? name : `${folder.path}/${name}`, folders: new Map(), files: [] }
        folder.folders.set(name, next)
      }
      folder = next
    }
    folder.files.push(file)
  }
  return top
}

function rowsOf(folder: Folder, depth: number): Row[] {
  const below = [...folder.folders].sort(([a], [b]) => compare(a, b))
  return [
    ...below.flatMap(([name, child]): Row[] => {
      let label = name
      let shown = child
      for (;;) {
        const [only, ...others] = shown.folders
        if (only === undefined || others.length > 0 || shown.files.length > 0) break
        label = `${label}/${only[0]}`
        shown = only[1]
      }
      return [{ kind: 'folder', path: shown.path, label, depth }, ...rowsOf(shown, depth + 1)]
    }),
    ...folder.files.map((file): Row => ({ kind: 'file', file, depth })),
  ]
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
