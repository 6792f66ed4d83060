import type { Reason } from '../../protocol/roadstead.ts'

/** One thing a rule found: how far it raises the answer, and why. */
export interface Finding {
  readonly answer: 'ask' | 'deny'
  readonly reason: Reason
}

/** Raises to ask. */
export function ask(rule: string, kind: Reason['class'], text: string): Finding {
  return { answer: 'ask', reason: { rule, class: kind, text } }
}

/** Raises to deny: nothing lifts it, so its class is `always`. */
export function deny(rule: string, text: string): Finding {
  return { answer: 'deny', reason: { rule, class: 'always', text } }
}
