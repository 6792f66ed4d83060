import type { AgentInfo } from '../../protocol/channels/root/state.ts'
import type { Translate } from './i18n.tsx'

/** The agents that come with the host; their names are translated, those of others are names. */
const own = ['builtin', 'scripted'] as const

function ownOf(provider: string): (typeof own)[number] | undefined {
  return own.find((each) => each === provider)
}

/** What an agent is called; its provider's id where the host does not list it (any more). */
export function agentName(provider: string, agent: Pick<AgentInfo, 'displayName'> | undefined, t: Translate): string {
  const known = ownOf(provider)
  return known === undefined ? (agent?.displayName ?? provider) : t(`agent.${known}`)
}

/** One line about an agent. */
export function agentHint(
  { provider, description }: Pick<AgentInfo, 'provider' | 'description'>,
  t: Translate,
): string {
  const known = ownOf(provider)
  return known === undefined ? description : t(`agent.${known}.hint`)
}
