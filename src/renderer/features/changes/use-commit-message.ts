import { useCallback, useState } from 'react'
import type { SessionState } from '../../../protocol/channels/session/state.ts'
import { useChannel } from '../../hosts/use-channel.ts'
import { perSession } from '../../platform/per-session.ts'
import { draftMessage } from './commit-box-state.ts'

/** Messages the person has begun, by session, so that another view of the dock does not cost them. */
const written = perSession<string>()

/** The commit message: the person's own once they have written one, else drafted. `undefined` goes back to the draft. */
export function useCommitMessage(session: string, state: SessionState): [string, (text: string | undefined) => void] {
  const [own, setOwn] = useState(() => written.get(session))
  const chat = useChannel(state.title.trim() === '' ? state.defaultChat : undefined, 'chat').state
  const lastTurn = chat?.activeTurn ?? chat?.turns.at(-1)
  const set = useCallback(
    (text: string | undefined) => {
      if (text === undefined) written.delete(session)
      else written.set(session, text)
      setOwn(text)
    },
    [session],
  )
  return [own ?? draftMessage(state.title, lastTurn?.message.text), set]
}
