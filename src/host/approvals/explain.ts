import type { Reason, Verdict } from './verdict.ts'

/** A text for people: English, with a key and parameters for clients that translate (`_meta.text`). */
export interface Explanation {
  readonly key: string
  readonly params: Readonly<Record<string, string | number>>
  readonly text: string
}

const classWords: Readonly<Record<Reason['class'], string>> = {
  contained: 'the sandbox holds it',
  person: 'a person decides',
  always: 'always a person',
}

const weight: Readonly<Record<Reason['class'], number>> = { contained: 0, person: 1, always: 2 }

/** One reason with its rule and class: "No rule says that make is harmless. (C14, the sandbox holds it)". */
export function explainReason(reason: Reason): Explanation {
  return {
    key: `approval.rule.${reason.rule}`,
    params: { text: reason.text, class: reason.class },
    text: `${reason.text} (${reason.rule}, ${classWords[reason.class]})`,
  }
}

/** The reason to show first: the weightiest, and among those the first found. */
export function mainReason(reasons: readonly Reason[]): Reason | undefined {
  return reasons.toSorted((a, b) => weight[b.class] - weight[a.class])[0]
}

/** A verdict in a line for a card or a result. */
export function explainVerdict(verdict: Verdict): Explanation {
  const main = mainReason(verdict.reasons)
  const params = { rule: main?.rule ?? '', text: main?.text ?? '', more: Math.max(0, verdict.reasons.length - 1) }
  const text = main ? `${main.text} (${main.rule})` : 'It is inside the workspace and harmless.'
  if (verdict.kind === 'ask') return { key: 'approval.asks', params, text: `It asks because: ${text}` }
  if (verdict.kind === 'deny') return { key: 'approval.denied', params, text: `The rules do not allow it: ${text}` }
  if (verdict.decidedBy === 'remembered')
    return { key: 'approval.remembered', params, text: `You allowed it for this session: ${text}` }
  return { key: 'approval.allowed', params, text: main ? `Allowed at this permission level: ${text}` : text }
}
