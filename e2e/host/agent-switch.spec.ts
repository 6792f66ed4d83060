import { expect } from '@playwright/test'
import { checkAnthropic } from '../../src/host/models/testing/check-anthropic.ts'
import { checkChat } from '../../src/host/models/testing/check-chat.ts'
import { checkCompatible } from '../../src/host/models/testing/check-compatible.ts'
import { checkGoogle } from '../../src/host/models/testing/check-google.ts'
import { checkResponses } from '../../src/host/models/testing/check-responses.ts'
import type { CheckBody } from '../../src/host/models/testing/check.ts'
import { addEndpoint, callsMade, createAgentSession, frontEnv, tell } from '../support/agent.ts'
import { stateWhen } from '../support/client.ts'
import { startModelFront } from '../support/model-front.ts'
import type { Reply } from '../support/model-replies.ts'
import { processesWith, until } from '../support/processes.ts'
import { test } from '../support/scene.ts'
import { offer, textOf, turnEnded } from '../support/turns.ts'
import { promptOf, refusalsOf } from '../support/wire-prompt.ts'

const models = {
  anthropic: { id: 'anthropic/claude-sonnet-5-5', check: checkAnthropic },
  responses: { id: 'openai/gpt-6.2-sol', check: checkResponses },
  google: { id: 'google/gemini-3.1-pro-preview', check: checkGoogle(true) },
  thinking: { id: 'house/deepseek-v4-pro', check: checkCompatible({ reasoning: 'needed', strictTurns: false }) },
  chat: { id: 'chat/gpt-4.1', check: checkChat },
} satisfies Record<string, { id: string; check: CheckBody }>
type Name = keyof typeof models
const nameOf = (name: Name) => models[name].id.slice(models[name].id.indexOf('/') + 1)

/** Every model after every other, and after itself. */
const order: readonly Name[] = [
  ...([
    'anthropic',
    'responses',
    'google',
    'thinking',
    'anthropic',
    'google',
    'responses',
    'anthropic',
    'chat',
  ] as const),
  ...(['responses', 'thinking', 'google', 'anthropic', 'anthropic'] as const),
]

test('one session goes from model to model with calls and a turn that was cut, and no provider refuses it', async ({
  scene,
}) => {
  const front = await startModelFront()
  const client = await scene.connect(await scene.start({ env: frontEnv(front) }))
  await addEndpoint(client, { id: 'house', kind: 'openai-compatible', name: 'House', baseUrl: `${front.url}/v1` })
  await addEndpoint(
    client,
    { id: 'chat', kind: 'openai', name: 'Chat', baseUrl: `${front.url}/v1`, wireApi: 'openai-chat' },
    'key-for-chat',
  )
  const { session, chat } = await createAgentSession(client, scene.repository('repo'), { permissionLevel: 'auto' })
  const nap = 'sleep 6543.2'
  let count = 0
  /** What a model of this wire says: it thinks, calls twice at once, and after that answers. */
  const replies = (at: number, input: object): Reply[] => {
    const calls = [1, 2].map((call) => ({
      id: `call_${at}_${call}`,
      ...(call === 1
        ? { name: 'read_file', arguments: '{"path":"readme.md"}' }
        : { name: 'run_command', arguments: JSON.stringify(input) }),
    }))
    const reasoning = `Thought ${at}: what is there?`
    const signature = `c2lnbmF0dXJl${at}`
    return [
      { kind: 'answer', answer: { reasoning, signature, text: `I look, for the ${at}th time.`, calls } },
      {
        kind: 'answer',
        answer: { reasoning: `${reasoning} I know.`, signature: `${signature}b`, text: `Seen by ${at}.` },
      },
    ]
  }
  for (const [at, name] of order.entries()) {
    const isCut = at === 5
    const script = replies(at, { command: isCut ? nap : 'echo hello' })
    front.script(nameOf(name), isCut ? script.slice(0, 1) : script)
    count += isCut ? 1 : 2
    const turnId = await tell(client, chat, `Look, ${name}.`, models[name].id)
    if (isCut) {
      await until(() => processesWith(nap).length > 0)
      await offer(client, chat, { type: 'chat/turnCancelled', turnId, duration: 0 })
    }
    const turn = await turnEnded(client, chat, turnId)
    expect([at, name, turn.state]).toEqual([at, name, isCut ? 'cancelled' : 'complete'])
    if (!isCut) expect(textOf(turn)).toContain(`Seen by ${at}.`)
  }
  const refusals = Object.entries(models).flatMap(([name, { check }]) =>
    refusalsOf(front.of(nameOf(name as Name)), check).map((refusal) => `${name}: ${refusal}`),
  )
  expect(refusals).toEqual([])

  // Each model is told again what it thought itself, and never what another thought.
  for (const name of Object.keys(models) as Name[]) {
    const last = front.of(nameOf(name)).at(-1)!
    const before = order.slice(0, order.lastIndexOf(name) + 1)
    const own = before.flatMap((each, at) => (each === name ? [`Thought ${at}: what is there?`] : []))
    const thought = promptOf(last).pieces.flatMap(({ kind, text }) => (kind === 'reasoning' ? [text] : []))
    if (name === 'chat') expect(thought).toEqual([])
    else expect(thought.filter((text) => !text.endsWith('I know.'))).toEqual(own)
    const others = before.flatMap((each, at) => (each === name ? [] : [`Thought ${at}:`]))
    expect(thought.filter((text) => others.some((other) => text.startsWith(other)))).toEqual([])
    // And of everything that was said and asked, whoever said it.
    const texts = promptOf(last)
      .pieces.map(({ text }) => text)
      .join('\n')
    for (const at of before.keys()) expect(texts).toContain(`I look, for the ${at}th time.`)
  }
  const calls = await callsMade(client, session)
  expect(calls.map(({ status, attempts }) => [status, attempts.length])).toEqual(
    Array.from({ length: count }, () => ['succeeded', 0]),
  )
  expect(front.requests).toHaveLength(count)
  expect((await stateWhen(client, chat, 'chat', () => true)).turns).toHaveLength(order.length)
  await front.stop()
})
