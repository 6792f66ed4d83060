import type { z } from 'zod'
import { check } from '../../protocol/schema.ts'

/** What a text column holds, read by its schema; undefined when it is not JSON or does not fit. */
export function parseColumn<S extends z.ZodType>(schema: S, text: string): z.infer<S> | undefined {
  try {
    const checked = check(schema, JSON.parse(text))
    return checked.ok ? checked.value : undefined
  } catch {
    return undefined
  }
}
