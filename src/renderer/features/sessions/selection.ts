/** Several sessions chosen at once. `anchor` is where a range begins. */
export interface Selection {
  readonly chosen: ReadonlySet<string>
  readonly anchor: string | undefined
}

export const nothingChosen: Selection = { chosen: new Set(), anchor: undefined }

/** Adds or takes away one; the next range begins there. */
export function toggle({ chosen }: Selection, session: string): Selection {
  const next = new Set(chosen)
  if (!next.delete(session)) next.add(session)
  return { chosen: next, anchor: session }
}

/** Everything between the anchor and a session, both included, in the order of the list; what else was chosen goes. */
export function extendTo({ anchor }: Selection, order: readonly string[], session: string): Selection {
  const from = anchor === undefined ? -1 : order.indexOf(anchor)
  const to = order.indexOf(session)
  if (to === -1) return nothingChosen
  if (from === -1) return { chosen: new Set([session]), anchor: session }
  return { chosen: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor }
}

/** A plain click chooses nothing, but a range may begin there. */
export function anchorAt(session: string): Selection {
  return { chosen: new Set(), anchor: session }
}

/** All of the list. */
export function chooseAll(order: readonly string[]): Selection {
  return { chosen: new Set(order), anchor: order[0] }
}

/** Without what is not in the list any more; the same object when all still are. */
export function keepIn(selection: Selection, order: readonly string[]): Selection {
  if ([...selection.chosen].every((session) => order.includes(session))) return selection
  const there = new Set(order)
  return { ...selection, chosen: new Set([...selection.chosen].filter((session) => there.has(session))) }
}
