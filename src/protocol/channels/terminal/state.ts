/** The terminal channel (SPEC 19). */
import { z } from 'zod'
import { openUnion } from '../../schema.ts'
import { Uri } from '../../values.ts'

/** An exited terminal may lack an exit code. */
export const TerminalLifecycleState = openUnion('status', [
  z.object({
    status: z.literal('running'),
  }),
  z.object({
    status: z.literal('exited'),
    exitCode: z.optional(z.number()),
  }),
])
export type TerminalLifecycleState = z.infer<typeof TerminalLifecycleState>

export const TerminalClientClaim = z.object({
  kind: z.literal('client'),
  clientId: z.string(),
})
export type TerminalClientClaim = z.infer<typeof TerminalClientClaim>

export const TerminalSessionClaim = z.object({
  kind: z.literal('session'),
  session: Uri,
  chat: Uri,
  turnId: z.optional(z.string()),
  toolCallId: z.optional(z.string()),
})
export type TerminalSessionClaim = z.infer<typeof TerminalSessionClaim>

/** The one owner of a terminal. */
export const TerminalClaim = openUnion('kind', [TerminalClientClaim, TerminalSessionClaim])
export type TerminalClaim = z.infer<typeof TerminalClaim>

export const TerminalUnclassifiedPart = z.object({
  type: z.literal('unclassified'),
  value: z.string(),
})
export type TerminalUnclassifiedPart = z.infer<typeof TerminalUnclassifiedPart>

/** `timestamp` is Unix milliseconds, unlike every other instant. */
export const TerminalCommandPart = z.object({
  type: z.literal('command'),
  commandId: z.string(),
  commandLine: z.string(),
  output: z.string(),
  timestamp: z.number(),
  isComplete: z.boolean(),
  exitCode: z.optional(z.number()),
  durationMs: z.optional(z.number()),
})
export type TerminalCommandPart = z.infer<typeof TerminalCommandPart>

/** Raw text is the concatenation of `value` and `output`. */
export const TerminalContentPart = openUnion('type', [TerminalUnclassifiedPart, TerminalCommandPart])
export type TerminalContentPart = z.infer<typeof TerminalContentPart>

/** What a terminal channel holds; `isPty: false` takes no typing. */
export const TerminalState = z.object({
  title: z.string(),
  cwd: z.optional(Uri),
  cols: z.optional(z.number()),
  rows: z.optional(z.number()),
  content: z.array(TerminalContentPart),
  lifecycle: TerminalLifecycleState,
  claim: TerminalClaim,
  supportsCommandDetection: z.optional(z.boolean()),
  isPty: z.optional(z.boolean()),
})
export type TerminalState = z.infer<typeof TerminalState>
