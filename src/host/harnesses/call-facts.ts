import { ROADSTEAD } from '../../protocol/roadstead.ts'

type Meta = Readonly<Record<string, unknown>> | undefined

/** Our facts of a tool call or an action; empty when there are none. */
export function factsOf(meta: Meta): Readonly<Record<string, unknown>> {
  const facts = meta?.[ROADSTEAD]
  return typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>) : {}
}

/** `_meta` that holds these facts. */
export function metaOf(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { [ROADSTEAD]: facts }
}

/** A fact that should be a number, where it is one. */
export function numberFact(facts: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = facts[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
