import type { PromptPartText } from '../../../protocol/model-facts.ts'
import type { PartChange } from './compare-parts.ts'

/** Lines that are alike, so many beside each change, are shown with it. */
const context = 3

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'skipped'
  readonly text: string
  /** How many lines are left out. */
  readonly count?: number
}

/** A line of the list of what differs. */
export type CompareRow =
  | { readonly kind: 'equal'; readonly key: string; readonly parts: readonly PromptPartText[] }
  | {
      readonly kind: 'head'
      readonly key: string
      readonly change: 'changed' | 'added' | 'removed'
      readonly part: PromptPartText
    }
  | { readonly kind: 'lines'; readonly key: string; readonly lines: readonly DiffLine[] }

/** Tells which lines of a text are in both versions, and which in one: the package that does it is loaded when it is needed. */
export type DiffTexts = (before: string, after: string) => readonly DiffLine[]

/** Lines of one row. */
const rowLines = 60

export function compareRows(changes: readonly PartChange[], diff: DiffTexts): readonly CompareRow[] {
  const rows: CompareRow[] = []
  changes.forEach((change, index) => {
    const previous = rows.at(-1)
    if (change.kind === 'equal') {
      if (previous?.kind === 'equal') rows[rows.length - 1] = { ...previous, parts: [...previous.parts, change.part] }
      else rows.push({ kind: 'equal', key: `e${index}`, parts: [change.part] })
      return
    }
    const part = change.kind === 'changed' ? change.after : change.part
    rows.push({ kind: 'head', key: `h${index}`, change: change.kind, part })
    const lines =
      change.kind === 'changed'
        ? leaveOut(diff(change.before.text, change.after.text))
        : part.text.split('\n').map((text): DiffLine => ({ kind: change.kind, text }))
    for (let at = 0; at < lines.length; at += rowLines)
      rows.push({ kind: 'lines', key: `l${index}-${at}`, lines: lines.slice(at, at + rowLines) })
  })
  return rows
}

/** Leaves out what is alike and far from any change. */
export function leaveOut(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNear = lines.map(() => false)
  lines.forEach(({ kind }, at) => {
    if (kind === 'same') return
    for (let near = Math.max(0, at - context); near <= Math.min(lines.length - 1, at + context); near++)
      isNear[near] = true
  })
  const kept: DiffLine[] = []
  lines.forEach((line, at) => {
    if (isNear[at] === true) return void kept.push(line)
    const previous = kept.at(-1)
    if (previous?.kind === 'skipped')
      kept[kept.length - 1] = { kind: 'skipped', text: '', count: (previous.count ?? 0) + 1 }
    else kept.push({ kind: 'skipped', text: '', count: 1 })
  })
  return kept
}

/** Loads the package that compares texts line by line. */
export async function loadDiff(): Promise<DiffTexts> {
  const { diffLines } = await import('diff')
  return (before, after) =>
    // One that takes too long is given up: then all of one text goes, and all of the other comes.
    (
      diffLines(before, after, { timeout: 2_000 }) ?? [
        { value: before, added: false, removed: true },
        { value: after, added: true, removed: false },
      ]
    ).flatMap(({ value, added, removed }) =>
      value
        .replace(/\n$/, '')
        .split('\n')
        .map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
    )
}
