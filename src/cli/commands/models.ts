import { waitFor } from '../../client/readable.ts'
import type { SessionModelInfo } from '../../protocol/channels/root/state.ts'
import type { ProviderFacts } from '../../protocol/model-facts.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import { dataFolderOf, type CliContext } from '../context.ts'
import { joinOrStart } from '../host-process.ts'
import { factsOf } from './choose-model.ts'

/** `roadstead models`: asks the providers what they offer and lists it, what can be used first. */
export async function listModels(
  line: { readonly data?: string; readonly json: boolean },
  context: CliContext,
): Promise<number> {
  const { output } = context
  const joined = await joinOrStart(context, dataFolderOf(context, line.data))
  if (joined.kind === 'failed') {
    output.say(joined.reason)
    return 1
  }
  try {
    const { client } = joined
    const root = client.watch(ROOT_URI)
    await waitFor(root.view, (each) => each.status !== 'loading')
    // Its answer comes after the list it led to.
    const { items } = await client.request('x-roadstead/modelProviders', { channel: ROOT_URI, look: true })
    const view = root.view.get()
    const agents = view.status === 'ready' && view.channel.kind === 'root' ? view.channel.state.agents : []
    const models = agents.flatMap((agent) => agent.models)
    if (line.json) {
      for (const provider of items) output.json({ kind: 'provider', provider })
      for (const model of models) output.json({ kind: 'model', model: jsonOf(model) })
      return 0
    }
    for (const provider of items) output.line(providerLine(provider))
    if (models.length > 0) output.line('')
    for (const model of models) output.line(modelLine(model))
    return 0
  } finally {
    joined.client.close()
    await joined.own?.stop()
  }
}

function jsonOf(model: SessionModelInfo) {
  const { id, name, maxContextWindow, maxOutputTokens, supportsVision, configSchema } = model
  const efforts = configSchema?.properties['effort']?.enum
  return { id, name, ...factsOf(model), maxContextWindow, maxOutputTokens, supportsVision, efforts }
}

/** A provider, whether there is a key, and what was wrong with it. */
function providerLine({ id, name, status, key, problem, models }: ProviderFacts): string {
  const keys = { none: 'no key', environment: 'key from the environment', client: 'key from a window' }
  const how = key === 'not-needed' ? 'no key needed' : keys[key]
  const what = problem ?? (status === 'ready' ? `${models} models` : '')
  return `${key === 'none' ? '·' : '✓'} ${name} (${id}): ${how}${what === '' ? '' : `; ${what}`}`
}

function modelLine(model: SessionModelInfo): string {
  const facts = factsOf(model)
  const words = [`${facts?.usable === false ? '·' : '✓'} ${model.id}`]
  if (model.maxContextWindow !== undefined) words.push(`${Math.round(model.maxContextWindow / 1000)}k tokens`)
  if (facts?.price !== undefined) words.push(`$${facts.price.input} in, $${facts.price.output} out per million`)
  if (facts?.local === true) words.push('on this machine')
  return words.join('  ')
}
