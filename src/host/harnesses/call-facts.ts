/** The key of our facts in `_meta` objects. */
export const roadstead = 'x-roadstead'

type Meta = Readonly<Record<string, unknown>> | undefined

/** Our facts of a tool call or an action; empty when there are none. */
export function factsOf(meta: Meta): Readonly<Record<string, unknown>> {
  const facts = meta?.[roadstead]
  return typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>) : {}
}

/** `_meta` that holds these facts. */
export function metaOf(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { [roadstead]: facts }
}

/** A fact that should be a number, where it is one. */
export function numberFact(facts: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = facts[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
