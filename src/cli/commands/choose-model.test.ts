import { expect, test } from 'vitest'
import type { HostClient } from '../../client/host-client.ts'
import type { AgentInfo, SessionModelInfo } from '../../protocol/channels/root/state.ts'
import type { ProviderFacts } from '../../protocol/model-facts.ts'
import { withRoadsteadMeta } from '../../protocol/roadstead.ts'
import { chooseModel } from './choose-model.ts'

const model = (id: string, usable: boolean): SessionModelInfo => ({
  ...{ id, provider: 'builtin', name: id },
  configSchema: { type: 'object', properties: { effort: { type: 'string', title: 'E', enum: ['low', 'high'] } } },
  _meta: withRoadsteadMeta(undefined, {
    ...{ providerId: 'p', providerName: 'The P', family: 'other', wireApi: 'openai-chat', local: false, usable },
  }),
})

const agent: AgentInfo = {
  ...{ provider: 'builtin', displayName: 'B', description: '' },
  models: [model('p/closed', false), model('p/open', true)],
  protectedResources: [],
}

const provider = (id: string, key: ProviderFacts['key']): ProviderFacts => ({
  ...{ id, name: `The ${id}`, kind: 'openai-compatible', baseUrl: 'https://x', key, status: 'unknown' },
  ...{ models: 0, local: false, custom: false },
})

/** A host that finds a local provider only when it looks for it. */
function hostWith(found: readonly ProviderFacts[]) {
  const looks: boolean[] = []
  const client = {
    async request(_method: string, { look = false }: { look?: boolean }) {
      looks.push(look)
      return { items: [provider('p', 'none'), provider('k', 'client'), ...(look ? found : [])] }
    },
  } as unknown as HostClient // only what is asked for here
  return { client, looks }
}

const choose = (wish: Parameters<typeof chooseModel>[2], found: readonly ProviderFacts[] = []) =>
  chooseModel(hostWith(found).client, agent, wish)

test('nothing asked for leaves the choice to the agent; an effort alone takes the first usable model', async () => {
  expect(await choose({})).toEqual({ kind: 'chosen' })
  expect(await choose({ effort: 'low' })).toEqual({
    ...{ kind: 'chosen', model: { id: 'p/open', config: { effort: 'low' } } },
  })
})

test('a listed model is taken without asking anybody, if it can be used and knows the effort', async () => {
  const { client, looks } = hostWith([])
  expect(await chooseModel(client, agent, { model: 'p/open' })).toEqual({ kind: 'chosen', model: { id: 'p/open' } })
  expect(looks).toEqual([])
  expect(await choose({ model: 'p/closed' })).toMatchObject({ problem: expect.stringContaining('no key for The P') })
  expect(await choose({ model: 'p/open', effort: 'max' })).toMatchObject({
    problem: 'p/open knows no effort "max". It knows: low, high.',
  })
})

test('a model that is not listed passes where its provider is known or found, and has a key', async () => {
  const chosen = (id: string) => ({ kind: 'chosen', model: { id } })
  expect(await choose({ model: 'k/vendor/new' })).toEqual(chosen('k/vendor/new'))
  expect(await choose({ model: 'ollama/x' }, [provider('ollama', 'not-needed')])).toEqual(chosen('ollama/x'))
  expect(await choose({ model: 'p/new' })).toMatchObject({ problem: expect.stringContaining('no key for The p') })
  for (const id of ['nowhere/x', 'p', 'k/', ''])
    expect(await choose({ model: id })).toMatchObject({ problem: expect.stringContaining(`no model "${id}"`) })
})

test('an agent without models says so', async () => {
  const { protectedResources: _, ...bare } = { ...agent, models: [] }
  expect(await chooseModel(hostWith([]).client, bare, { model: 'p/x' })).toMatchObject({ kind: 'none' })
})
