import { useEffect, useState } from 'react'
import type { CompletionItem } from '../../../protocol/channels/chat/commands.ts'
import { ROOT_URI } from '../../../protocol/uri.ts'
import { useHost } from '../../hosts/host-context.ts'

/** How long typing must rest before the host is asked. Milliseconds. */
export const askAfterMs = 120

/** What the host offers for a place in a text. */
export interface Completions {
  readonly text: string
  readonly offset: number
  readonly items: readonly CompletionItem[]
}

/** The text and caret to complete, in UTF-16 units. `word`: where the word at the caret begins. */
export interface CompletionPlace {
  readonly word: number
  readonly text: string
  readonly offset: number
}

/** What a message is for: a chat, or the first one of a session that is yet to be made in a folder. URIs. */
export type MessageTarget =
  { readonly kind: 'chat'; readonly chat: string } | { readonly kind: 'folder'; readonly folder: string }

/**
 * Asks the host what fits at a place; undefined asks nothing. The answer to an earlier letter of the same word is shown until the
 * next one is there; a host that has no answer offers nothing.
 */
export function useCompletions(
  target: MessageTarget | undefined,
  place: CompletionPlace | undefined,
): Completions | undefined {
  const { client } = useHost()
  const [found, setFound] = useState<
    { readonly about: string; readonly word: number; readonly answer: Completions } | undefined
  >(undefined)
  const kind = target?.kind
  const about = target?.kind === 'folder' ? target.folder : target?.chat
  const word = place?.word
  const text = place?.text
  const offset = place?.offset

  useEffect(() => {
    if (about === undefined || text === undefined || offset === undefined || word === undefined) return
    let isOver = false
    const timer = setTimeout(() => {
      const answer =
        kind === 'folder'
          ? client.request('x-roadstead/folderCompletions', { channel: ROOT_URI, folder: about, text, offset })
          : client.request('completions', { channel: about, kind: 'userMessage', text, offset })
      answer.then(
        ({ items }) => {
          if (!isOver) setFound({ about, word, answer: { text, offset, items } })
        },
        () => {
          if (!isOver) setFound(undefined)
        },
      )
    }, askAfterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [kind, about, client, text, offset, word])

  return found !== undefined && found.about === about && found.word === word ? found.answer : undefined
}
