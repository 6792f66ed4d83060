/** The ids in a new order: one of them moved up (negative) or down by so many places, as far as there are any. */
export function moveBy(ids: readonly string[], id: string, by: number): readonly string[] {
  const from = ids.indexOf(id)
  return from === -1 ? ids : moveTo(ids, id, from + by)
}

/** The ids with one of them at a place, counted without it. */
export function moveTo(ids: readonly string[], id: string, place: number): readonly string[] {
  if (!ids.includes(id)) return ids
  const others = ids.filter((each) => each !== id)
  const to = Math.max(0, Math.min(others.length, place))
  return [...others.slice(0, to), id, ...others.slice(to)]
}

/** Where something held at a height belongs among rows of these middles, from top to bottom. Pixels. */
export function placeAt(y: number, middles: readonly number[]): number {
  return middles.filter((middle) => middle < y).length
}
