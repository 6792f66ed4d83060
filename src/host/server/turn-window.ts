import type { ChatState } from '../../protocol/channels/chat/state.ts'
import type { Turn } from '../../protocol/channels/chat/turn.ts'

/** How many older turns one `fetchTurns` brings. */
const pageSize = 50

/** A cursor names the oldest turn its holder has. */
const cursorOf = (turn: Turn) => turn.id

/** A chat's state with only its latest turns; the whole state when `turns` is absent or covers all (SPEC 7.1). */
export function windowTurns(state: ChatState, turns: number | undefined): ChatState {
  if (turns === undefined || !(turns >= 0) || state.turns.length <= turns) return state
  // At least one turn stays, so that there is something for the cursor to name.
  const kept = state.turns.slice(-Math.max(1, Math.floor(turns)))
  return { ...state, turns: kept, turnsNextCursor: cursorOf(kept[0]!) }
}

/** The turns before a cursor; undefined for a cursor that names no turn. */
export function turnsBefore(state: ChatState, cursor: string): { turns: Turn[]; turnsNextCursor?: string } | undefined {
  const end = state.turns.findIndex((turn) => cursorOf(turn) === cursor)
  if (end === -1) return undefined
  const start = Math.max(0, end - pageSize)
  const turns = state.turns.slice(start, end)
  return start === 0 ? { turns } : { turns, turnsNextCursor: cursorOf(turns[0]!) }
}
