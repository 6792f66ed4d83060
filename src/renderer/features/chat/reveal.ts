import { useEffect, useRef } from 'react'

/** A turn that is to be shown; `chat` is the URI of its chat, where it is known. */
export interface TurnAsk {
  readonly chat?: string | undefined
  readonly turnId: string
}

/** How long a turn may be looked for: its chat may only now be opened. Milliseconds. */
const patienceMs = 10_000

let open: TurnAsk | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Asks the conversation that has it to bring a turn into view and give it the focus, loading it if need be. */
export function revealTurn(ask: TurnAsk): void {
  open = ask
  clearTimeout(timer)
  timer = setTimeout(() => {
    open = undefined
  }, patienceMs)
  for (const listener of listeners) listener()
}

/** Hears of turns to show. `show` tells whether the turn is this conversation's; it is asked again whenever `turns` change. */
export function useRevealedTurn(chat: string, turns: unknown, show: (turnId: string) => boolean): void {
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    const hear = () => {
      if (open === undefined || (open.chat !== undefined && open.chat !== chat)) return
      if (latest.current(open.turnId)) open = undefined
    }
    hear()
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }, [chat, turns])
}

/** Hears of turns to show that are in another of a session's chats than the one that is shown. */
export function useAskedChat(chats: readonly string[], shown: string | undefined, show: (chat: string) => void): void {
  useEffect(() => {
    const hear = () => {
      const chat = open?.chat
      if (chat !== undefined && chat !== shown && chats.includes(chat)) show(chat)
    }
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }, [chats, shown, show])
}
