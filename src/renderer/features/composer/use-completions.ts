import { useEffect, useState } from 'react'
import type { CompletionItem } from '../../../protocol/channels/chat/commands.ts'
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

/**
 * Asks the host what fits at a place; undefined asks nothing. The answer to an earlier letter of the same word is shown until the
 * next one is there; a host that has no answer offers nothing.
 */
export function useCompletions(chat: string | undefined, place: CompletionPlace | undefined): Completions | undefined {
  const { client } = useHost()
  const [found, setFound] = useState<{ readonly word: number; readonly answer: Completions } | undefined>(undefined)
  const word = place?.word
  const text = place?.text
  const offset = place?.offset

  useEffect(() => {
    if (chat === undefined || text === undefined || offset === undefined || word === undefined) return
    let isOver = false
    const timer = setTimeout(() => {
      client.request('completions', { channel: chat, kind: 'userMessage', text, offset }).then(
        ({ items }) => {
          if (!isOver) setFound({ word, answer: { text, offset, items } })
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
  }, [chat, client, text, offset, word])

  return found?.word === word ? found?.answer : undefined
}
