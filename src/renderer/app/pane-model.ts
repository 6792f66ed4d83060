/** A session side by side with others; `share` is its part of the width, in proportion to the others'. */
export interface Pane {
  readonly session: string
  readonly share: number
}

/** Up to four sessions side by side, each at most once; `focused` is what the dock, the keys and the status follow. */
export interface Panes {
  readonly items: readonly Pane[]
  readonly focused: number
}

export const maxPanes = 4
export const noPanes: Panes = { items: [], focused: 0 }

/** The session of the pane that has the focus. */
export function focusedSession({ items, focused }: Panes): string | undefined {
  return items[focused]?.session
}

/** Panes as they may be kept or come from outside: no session twice, no focus outside. */
export function soundPanes({ items, focused }: Panes): Panes {
  const seen = new Set<string>()
  const sound = items
    .filter(({ session }) => {
      const isNew = !seen.has(session)
      seen.add(session)
      return isNew
    })
    .slice(0, maxPanes)
  return { items: sound, focused: Math.max(0, Math.min(focused, sound.length - 1)) }
}

/** Shows a session: in its pane, if it has one, else in place of the one that has the focus. */
export function showSession(panes: Panes, session: string): Panes {
  const at = panes.items.findIndex((pane) => pane.session === session)
  if (at !== -1) return at === panes.focused ? panes : { ...panes, focused: at }
  if (panes.items.length === 0) return { items: [{ session, share: 1 }], focused: 0 }
  return replaceSession(panes, panes.focused, session)
}

/** Shows a session in place of the one in a pane; the two change places if it was in another. */
export function replaceSession(panes: Panes, index: number, session: string): Panes {
  const old = panes.items[index]
  if (old === undefined) return showSession(panes, session)
  const items = panes.items.map((pane, at) => {
    if (at === index) return { ...pane, session }
    return pane.session === session ? { ...pane, session: old.session } : pane
  })
  return { items, focused: index }
}

/** Opens a session beside, before the pane with the index; beside the focused one when there is none. Four is full: then it takes the place of the next. */
export function openBeside(panes: Panes, session: string, index = panes.focused + 1): Panes {
  const from = panes.items.findIndex((pane) => pane.session === session)
  const present = panes.items[from]
  if (present !== undefined) {
    const to = index > from ? index - 1 : index
    return { items: panes.items.toSpliced(from, 1).toSpliced(to, 0, present), focused: to }
  }
  const { items } = panes
  if (items.length >= maxPanes) return replaceSession(panes, Math.min(index, items.length - 1), session)
  const at = Math.max(0, Math.min(index, items.length))
  const total = items.reduce((sum, { share }) => sum + share, 0)
  return { items: items.toSpliced(at, 0, { session, share: total / Math.max(1, items.length) || 1 }), focused: at }
}

/** Closes a pane; its neighbour takes the focus if it had it. */
export function closePane({ items, focused }: Panes, index: number): Panes {
  const left = items.filter((_, at) => at !== index)
  const next = index < focused ? focused - 1 : focused
  return { items: left, focused: Math.max(0, Math.min(next, left.length - 1)) }
}

/** Without the sessions that are gone; the same object when none was open. */
export function keepSessions(panes: Panes, isThere: (session: string) => boolean): Panes {
  if (panes.items.every(({ session }) => isThere(session))) return panes
  return panes.items.reduceRight(
    (left, { session }, index) => (isThere(session) ? left : closePane(left, index)),
    panes,
  )
}

/** Gives the focus to a pane. */
export function focusPane(panes: Panes, index: number): Panes {
  return index === panes.focused || panes.items[index] === undefined ? panes : { ...panes, focused: index }
}

/** Moves the line behind a pane: `share` is what the pane gets, and what its neighbour loses. */
export function resizePane(panes: Panes, index: number, share: number): Panes {
  const [left, right] = [panes.items[index], panes.items[index + 1]]
  if (left === undefined || right === undefined) return panes
  const both = left.share + right.share
  const least = both * 0.15
  const next = Math.min(both - least, Math.max(least, share))
  const items = panes.items.map((pane, at) =>
    at === index ? { ...pane, share: next } : at === index + 1 ? { ...pane, share: both - next } : pane,
  )
  return { ...panes, items }
}
