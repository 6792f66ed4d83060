import { createContext, use, useCallback, useState } from 'react'

/** What is unfolded in a conversation, by id: it stays so when it has been out of sight and comes back. */
export type FoldMemory = Map<string, boolean>

export const FoldMemoryContext = createContext<FoldMemory | undefined>(undefined)

/** Whether the thing of that id is unfolded, remembered as long as the conversation is open. */
export function useFold(id: string, initial = false): [boolean, (open: boolean) => void] {
  const memory = use(FoldMemoryContext)
  const [isOpen, setOpen] = useState(() => memory?.get(id) ?? initial)
  const set = useCallback(
    (open: boolean) => {
      memory?.set(id, open)
      setOpen(open)
    },
    [id, memory],
  )
  return [isOpen, set]
}
