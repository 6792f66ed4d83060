import type { PromptPartText } from '../../../protocol/model-facts.ts'

/** What became of a part from one prompt to another. */
export type PartChange =
  | { readonly kind: 'equal'; readonly part: PromptPartText }
  | { readonly kind: 'changed'; readonly before: PromptPartText; readonly after: PromptPartText }
  | { readonly kind: 'added'; readonly part: PromptPartText }
  | { readonly kind: 'removed'; readonly part: PromptPartText }

/**
 * Lays two prompts side by side, in their order: parts of the same hash are equal; what stands in the same place under the
 * same name and role is changed; the rest came or went.
 */
export function compareParts(
  before: readonly PromptPartText[],
  after: readonly PromptPartText[],
): readonly PartChange[] {
  const changes: PartChange[] = []
  let from = 0
  let to = 0
  for (const [left, right] of [...commonParts(before, after), [before.length, after.length] as const]) {
    changes.push(...between(before.slice(from, left), after.slice(to, right)))
    const part = before[left]
    if (part !== undefined && right < after.length) changes.push({ kind: 'equal', part })
    from = left + 1
    to = right + 1
  }
  return changes
}

/** What stands between two equal parts: paired by name and role in order, as far as that goes. */
function between(before: readonly PromptPartText[], after: readonly PromptPartText[]): PartChange[] {
  const changes: PartChange[] = []
  let at = 0
  for (const part of before) {
    const pair = after.findIndex((each, index) => index >= at && each.name === part.name && each.role === part.role)
    if (pair === -1) {
      changes.push({ kind: 'removed', part })
      continue
    }
    for (const added of after.slice(at, pair)) changes.push({ kind: 'added', part: added })
    changes.push({ kind: 'changed', before: part, after: after[pair]! })
    at = pair + 1
  }
  for (const added of after.slice(at)) changes.push({ kind: 'added', part: added })
  return changes
}

/** Two prompts that have thousands of parts and little in common are not looked through for what they share. */
const mostCells = 4_000_000

/** The longest row of equal parts in both, as pairs of indexes. Prompts mostly share their beginning, which costs nothing. */
function commonParts(a: readonly PromptPartText[], b: readonly PromptPartText[]): (readonly [number, number])[] {
  let start = 0
  while (start < a.length && start < b.length && a[start]!.hash === b[start]!.hash) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end)!.hash === b.at(-1 - end)!.hash) end++
  const isTooMuch = (a.length - start - end) * (b.length - start - end) > mostCells
  const rows = isTooMuch ? 0 : a.length - start - end
  const columns = isTooMuch ? 0 : b.length - start - end
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1))
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      lengths[i]![j] =
        a[start + i]!.hash === b[start + j]!.hash
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  const pairs: (readonly [number, number])[] = Array.from({ length: start }, (_, index) => [index, index] as const)
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (a[start + i]!.hash === b[start + j]!.hash) pairs.push([start + i++, start + j++])
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++
    else j++
  }
  for (let index = end; index > 0; index--) pairs.push([a.length - index, b.length - index])
  return pairs
}
