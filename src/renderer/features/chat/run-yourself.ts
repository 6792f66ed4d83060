import { createContext, use } from 'react'
import { hasHidden } from '../../components/visible-text.ts'

/** Puts a command into the person's own terminal, not executed. Given by whoever shows the session. */
export type RunYourself = (command: string) => void

export const RunYourselfContext = createContext<RunYourself | undefined>(undefined)

export function useRunYourself(): RunYourself | undefined {
  return use(RunYourselfContext)
}

/** Whether a text may be written into a terminal as it is, or why it is only copied. */
export type TerminalFit = { readonly kind: 'fits'; readonly text: string } | { readonly kind: 'lines' | 'hidden' }

/**
 * A terminal acts on what is written to it: a new line runs what stands before it, a tab completes, an escape moves the cursor. Only
 * one line of characters that can be seen goes there; a new line at the very end is left out.
 */
export function fitForTerminal(command: string): TerminalFit {
  const text = command.replace(/(\r?\n)+$/, '')
  if (/[\r\n]/.test(text)) return { kind: 'lines' }
  if (/\p{Cc}/u.test(text) || hasHidden(text)) return { kind: 'hidden' }
  return { kind: 'fits', text }
}
