/** Commands on terminal channels (SPEC 19). */
import { z } from 'zod'
import { TerminalClaim } from './state.ts'
import { limits } from '../../limits.ts'
import { BoundedUri, FreeObject } from '../../values.ts'

/** On the URI the client has picked; size in cells. */
export const CreateTerminalParams = z.object({
  channel: BoundedUri,
  claim: TerminalClaim,
  name: z.optional(z.string()),
  cwd: z.optional(BoundedUri),
  cols: z.optional(z.int().min(1).max(limits.terminalSize)),
  rows: z.optional(z.int().min(1).max(limits.terminalSize)),
  _meta: z.optional(FreeObject),
})
export type CreateTerminalParams = z.infer<typeof CreateTerminalParams>

export const CreateTerminalResult = z.null()
export type CreateTerminalResult = z.infer<typeof CreateTerminalResult>

/** Ends the process. */
export const DisposeTerminalParams = z.object({
  channel: BoundedUri,
  _meta: z.optional(FreeObject),
})
export type DisposeTerminalParams = z.infer<typeof DisposeTerminalParams>

export const DisposeTerminalResult = z.null()
export type DisposeTerminalResult = z.infer<typeof DisposeTerminalResult>
