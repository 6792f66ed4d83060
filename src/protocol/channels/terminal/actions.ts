/** The actions of the terminal channel (SPEC 19). */
import { z } from 'zod'
import type { ActionFacts } from '../../action-facts.ts'
import { TerminalClaim } from './state.ts'
import { openUnion } from '../../schema.ts'
import { Uri } from '../../values.ts'

/** Output, split only at character boundaries. */
export const TerminalData = z.object({
  type: z.literal('terminal/data'),
  data: z.string(),
})
export type TerminalData = z.infer<typeof TerminalData>

/** What is typed; changes no state, so output is never predicted. */
export const TerminalInput = z.object({
  type: z.literal('terminal/input'),
  data: z.string(),
})
export type TerminalInput = z.infer<typeof TerminalInput>

/** New size in cells. */
export const TerminalResized = z.object({
  type: z.literal('terminal/resized'),
  cols: z.number(),
  rows: z.number(),
})
export type TerminalResized = z.infer<typeof TerminalResized>

/** Passes the claim on; there is no release. */
export const TerminalClaimed = z.object({
  type: z.literal('terminal/claimed'),
  claim: TerminalClaim,
})
export type TerminalClaimed = z.infer<typeof TerminalClaimed>

/** Renames the terminal. */
export const TerminalTitleChanged = z.object({
  type: z.literal('terminal/titleChanged'),
  title: z.string(),
})
export type TerminalTitleChanged = z.infer<typeof TerminalTitleChanged>

/** The shell went to another folder. */
export const TerminalCwdChanged = z.object({
  type: z.literal('terminal/cwdChanged'),
  cwd: Uri,
})
export type TerminalCwdChanged = z.infer<typeof TerminalCwdChanged>

/** The process ended. */
export const TerminalExited = z.object({
  type: z.literal('terminal/exited'),
  exitCode: z.optional(z.number()),
})
export type TerminalExited = z.infer<typeof TerminalExited>

/** Empties the content. */
export const TerminalCleared = z.object({
  type: z.literal('terminal/cleared'),
})
export type TerminalCleared = z.infer<typeof TerminalCleared>

/** Command parts can be relied on. */
export const TerminalCommandDetectionAvailable = z.object({
  type: z.literal('terminal/commandDetectionAvailable'),
})
export type TerminalCommandDetectionAvailable = z.infer<typeof TerminalCommandDetectionAvailable>

/** A command begins; `timestamp` in Unix milliseconds. */
export const TerminalCommandExecuted = z.object({
  type: z.literal('terminal/commandExecuted'),
  commandId: z.string(),
  commandLine: z.string(),
  timestamp: z.number(),
})
export type TerminalCommandExecuted = z.infer<typeof TerminalCommandExecuted>

/** A command ended. */
export const TerminalCommandFinished = z.object({
  type: z.literal('terminal/commandFinished'),
  commandId: z.string(),
  exitCode: z.optional(z.number()),
  durationMs: z.optional(z.number()),
})
export type TerminalCommandFinished = z.infer<typeof TerminalCommandFinished>

/** The schemas of all actions of this channel. */
export const terminalActions = [
  TerminalData,
  TerminalInput,
  TerminalResized,
  TerminalClaimed,
  TerminalTitleChanged,
  TerminalCwdChanged,
  TerminalExited,
  TerminalCleared,
  TerminalCommandDetectionAvailable,
  TerminalCommandExecuted,
  TerminalCommandFinished,
] as const

/** Any action of this channel; unknown types pass and are kept (SPEC 27). */
export const TerminalAction = openUnion('type', terminalActions)
export type TerminalAction = z.infer<typeof TerminalAction>

/** Who may send each action and since which release; an action left out does not compile. */
export const terminalActionFacts: Record<TerminalAction['type'], ActionFacts> = {
  'terminal/data': { from: 'host', since: '0.1.0' },
  'terminal/input': { from: 'anyone', since: '0.1.0' },
  'terminal/resized': { from: 'anyone', since: '0.1.0' },
  'terminal/claimed': { from: 'anyone', since: '0.1.0' },
  'terminal/titleChanged': { from: 'anyone', since: '0.1.0' },
  'terminal/cwdChanged': { from: 'host', since: '0.1.0' },
  'terminal/exited': { from: 'host', since: '0.1.0' },
  'terminal/cleared': { from: 'anyone', since: '0.1.0' },
  'terminal/commandDetectionAvailable': { from: 'host', since: '0.1.0' },
  'terminal/commandExecuted': { from: 'host', since: '0.1.0' },
  'terminal/commandFinished': { from: 'host', since: '0.1.0' },
}
