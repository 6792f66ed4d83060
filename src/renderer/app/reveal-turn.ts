/** Frames to wait for a chat that is only now being shown. */
const patience = 120

/** Brings a turn into view and gives it the focus, once it is on the page. */
export function revealTurn(turnId: string, framesLeft = patience): void {
  const turn = document.getElementById(`turn-${turnId}`)
  if (turn === null) {
    if (framesLeft > 0) requestAnimationFrame(() => revealTurn(turnId, framesLeft - 1))
    return
  }
  turn.scrollIntoView({ block: 'start' })
  turn.focus({ preventScroll: true })
}
