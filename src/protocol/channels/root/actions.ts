/** The actions of the root channel (SPEC 12). */
import { z } from 'zod'
import type { ActionFacts } from '../../action-facts.ts'
import { AgentInfo, TerminalInfo } from './state.ts'
import { openUnion } from '../../schema.ts'
import { FreeObject } from '../../values.ts'

/** Replaces the agents. */
export const RootAgentsChanged = z.object({
  type: z.literal('root/agentsChanged'),
  agents: z.array(AgentInfo),
})
export type RootAgentsChanged = z.infer<typeof RootAgentsChanged>

/** Replaces the number of sessions not disposed. */
export const RootActiveSessionsChanged = z.object({
  type: z.literal('root/activeSessionsChanged'),
  activeSessions: z.number(),
})
export type RootActiveSessionsChanged = z.infer<typeof RootActiveSessionsChanged>

/** Replaces the list of terminals. */
export const RootTerminalsChanged = z.object({
  type: z.literal('root/terminalsChanged'),
  terminals: z.array(TerminalInfo),
})
export type RootTerminalsChanged = z.infer<typeof RootTerminalsChanged>

/** Merges values by key, or replaces them all. */
export const RootConfigChanged = z.object({
  type: z.literal('root/configChanged'),
  config: FreeObject,
  replace: z.optional(z.boolean()),
})
export type RootConfigChanged = z.infer<typeof RootConfigChanged>

/** The schemas of all actions of this channel. */
export const rootActions = [
  RootAgentsChanged,
  RootActiveSessionsChanged,
  RootTerminalsChanged,
  RootConfigChanged,
] as const

/** Any action of this channel; unknown types pass and are kept (SPEC 27). */
export const RootAction = openUnion('type', rootActions)
export type RootAction = z.infer<typeof RootAction>

/** Who may send each action and since which release; an action left out does not compile. */
export const rootActionFacts: Record<RootAction['type'], ActionFacts> = {
  'root/agentsChanged': { from: 'host', since: '0.1.0' },
  'root/activeSessionsChanged': { from: 'host', since: '0.1.0' },
  'root/terminalsChanged': { from: 'host', since: '0.1.0' },
  'root/configChanged': { from: 'anyone', since: '0.1.0' },
}
