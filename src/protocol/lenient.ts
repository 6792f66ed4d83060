/**
 * How a client reads what foreign hosts send: real ones list an entry without a required field now and then, and one bad
 * entry must not cost the whole state. What fits is used as it is; otherwise a copy is made without what does not fit.
 */
import type { z } from 'zod'
import type { Checked } from './schema.ts'
import { check } from './schema.ts'

/** Leaving something out can bring up a further fault, but not many times. */
const maxRounds = 4

/**
 * As `check`; when the value does not fit, the innermost list entry (or else the field) of each fault is left out and
 * what remains is checked again. A required field of the value itself cannot be left out: then the answer is no.
 */
export function checkLeniently<S extends z.ZodType>(schema: S, value: unknown): Checked<z.infer<S>> {
  let current = value
  for (let round = 0; round < maxRounds; round++) {
    const result = schema.safeParse(current)
    if (result.success) return { ok: true, value: current as z.infer<S> }
    const rest = withoutAll(
      current,
      result.error.issues.map((issue) => cutAt(current, issue.path)),
    )
    if (rest === current) break
    current = rest
  }
  return check(schema, value)
}

type Path = readonly PropertyKey[]

/** The path as far as its innermost list entry; the whole path when no list is on the way. */
function cutAt(value: unknown, path: Path): Path {
  let at = value
  let cut = path
  for (const [depth, key] of path.entries()) {
    if (Array.isArray(at)) cut = path.slice(0, depth + 1)
    at = childOf(at, key)
  }
  return cut
}

function childOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** The same value when nothing of it is there to be left out. */
function withoutAll(value: unknown, paths: readonly Path[]): unknown {
  const own = new Set<PropertyKey>()
  const inner = new Map<PropertyKey, Path[]>()
  for (const [key, ...rest] of paths) {
    if (key === undefined) continue
    if (rest.length === 0) own.add(key)
    else inner.set(key, [...(inner.get(key) ?? []), rest])
  }
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).map(([key, field]): [string, unknown] => {
    const below = inner.get(key) ?? inner.get(Number(key))
    return [key, below === undefined ? field : withoutAll(field, below)]
  })
  const left = kept.filter(([key]) => !own.has(key) && !(Array.isArray(value) && own.has(Number(key))))
  if (left.length === kept.length && kept.every(([key, field]) => Object.is(field, childOf(value, key)))) return value
  return Array.isArray(value) ? left.map(([, field]) => field) : Object.fromEntries(left)
}
