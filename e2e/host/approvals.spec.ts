import { expect } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { HostClient } from '../../src/client/host-client.ts'
import type { ChatState } from '../../src/protocol/channels/chat/state.ts'
import { ROADSTEAD, waitsForPerson } from '../../src/protocol/roadstead.ts'
import { createScriptedSession, say, stateWhen } from '../support/client.ts'
import { git } from '../support/repository.ts'
import { test } from '../support/scene.ts'
import {
  answerTo,
  call,
  command,
  offer,
  scriptOf,
  scriptOfTurns,
  shownOf,
  toolCallsOf,
  turnEnded,
  waitingCall,
} from '../support/turns.ts'

/** Says yes to whatever waits until the turn is over; returns which tools asked. */
async function answerAll(client: HostClient, chat: string, turnId: string): Promise<string[]> {
  const asked: string[] = []
  const waits = (state: ChatState) => toolCallsOf(state.activeTurn).find((each) => waitsForPerson(each))
  for (;;) {
    const state = await stateWhen(
      client,
      chat,
      'chat',
      (each) => each.activeTurn === undefined || waits(each) !== undefined,
    )
    const toolCall = waits(state)
    if (toolCall === undefined) return asked
    asked.push(toolCall.toolName)
    expect(await offer(client, chat, answerTo({ turnId, toolCall }, 'allow-once'))).toEqual({ kind: 'applied' })
  }
}

const files = { 'count.txt': 'one\n', 'test.sh': 'grep -q two count.txt\n' }
const job = [
  call('replace_string_in_file', { path: 'count.txt', old_string: 'one', new_string: 'two' }),
  command('bash test.sh'),
  call('commit', { message: 'Count on' }),
  { say: 'Done.' },
]

for (const { level, asked } of [
  { level: 'ask', asked: ['run_command', 'commit'] },
  { level: 'sandboxed', asked: ['commit'] },
  { level: 'auto', asked: [] },
  { level: 'autopilot', asked: [] },
]) {
  test(`at the level ${level} these wait for a person: ${asked.join(', ') || 'none'}`, async ({ scene }) => {
    const repository = scene.repository('repo', files)
    const client = await scene.connect(await scene.start())
    const { chat } = await createScriptedSession(client, repository, scriptOf(...job), { permissionLevel: level })
    const turnId = await say(client, chat, 'Go')
    expect(await answerAll(client, chat, turnId)).toEqual(asked)
    const turn = await turnEnded(client, chat, turnId)
    expect(toolCallsOf(turn).map((each) => [each.status, each.status === 'completed' && each.success])).toEqual([
      ['completed', true],
      ['completed', true],
      ['completed', true],
    ])
    expect(git(repository, 'log', '--format=%s').split('\n')).toEqual(['Count on', 'Begin'])
  })
}

test('a level changed in mid-turn holds from the next call on', async ({ scene }) => {
  const repository = scene.repository('repo', files)
  const client = await scene.connect(await scene.start())
  const script = scriptOf(command('echo 1 >> runs.txt'), command('echo 2 >> runs.txt'), { say: 'Done.' })
  const { chat, session } = await createScriptedSession(client, repository, script, { permissionLevel: 'ask' })
  const turnId = await say(client, chat, 'Go')
  const waiting = await waitingCall(client, chat)
  const config = { permissionLevel: 'auto' }
  expect(await offer(client, session, { type: 'session/configChanged', config })).toEqual({ kind: 'applied' })
  expect((await waitingCall(client, chat)).toolCall.toolCallId).toBe(waiting.toolCall.toolCallId)
  await offer(client, chat, answerTo(waiting, 'allow-once'))
  expect(await answerAll(client, chat, turnId)).toEqual([])
  const turn = await turnEnded(client, chat, turnId)
  const deciders = toolCallsOf(turn).map(
    (each) => (each._meta?.[ROADSTEAD] as { decidedBy?: string } | undefined)?.decidedBy,
  )
  expect(deciders).toEqual(['person', 'policy'])
})

test('a yes for the session is remembered over a restart and ends with the session', async ({ scene }) => {
  const repository = scene.repository('repo', files)
  const host = await scene.start()
  const client = await scene.connect(host)
  const again = command('echo run >> runs.txt')
  const script = scriptOfTurns([again], [again], [command('echo run >> other.txt')])
  const config = { permissionLevel: 'ask' }
  const { chat, session } = await createScriptedSession(client, repository, script, config)
  const first = await say(client, chat, 'one')
  await offer(client, chat, answerTo(await waitingCall(client, chat), 'allow-session'))
  await turnEnded(client, chat, first)
  await host.kill()

  const later = await scene.connect(await scene.start())
  const second = await say(later, chat, 'two')
  expect(await answerAll(later, chat, second)).toEqual([])
  const [remembered] = toolCallsOf(await turnEnded(later, chat, second))
  expect(remembered?._meta?.[ROADSTEAD]).toMatchObject({ decidedBy: 'remembered' })
  const third = await say(later, chat, 'three')
  expect(await answerAll(later, chat, third)).toEqual(['run_command'])
  await turnEnded(later, chat, third)
  const entries = await later.request('x-roadstead/auditEntries', { channel: session })
  const approvals = entries.items.filter(({ kind }) => kind === 'approval').map(({ summary }) => summary)
  expect(approvals).toEqual(['Allowed by person', 'Allowed by remembered', 'Allowed by person'])

  await later.request('disposeSession', { channel: session })
  const fresh = await createScriptedSession(later, repository, script, config)
  const turnId = await say(later, fresh.chat, 'one')
  expect(await answerAll(later, fresh.chat, turnId)).toEqual(['run_command'])
})

test('what the rules deny is denied at every level, and no yes lifts it', async ({ scene }) => {
  const repository = scene.repository('repo', files)
  const client = await scene.connect(await scene.start())
  for (const permissionLevel of ['ask', 'sandboxed', 'auto', 'autopilot']) {
    const script = scriptOf(
      command('sudo id; touch made'),
      call('replace_string_in_file', { path: '.git/config', old_string: 'a', new_string: 'b' }),
    )
    const { chat } = await createScriptedSession(client, repository, script, { permissionLevel })
    const turnId = await say(client, chat, 'Go')
    expect(await answerAll(client, chat, turnId)).toEqual([])
    const calls = toolCallsOf(await turnEnded(client, chat, turnId))
    expect(calls.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(calls.map((each) => shownOf(each).match(/\((?:G4|P6)\)/)?.[0])).toEqual(['(G4)', '(P6)'])
  }
  expect(existsSync(path.join(repository, 'made'))).toBe(false)
})

test('an edited command is judged again: denied at once, or run as it was edited', async ({ scene }) => {
  const repository = scene.repository('repo', files)
  const client = await scene.connect(await scene.start())
  const script = scriptOf(command('echo asked >> runs.txt'), { say: 'Done.' })
  const { chat } = await createScriptedSession(client, repository, script, { permissionLevel: 'ask' })
  const turnId = await say(client, chat, 'Go')
  const waiting = await waitingCall(client, chat)
  const edited = (text: string) =>
    offer(client, chat, { ...answerTo(waiting, 'allow-once'), editedToolInput: text } as ReturnType<typeof answerTo>)
  expect(await edited(JSON.stringify({ command: 'sudo id' }))).toEqual({
    kind: 'rejected',
    reason: expect.stringContaining('G4'),
  })
  expect(await edited('{"command":7}')).toEqual({ kind: 'rejected', reason: expect.stringContaining('command') })
  expect(await edited('sudo id')).toMatchObject({ kind: 'rejected' })
  expect(await edited(JSON.stringify({ command: 'echo edited >> runs.txt' }))).toEqual({ kind: 'applied' })
  const [ran] = toolCallsOf(await turnEnded(client, chat, turnId))
  expect(ran).toMatchObject({ status: 'completed', success: true })
  expect(readFileSync(path.join(repository, 'runs.txt'), 'utf8')).toBe('edited\n')
})

test('a no is said to the agent with its reason and nothing runs', async ({ scene }) => {
  const repository = scene.repository('repo', files)
  const client = await scene.connect(await scene.start())
  const script = scriptOf(command('touch made'), { say: 'It was {{lastStatus}}.' })
  const { chat } = await createScriptedSession(client, repository, script, { permissionLevel: 'ask' })
  const turnId = await say(client, chat, 'Go')
  const waiting = await waitingCall(client, chat)
  const no = { ...answerTo(waiting, 'deny'), reasonMessage: 'not today' } as ReturnType<typeof answerTo>
  expect(await offer(client, chat, no)).toEqual({ kind: 'applied' })
  const turn = await turnEnded(client, chat, turnId)
  expect(toolCallsOf(turn)).toMatchObject([{ status: 'cancelled', reason: 'denied', reasonMessage: 'not today' }])
  expect(turn.responseParts.at(-1)).toMatchObject({ content: 'It was denied.' })
  expect(existsSync(path.join(repository, 'made'))).toBe(false)
})
