import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { SessionModelInfo } from '../../../protocol/channels/root/state.ts'
import { ErrorCode, ProtocolError } from '../../../protocol/errors.ts'
import type { ProviderFacts } from '../../../protocol/model-facts.ts'
import { ROADSTEAD } from '../../../protocol/roadstead.ts'
import { readPreference, writePreference } from '../../platform/preferences.ts'
import { createFakeHost } from '../../testing/fake-host.tsx'
import { endpointFrom } from './endpoint-fields.ts'
import { KeyDialog } from './key-dialog.tsx'
import { KeyNeeded } from './key-needed.tsx'
import { groupModels, matchModels } from './model-groups.ts'
import { ModelPicker } from './model-picker.tsx'
import { ModelsSettings } from './models-settings.tsx'
import { useModelChoice } from './use-model-choice.ts'

beforeEach(() => {
  writePreference('models', {})
  localStorage.clear()
})

const resource = 'https://api.example.com/v1'
const canary = 'sk-canary-0123456789abcdef'

const provider = (more: Partial<ProviderFacts> = {}): ProviderFacts => ({
  id: 'example',
  name: 'Example',
  kind: 'openai',
  baseUrl: resource,
  resource,
  key: 'none',
  status: 'needs-key',
  models: 0,
  local: false,
  custom: false,
  ...more,
})

const model = (id: string, more: Partial<SessionModelInfo> = {}, facts: object = {}): SessionModelInfo => ({
  id,
  provider: 'builtin',
  name: id.toUpperCase(),
  _meta: {
    [ROADSTEAD]: {
      providerId: 'example',
      providerName: 'Example',
      family: 'gpt',
      wireApi: 'openai-chat',
      local: false,
      usable: true,
      resource,
      ...facts,
    },
  },
  ...more,
})
const effort = {
  configSchema: {
    type: 'object' as const,
    properties: { effort: { type: 'string' as const, title: 'Effort', enum: ['low', 'high'], default: 'low' } },
  },
}

/** Wherever a text could stay behind: the page with the values of its fields, storages, and what was given to React. */
function leftBehind(text: string): string[] {
  const places: [string, string][] = [
    ['page', document.documentElement.outerHTML],
    [
      'fields',
      [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value).join(),
    ],
    ['localStorage', JSON.stringify({ ...localStorage })],
    ['sessionStorage', JSON.stringify({ ...sessionStorage })],
    ['address', location.href],
    ['React', reactState()],
  ]
  return places.filter(([, content]) => content.includes(text)).map(([name]) => name)
}

/** Everything React holds for the elements on the page: states, props and references. */
function reactState(): string {
  const seen = new Set<unknown>()
  const found: string[] = []
  const walk = (value: unknown, depth: number): void => {
    if (typeof value === 'string') found.push(value)
    if (typeof value !== 'object' || value === null || seen.has(value) || depth > 60) return
    seen.add(value)
    if (value instanceof Node || value === window) return
    for (const key of Object.keys(value)) walk((value as Record<string, unknown>)[key], depth + 1)
  }
  for (const element of document.querySelectorAll('*'))
    for (const key of Object.keys(element))
      if (key.startsWith('__react')) walk((element as unknown as Record<string, unknown>)[key], 0)
  return found.join('\n')
}

function showDialog() {
  const host = createFakeHost()
  host.setRoot({ agents: [] })
  host.answer('x-roadstead/modelProviders', () => ({ items: [provider()] }))
  let closed = 0
  render(host.around(<KeyDialog wish={{ kind: 'resource', resource }} onClose={() => (closed += 1)} />))
  return { host, closed: () => closed }
}
async function give(key: string) {
  const field = await screen.findByLabelText<HTMLInputElement>('Key for Example')
  field.value = key
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Use this key' })))
  return field
}

test('guard: a key that is given goes to the host and stays nowhere on the page', async () => {
  const { host, closed } = showDialog()
  let whileAsked: string[] = []
  host.answer('authenticate', () => {
    whileAsked = leftBehind(canary)
    return {}
  })
  const field = await give(`  ${canary} `)
  expect(host.asked.filter(({ method }) => method === 'authenticate').map(({ params }) => params)).toEqual([
    { channel: 'ahp-root://', resource, token: canary },
  ])
  expect({ whileAsked, after: leftBehind(canary), field: field.value, closed: closed() }).toEqual({
    whileAsked: [],
    after: [],
    field: '',
    closed: 1,
  })
})

test('a field for keys is none that a browser fills in or keeps', async () => {
  showDialog()
  const field = await screen.findByLabelText<HTMLInputElement>('Key for Example')
  expect([field.type, field.autocomplete, field.name, field.closest('form')?.getAttribute('autocomplete')]).toEqual([
    'password',
    'off',
    '',
    'off',
  ])
})

test('a wrong key is told in words, and is gone all the same', async () => {
  const { host, closed } = showDialog()
  host.answer('authenticate', () => {
    throw new ProtocolError(ErrorCode.AuthRequired, `${canary} is no key`)
  })
  await give(canary)
  expect(screen.getByRole('alert').textContent).toContain('Example does not accept this key')
  expect({ left: leftBehind(canary), closed: closed() }).toEqual({ left: [], closed: 0 })
})

test('a refusal that repeats the key is shown without it', async () => {
  const { host } = showDialog()
  host.answer('authenticate', () => {
    throw new Error(`cannot use ${canary}`)
  })
  await give(canary)
  expect(screen.getByRole('alert').textContent).toBe('The key was not taken: cannot use …')
})

test('a key the host misses is asked for when the host says so', async () => {
  const host = createFakeHost()
  host.setRoot({ agents: [] })
  host.answer('x-roadstead/modelProviders', () => ({ items: [provider({ key: 'client', status: 'wrong-key' })] }))
  render(host.around(<KeyNeeded />))
  act(() =>
    host.notify('auth/required', {
      channel: 'ahp-root://',
      reason: 'expired',
      resource: { resource, resource_name: 'Example' },
    }),
  )
  expect(screen.queryByText('The key for Example is no longer accepted.')).not.toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Change the key' }))
  expect(await screen.findByLabelText('Key for Example')).not.toBe(null)
})

test('settings tell how each provider stands, and forget a key', async () => {
  const host = createFakeHost()
  host.setRoot({ agents: [] })
  host.answer('x-roadstead/modelProviders', () => ({
    items: [
      provider({ key: 'client', status: 'ready', models: 3 }),
      provider({ id: 'g', name: 'Other', resource: 'https://other', baseUrl: 'https://other' }),
      provider({
        id: 'o',
        name: 'Ollama',
        baseUrl: 'http://127.0.0.1:11434/v1',
        local: true,
        key: 'not-needed',
        status: 'ready',
        models: 1,
      }),
      provider({
        id: 'l',
        name: 'LM Studio',
        baseUrl: 'http://127.0.0.1:1234/v1',
        local: true,
        key: 'not-needed',
        status: 'unreachable',
      }),
    ],
  }))
  host.answer('x-roadstead/forgetModelKey', () => ({}))
  render(host.around(<ModelsSettings />))
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('.provider__state')?.textContent)).toEqual([
    'Ready · 3 models · key given here',
    'Needs a key',
    'Ready · 1 model · needs no key',
  ])
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Forget the key for Example' })))
  expect(
    host.asked.filter(({ method }) => method === 'x-roadstead/forgetModelKey').map(({ params }) => params),
  ).toEqual([{ channel: 'ahp-root://', resource }])
})

test('guard: a key that could not be tried is not said to be in use', async () => {
  const { host } = showDialog()
  host.answer('authenticate', () => ({}))
  host.answer('x-roadstead/modelProviders', () => ({ items: [provider({ status: 'unreachable', key: 'client' })] }))
  await give(canary)
  expect(await screen.findAllByText('Kept, but not tried: Example could not be reached.')).not.toEqual([])
  expect(screen.queryByText('The key for Example is in use.')).toBeNull()
})

test('only what was found on this machine is said to run here', () => {
  const places = groupModels([
    model('a', {}, { providerId: 'a', local: true, resource: undefined }),
    model('b', {}, { providerId: 'b', local: true, resource: 'http://127.0.0.1:9999/v1' }),
    model('c', {}, { providerId: 'c' }),
  ]).map(({ local }) => local)
  expect(places).toEqual(['found', { host: '127.0.0.1' }, undefined])
})

test('models are grouped by provider, those that can be used first, and found by any of their words', () => {
  const groups = groupModels([
    model('a', {}, { providerId: 'none', providerName: 'No key', usable: false }),
    model('c', {}, { usable: false }),
    model('b'),
  ])
  expect(groups.map(({ name, models }) => [name, models.map(({ info }) => info.id)])).toEqual([
    ['Example', ['b', 'c']],
    ['No key', ['a']],
  ])
  expect(matchModels(groups, 'key a').map(({ models }) => models.map(({ info }) => info.id))).toEqual([['a']])
})

function Picker({ said }: { said?: string }) {
  const choice = useModelChoice(
    'builtin',
    said === undefined
      ? undefined
      : {
          turns: [
            {
              id: 't',
              state: 'complete',
              responseParts: [],
              message: { text: '', origin: { kind: 'user' }, model: { id: said } },
            },
          ],
        },
  )
  return (
    <>
      <ModelPicker choice={choice} open onOpenChange={() => {}} />
      <output>{JSON.stringify(choice.selected)}</output>
    </>
  )
}
function showPicker(models: SessionModelInfo[], said?: string) {
  const host = createFakeHost()
  host.setRoot({ agents: [{ provider: 'builtin', displayName: 'Built-in', description: '', models }] })
  host.answer('x-roadstead/modelProviders', () => ({ items: [provider()] }))
  render(host.around(<Picker {...(said === undefined ? {} : { said })} />))
  const selected = () => document.querySelector('output')?.textContent
  return { host, selected, search: screen.getByRole('combobox', { name: 'Search models' }) }
}

test('the first that can be used is the default; a choice is remembered for the agent, with its effort', async () => {
  const { search, selected } = showPicker([model('a', {}, { usable: false }), model('b'), model('c', effort)])
  expect(selected()).toBe('{"id":"b"}')
  fireEvent.change(search, { target: { value: 'c' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(selected()).toBe('{"id":"c"}')
  fireEvent.click(await screen.findByRole('radio', { name: 'High' }))
  expect(selected()).toBe('{"id":"c","config":{"effort":"high"}}')
  expect(readPreference('models')).toEqual({ builtin: { id: 'c', config: { effort: 'high' } } })
})

test('a session goes on with the model of its last message, whatever was chosen elsewhere', () => {
  writePreference('models', { builtin: { id: 'b' } })
  expect(showPicker([model('a'), model('b')], 'a').selected()).toBe('{"id":"a"}')
})

test('a choice holds while its draft is on the way, and gives way to one made in another window', () => {
  const host = createFakeHost()
  const models = [model('a'), model('b')]
  host.setRoot({ agents: [{ provider: 'builtin', displayName: 'Built-in', description: '', models }] })
  const draftOf = (id: string) => ({ text: '', origin: { kind: 'user' as const }, model: { id } })
  const { result, rerender } = renderHook(
    ({ draft }) => useModelChoice('builtin', { turns: [], draft: draftOf(draft) }),
    { wrapper: ({ children }) => host.around(children), initialProps: { draft: 'a' } },
  )
  const seen: (string | undefined)[] = []
  act(() => result.current.choose({ id: 'b' }))
  seen.push(result.current.selected?.id)
  for (const draft of ['b', 'a']) {
    rerender({ draft })
    seen.push(result.current.selected?.id)
  }
  expect(seen).toEqual(['b', 'b', 'a'])
})

test('an effort the model does not know is not sent along', () => {
  writePreference('models', { builtin: { id: 'a', config: { effort: 'high' } } })
  expect(showPicker([model('a')]).selected()).toBe('{"id":"a"}')
})

test('a provider without a key leads to the place where it is given', async () => {
  const { search, host } = showPicker([
    model('b', {}, { usable: false }),
    model('x', {}, { providerId: 'p', providerName: 'P' }),
  ])
  const options = within(screen.getByRole('listbox')).getAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual(['X ✓', 'Add a key for Example…'])
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(await screen.findByLabelText('Key for Example')).not.toBe(null)
  await waitFor(() => expect(host.asked.map(({ method }) => method)).toContain('x-roadstead/modelProviders'))
})

test('a key that is given from the form of a message does not send the message', async () => {
  const host = createFakeHost()
  host.setRoot({ agents: [] })
  host.answer('x-roadstead/modelProviders', () => ({ items: [provider()] }))
  host.answer('authenticate', () => ({}))
  let sent = 0
  render(
    host.around(
      <form onSubmit={() => (sent += 1)}>
        <KeyDialog wish={{ kind: 'resource', resource }} onClose={() => {}} />
      </form>,
    ),
  )
  await give(canary)
  expect({ sent, asked: host.asked.map(({ method }) => method).includes('authenticate') }).toEqual({
    sent: 0,
    asked: true,
  })
})

test('who was led to the key of a provider is at its field', async () => {
  const host = createFakeHost()
  host.setRoot({ agents: [] })
  host.answer('x-roadstead/modelProviders', () => ({
    items: [provider(), provider({ id: 'other', name: 'Other', resource: 'https://other.example.com' })],
  }))
  render(host.around(<ModelsSettings needsKey="Other" />))
  const field = await screen.findByLabelText('Key for Other')
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('an endpoint takes only the fields of its kind', () => {
  const fields = {
    name: ' Mine ',
    baseUrl: ' https://x ',
    apiVersion: 'v',
    deployments: 'a, b，c',
    wireApi: '',
  } as const
  expect(endpointFrom({ ...fields, kind: 'openai-compatible' })).toEqual({
    kind: 'openai-compatible',
    name: 'Mine',
    baseUrl: 'https://x',
  })
  expect(endpointFrom({ ...fields, kind: 'azure-openai' })).toEqual({
    kind: 'azure-openai',
    name: 'Mine',
    baseUrl: 'https://x',
    apiVersion: 'v',
    deployments: ['a', 'b', 'c'],
  })
  expect(endpointFrom({ ...fields, kind: 'google', name: ' ' })).toBe(undefined)
})

test('an endpoint is changed in place: what it has is filled in, and no key is sent', async () => {
  const endpoint = { wireApi: 'openai-responses', deployments: ['a', 'b'] } as const
  const mine = {
    id: 'mine',
    name: 'Mine',
    kind: 'azure-foundry',
    custom: true,
    status: 'ready',
    key: 'client',
  } as const
  const host = createFakeHost()
  host.setRoot({ agents: [] })
  host.answer('x-roadstead/modelProviders', () => ({
    items: [provider(), provider({ ...mine, endpoint: { ...endpoint, deployments: [...endpoint.deployments] } })],
  }))
  host.answer('x-roadstead/setModelEndpoint', () => ({ id: 'mine' }))
  render(host.around(<ModelsSettings />))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Mine' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Mine' }))
  expect([dialog.getByLabelText('Name'), dialog.getByLabelText('Address')]).toMatchObject([
    { value: 'Mine' },
    { value: resource },
  ])
  expect(dialog.queryByRole('status')).toBe(null)
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Ours' } })
  fireEvent.change(dialog.getByLabelText('Address'), { target: { value: 'https://other.example.com/openai/v1' } })
  expect(dialog.getByRole('status').textContent).toContain('asked for anew')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  const changes = host.asked.filter(({ method }) => !method.endsWith('modelProviders'))
  expect(changes.map(({ params }) => params)).toEqual([
    {
      channel: 'ahp-root://',
      endpoint: {
        ...{ id: 'mine', kind: 'azure-foundry', name: 'Ours', baseUrl: 'https://other.example.com/openai/v1' },
        ...endpoint,
      },
    },
  ])
  expect(screen.queryByRole('button', { name: 'Edit Example' })).toBe(null)
})
