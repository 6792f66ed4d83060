/**
 * How wire values are checked. A check never copies: the value that passed is the value that is used, so fields this
 * version does not know survive a round trip while the types stay strict (SPEC 27).
 */
import { z } from 'zod'

/** What a check found; `problem` names the path and what was expected, never the whole value. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problem: string }

const maxProblemLength = 300
const maxIssues = 3

/** Checks `value` and returns the very same object, typed. Never throws. */
export function check<S extends z.ZodType>(schema: S, value: unknown): Checked<z.infer<S>> {
  const result = schema.safeParse(value)
  if (result.success) return { ok: true, value: value as z.infer<S> }
  return { ok: false, problem: describeProblem(result.error.issues) }
}

/** Narrows without a reason, for places that only ask yes or no. */
export function matches<S extends z.ZodType>(schema: S, value: unknown): value is z.infer<S> {
  return schema.safeParse(value).success
}

function describeProblem(issues: readonly z.core.$ZodIssue[]): string {
  const texts = issues.slice(0, maxIssues).map((issue) => `${pathText(issue.path)}: ${shorten(issue.message, 120)}`)
  if (issues.length > maxIssues) texts.push(`and ${issues.length - maxIssues} more`)
  return shorten(texts.join('; '), maxProblemLength)
}

function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return '(value)'
  const shown = path.slice(0, 12).map((key) => shorten(String(key), 40))
  return shown.join('.')
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}

const openUnions = new WeakMap<z.ZodType, readonly z.ZodType[]>()
const openEnums = new WeakMap<z.ZodType, readonly string[]>()

/** The known variants of an open union, for descriptions of the schema. */
export function variantsOf(schema: z.ZodType): readonly z.ZodType[] | undefined {
  return openUnions.get(schema)
}

/** The known values of an open enum, for descriptions of the schema. */
export function knownValuesOf(schema: z.ZodType): readonly string[] | undefined {
  return openEnums.get(schema)
}

/**
 * A union told apart by a text field. A value with a known discriminator is checked against that variant; one with an
 * unknown discriminator passes as it is. The type is the union of the known variants, so code keeps a default branch.
 */
export function openUnion<const D extends string, const V extends readonly z.ZodObject[]>(
  discriminator: D,
  variants: V,
): z.ZodType<z.infer<V[number]>> {
  const byValue = new Map<unknown, z.ZodObject>()
  for (const variant of variants) {
    for (const value of literalValues(variant.shape[discriminator])) byValue.set(value, variant)
  }
  return openByShape(variants, (value) => {
    const told = value[discriminator]
    if (typeof told !== 'string') return { path: [discriminator], message: 'expected text' }
    return byValue.get(told)
  })
}

type Problem = { path: PropertyKey[]; message: string }

/**
 * A union whose variant `choose` picks by looking at the object: a schema to check against, a problem, or `undefined`
 * for a shape nobody knows, which passes.
 */
export function openByShape<const V extends readonly z.ZodType[]>(
  variants: V,
  choose: (value: Record<string, unknown>) => z.ZodType | Problem | undefined,
): z.ZodType<z.infer<V[number]>> {
  const schema = z.custom<z.infer<V[number]>>().superRefine((value: unknown, context) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      context.addIssue({ code: 'custom', message: 'expected object' })
      return
    }
    const chosen = choose(value as Record<string, unknown>)
    if (chosen === undefined) return
    if (!('safeParse' in chosen)) {
      context.addIssue({ code: 'custom', path: chosen.path, message: chosen.message })
      return
    }
    const result = chosen.safeParse(value)
    if (result.success) return
    for (const issue of result.error.issues) {
      context.addIssue({ code: 'custom', path: [...issue.path], message: issue.message })
    }
  })
  openUnions.set(schema, variants)
  return schema
}

function literalValues(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  if (schema instanceof z.ZodEnum) return schema.options
  throw new Error('the discriminator of an open union must be a literal or an enum')
}

/** Text with known values; unknown ones pass and are kept. The type is the union of the known values. */
export function openEnum<const V extends readonly string[]>(values: V): z.ZodType<V[number]> {
  const schema = z.custom<V[number]>((value) => typeof value === 'string', 'expected text')
  openEnums.set(schema, values)
  return schema
}
