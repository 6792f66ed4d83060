import type { ActiveTurn, Turn } from '../../../protocol/channels/chat/turn.ts'
import { foldParts, type TurnItem } from './fold-parts.ts'

/** So many items of a turn are one row: a turn of hundreds of steps is never drawn whole. */
const itemsOfRow = 40

/** A turn, or a stretch of a long one: what is put on the page, and taken off it, as one. */
export interface Row {
  readonly key: string
  readonly turn: Turn | ActiveTurn
  readonly items: readonly TurnItem[]
  readonly isActive: boolean
  /** Begins with the person's message. */
  readonly isFirst: boolean
  /** Ends with the foot, or with what the turn does now. */
  readonly isLast: boolean
}

const rowsOfTurns = new WeakMap<Turn | ActiveTurn, readonly Row[]>()

/** The rows of a turn; the same ones for the same turn. */
export function rowsOf(turn: Turn | ActiveTurn, isActive: boolean): readonly Row[] {
  const known = rowsOfTurns.get(turn)
  if (known !== undefined) return known
  const items = foldParts(turn.responseParts)
  const count = Math.max(1, Math.ceil(items.length / itemsOfRow))
  const rows = Array.from({ length: count }, (_, index): Row => {
    const isWhole = count === 1
    return {
      key: index === 0 ? turn.id : `${turn.id} ${index}`,
      turn,
      items: isWhole ? items : items.slice(index * itemsOfRow, (index + 1) * itemsOfRow),
      isActive,
      isFirst: index === 0,
      isLast: index === count - 1,
    }
  })
  rowsOfTurns.set(turn, rows)
  return rows
}

/** The rows of a whole chat. */
export function rowsOfChat(turns: readonly Turn[], active: ActiveTurn | undefined): readonly Row[] {
  const rows = turns.flatMap((turn) => rowsOf(turn, false))
  return active === undefined ? rows : [...rows, ...rowsOf(active, true)]
}

/** Rows stay the same while they do not change: thousands are not estimated again with every word that streams in. */
const heights = new WeakMap<Row, number>()

/** How high a row will be, roughly, before it has been drawn. Pixels, in a column of the usual width. */
export function estimateHeight(row: Row): number {
  let height = heights.get(row)
  if (height === undefined) {
    height = heightOf(row)
    heights.set(row, height)
  }
  return height
}

function heightOf(row: Row): number {
  let height = 8
  if (row.isFirst) height += 16 + 20 * Math.min(12, linesOf(row.turn.message.text, 100)) + 8
  if (row.isLast) height += 28 + 20
  for (const item of row.items) {
    if (item.kind === 'prose') height += 8 + 20 * linesOf(item.text, 105)
    else if (item.kind === 'denied' || item.kind === 'error') height += 100
    else if (item.kind === 'steering') height += 44 + 20 * linesOf(item.message.text, 100)
    else if (item.kind === 'complete') height += 60 + 20 * linesOf(item.summary, 105)
    else height += 28
  }
  return height
}

function linesOf(text: string, width: number): number {
  let lines = 0
  for (const line of text.split('\n', 400)) lines += Math.max(1, Math.ceil(line.length / width))
  return lines
}
