import { useEffect, useRef } from 'react'
import { isTyping } from '../features/changes/keys.ts'
import type { CommandId } from '../platform/commands.ts'
import { commandOf, type Keys } from '../platform/key-bindings.ts'

/** What the keyboard can ask for anywhere. */
export type Command = CommandId

/** Hears the keyboard of the whole page. A command that had nothing to do leaves the key to the browser. */
export function useKeys({ bindings, keyboard }: Keys, run: (command: Command) => boolean): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // A terminal and an editor use what is theirs first, and say so.
      if (event.defaultPrevented || isRecording(event.target)) return
      const command = commandOf(event, bindings, keyboard, isTyping(event.target))
      if (command !== undefined && latest.current(command)) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [bindings, keyboard])
}

/** Where keys are chosen, they are only looked at. */
function isRecording(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-records-keys]') !== null
}
