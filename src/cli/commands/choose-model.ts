import type { HostClient } from '../../client/host-client.ts'
import type { AgentInfo, SessionModelInfo } from '../../protocol/channels/root/state.ts'
import type { ModelSelection } from '../../protocol/channels/root/selection.ts'
import { ModelFacts, type Effort, type ProviderFacts } from '../../protocol/model-facts.ts'
import { roadsteadMeta } from '../../protocol/roadstead.ts'
import { ROOT_URI } from '../../protocol/uri.ts'

/** The model a message asks for; none where the agent is left to choose. `none`: what was asked for is not there. */
export type Choice =
  { readonly kind: 'chosen'; readonly model?: ModelSelection } | { readonly kind: 'none'; readonly problem: string }

/** What was asked for on the command line. */
export interface Wish {
  readonly model?: string
  readonly effort?: Effort
}

/**
 * Finds what was asked for among the agent's models. One that is not listed passes where its provider is known: lists are not
 * waited for, and the provider itself knows best.
 */
export async function chooseModel(client: HostClient, agent: AgentInfo, wish: Wish): Promise<Choice> {
  const { model: id, effort } = wish
  if (id === undefined && effort === undefined) return { kind: 'chosen' }
  const listed =
    id === undefined
      ? agent.models.find((each) => factsOf(each)?.usable === true)
      : agent.models.find((each) => each.id === id)
  if (listed !== undefined) return fromList(listed, effort)
  if (id === undefined) return none('There is no model to set an effort for: no provider has a key here.')
  if (agent.models.length === 0 && agent.protectedResources === undefined)
    return none(`The agent "${agent.provider}" has no models to choose from.`)
  const [providerId = '', name = ''] = splitOnce(id)
  const provider = name === '' ? undefined : await findProvider(client, providerId)
  if (provider === undefined) {
    const ids = agent.models.filter((each) => factsOf(each)?.usable === true).map((each) => each.id)
    return none(
      `There is no model "${id}" here. A model is written PROVIDER/NAME. Ready to use: ${ids.join(', ') || 'none'}. ` +
        '"roadstead models" lists all.',
    )
  }
  return provider.key === 'none' ? none(keyMissing(provider.name)) : selection(id, effort)
}

function fromList(model: SessionModelInfo, effort: Effort | undefined): Choice {
  const facts = factsOf(model)
  if (facts?.usable === false) return none(keyMissing(facts.providerName))
  const known = model.configSchema?.properties['effort']?.enum ?? []
  if (effort !== undefined && !known.includes(effort))
    return none(`${model.name} knows no effort "${effort}". It knows: ${known.join(', ') || 'none'}.`)
  return selection(model.id, effort)
}

async function findProvider(client: HostClient, id: string): Promise<ProviderFacts | undefined> {
  const ask = (look: boolean) =>
    client.request('x-roadstead/modelProviders', { channel: ROOT_URI, ...(look ? { look } : {}) })
  const known = (await ask(false)).items.find((each) => each.id === id)
  return known ?? (await ask(true)).items.find((each) => each.id === id)
}

/** What our host says of a model beyond the protocol. */
export function factsOf(model: SessionModelInfo): ModelFacts | undefined {
  return roadsteadMeta(ModelFacts, model._meta)
}

function splitOnce(id: string): string[] {
  const at = id.indexOf('/')
  return at === -1 ? [id] : [id.slice(0, at), id.slice(at + 1)]
}

function keyMissing(provider: string): string {
  return `There is no key for ${provider}. Set it in the environment of the host, or add it in a window under Settings → Models & keys.`
}

function selection(id: string, effort: Effort | undefined): Choice {
  return { kind: 'chosen', model: { id, ...(effort === undefined ? {} : { config: { effort } }) } }
}

function none(problem: string): Choice {
  return { kind: 'none', problem }
}
