import { useEffect, useState } from 'react'
import type { CompletionItem } from '../../../protocol/channels/chat/commands.ts'
import { useHost } from '../../hosts/host-context.ts'

/** How long typing must rest before the host is asked. Milliseconds. */
const askAfterMs = 120
const nothing: readonly CompletionItem[] = []

/** The files of a chat's folder that fit a text, as its `@` would offer them; none where the host cannot tell. */
export function useFiles(chat: string | undefined, text: string): readonly CompletionItem[] {
  const { client } = useHost()
  const [items, setItems] = useState(nothing)
  const wanted = text.trim().replace(/^@/, '')
  const isAsked = chat !== undefined && wanted !== '' && !/\s/.test(wanted)
  useEffect(() => {
    if (!isAsked) return
    let isOver = false
    const timer = setTimeout(() => {
      const mention = `@${wanted}`
      client.request('completions', { channel: chat, kind: 'userMessage', text: mention, offset: mention.length }).then(
        (found) => {
          if (!isOver) setItems(found.items.filter(({ attachment }) => attachment.type === 'resource').slice(0, 8))
        },
        () => {
          if (!isOver) setItems(nothing)
        },
      )
    }, askAfterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isAsked, chat, client, wanted])
  return isAsked ? items : nothing
}
