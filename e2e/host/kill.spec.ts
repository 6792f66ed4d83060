import { expect } from '@playwright/test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { HostClient } from '../../src/client/host-client.ts'
import { callsOf, createScriptedSession, say, stateWhen } from '../support/client.ts'
import { processesWith, until } from '../support/processes.ts'
import { git } from '../support/repository.ts'
import { test, type Scene } from '../support/scene.ts'
import {
  answerTo,
  call,
  command,
  errorOf,
  offer,
  scriptOf,
  shownOf,
  textOf,
  toolCallsOf,
  turnEnded,
  turnOf,
  waitingCall,
} from '../support/turns.ts'

/** The number of the newest envelope a client has seen, kept up to date. */
function lastSeen(client: HostClient): () => number {
  let seen = 0
  client.onEnvelope(({ serverSeq }) => (seen = Math.max(seen, serverSeq)))
  return () => seen
}

/** Starts the host again on the same data folder and expects the turn to be marked as cut off. */
async function findInterrupted(scene: Scene, chat: string, turnId: string) {
  const host = await scene.start()
  const client = await scene.connect(host)
  const turn = await turnEnded(client, chat, turnId)
  expect(turn.state).toBe('error')
  expect(turn.responseParts.at(-1)).toMatchObject({
    kind: 'error',
    resumable: true,
    error: { errorType: 'interrupted', message: 'Interrupted when the host stopped.' },
  })
  return { host, client, turn }
}

const resume = (client: HostClient, chat: string, turnId: string) =>
  offer(client, chat, { type: 'chat/turnResume', turnId })

test('killed while text streams: what was seen is there, the turn can be resumed, numbers go on', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const seen = lastSeen(client)
  const long = 'A sentence that takes its time. '.repeat(40)
  const script = scriptOf({ say: long, pace: { charsPerSecond: 400 } }, call('list_directory', { path: '.' }), {
    say: 'Done.',
  })
  const { chat, session } = await createScriptedSession(client, repository, script)
  const watched = client.watch(chat)
  const turnId = await say(client, chat, 'Go')
  const before = await stateWhen(client, chat, 'chat', ({ activeTurn }) => textOf(activeTurn).length > 60)
  await host.kill()
  const last = seen()
  watched.release()

  const again = await findInterrupted(scene, chat, turnId)
  expect(textOf(again.turn).startsWith(textOf(before.activeTurn))).toBe(true)
  const numbers: number[] = []
  again.client.onEnvelope(({ serverSeq }) => numbers.push(serverSeq))
  expect(await resume(again.client, chat, turnId)).toEqual({ kind: 'applied' })
  const turn = await turnEnded(again.client, chat, turnId)
  expect(turn.state).toBe('complete')
  expect(callsOf(await stateWhen(again.client, chat, 'chat', () => true), turnId)).toEqual(['list_directory completed'])
  expect(textOf(turn)).toContain('Done.')
  expect(Math.min(...numbers)).toBeGreaterThan(last)
  expect((await stateWhen(again.client, session, 'session', () => true)).title).toBe('Go')
})

test('killed while a command runs: nothing of it lives on, its output is kept, a resume says that it runs again', async ({
  scene,
}) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const nap = 'sleep 7654.321'
  const script = scriptOf(command(`echo begun; echo run >> runs.txt; test -e done || ${nap}`), { say: 'Finished.' })
  const { chat } = await createScriptedSession(client, repository, script)
  const shell = `ahp-terminal:/own-${process.pid}`
  await client.request('createTerminal', { channel: shell, claim: { kind: 'client', clientId: client.clientId } })
  await stateWhen(client, shell, 'terminal', ({ content }) => content.length > 0)
  expect(await offer(client, shell, { type: 'terminal/input', data: 'sleep 6543.21\r' })).toEqual({ kind: 'applied' })
  const turnId = await say(client, chat, 'Go')
  await until(() => processesWith(nap).length > 0 && processesWith('sleep 6543.21').length > 0)
  const running = await stateWhen(
    client,
    chat,
    'chat',
    ({ activeTurn }) => toolCallsOf(activeTurn)[0]?.status === 'running',
  )
  const [runningCall] = toolCallsOf(running.activeTurn)
  const shown = runningCall?.status === 'running' ? runningCall.content?.[0] : undefined
  const terminal = shown?.type === 'terminal' ? shown.resource : ''
  const printed = (part: { type: string; output?: unknown }) => part.type === 'command' && part.output === 'begun\r\n'
  await stateWhen(client, terminal, 'terminal', ({ content }) => content.some(printed))
  await host.kill()
  await until(() => processesWith(nap).length === 0 && processesWith('sleep 6543.21').length === 0)

  const again = await findInterrupted(scene, chat, turnId)
  expect(toolCallsOf(again.turn).map(({ status }) => status)).toEqual(['cancelled'])
  for (const uri of [terminal, shell]) {
    const kept = await stateWhen(again.client, uri, 'terminal', () => true)
    expect(kept.lifecycle).toEqual({ status: 'exited' })
    expect(JSON.stringify(kept.content)).toContain(uri === terminal ? 'begun' : '6543.21')
  }
  expect(readFileSync(path.join(repository, 'runs.txt'), 'utf8')).toBe('run\n')
  writeFileSync(path.join(repository, 'done'), '')
  await resume(again.client, chat, turnId)
  const turn = await turnEnded(again.client, chat, turnId)
  expect(turn.state).toBe('complete')
  expect(textOf(turn)).toContain('interrupted, and what came of it is unknown. I do it again.')
  expect(toolCallsOf(turn).map(({ status }) => status)).toEqual(['cancelled', 'completed'])
  expect(readFileSync(path.join(repository, 'runs.txt'), 'utf8')).toBe('run\nrun\n')
})

test('killed in the moment a command starts: the next host ends what is left of it', async ({ scene }) => {
  const repository = scene.repository('repo')
  const nap = 'sleep 7656.789'
  for (let times = 1; times <= 4; times++) {
    const host = await scene.start()
    const client = await scene.connect(host)
    const { chat } = await createScriptedSession(client, repository, scriptOf(command(nap)))
    await say(client, chat, 'Go')
    await until(() => processesWith(nap).length >= Math.min(times, 2))
    await host.kill()
    await (await scene.start()).stop()
    await until(() => processesWith(nap).length === 0)
  }
})

test('killed while an approval waits: the question is asked again, the answer given once counts once', async ({
  scene,
}) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const script = scriptOf(command('echo run >> runs.txt'), { say: 'Finished.' })
  const { chat, session } = await createScriptedSession(client, repository, script, { permissionLevel: 'ask' })
  const turnId = await say(client, chat, 'Go')
  const first = await waitingCall(client, chat)
  await host.kill()

  const again = await findInterrupted(scene, chat, turnId)
  expect(toolCallsOf(again.turn)).toMatchObject([{ status: 'cancelled', reason: 'skipped' }])
  const quiet = await stateWhen(again.client, session, 'session', () => true)
  expect(quiet.inputNeeded ?? []).toEqual([])
  const late = await offer(again.client, chat, answerTo(first, 'allow-once'))
  expect(late).toEqual({ kind: 'rejected', reason: 'this call does not wait for a confirmation' })
  await resume(again.client, chat, turnId)
  const second = await waitingCall(again.client, chat)
  expect(existsSync(path.join(repository, 'runs.txt'))).toBe(false)
  expect(await offer(again.client, chat, answerTo(second, 'allow-once'))).toEqual({ kind: 'applied' })
  expect((await turnEnded(again.client, chat, turnId)).state).toBe('complete')
  expect(readFileSync(path.join(repository, 'runs.txt'), 'utf8')).toBe('run\n')
})

test('killed in the moment a file has changed: it is changed once, whatever the log had of it', async ({ scene }) => {
  const repository = scene.repository('repo', { 'count.txt': 'one\n' })
  const host = await scene.start()
  const client = await scene.connect(host)
  const edit = call('replace_string_in_file', { path: 'count.txt', old_string: 'one', new_string: 'two' })
  const script = scriptOf(edit, { say: 'Edited. '.repeat(200), pace: { charsPerSecond: 200 } })
  const { chat } = await createScriptedSession(client, repository, script)
  const file = path.join(repository, 'count.txt')
  const turnId = await say(client, chat, 'Go')
  await until(() => readFileSync(file, 'utf8') !== 'one\n')
  await host.kill()

  const again = await findInterrupted(scene, chat, turnId)
  await resume(again.client, chat, turnId)
  const turn = await turnEnded(again.client, chat, turnId)
  expect(turn.state).toBe('complete')
  const statuses = toolCallsOf(turn).map(({ status }) => status)
  // Either its end was on disk, or it is tried again, openly.
  if (statuses.length === 1) expect(statuses).toEqual(['completed'])
  else {
    expect(textOf(turn)).toContain('I do it again.')
    expect(shownOf(toolCallsOf(turn).at(-1))).toContain('old_string was not found')
  }
  expect(readFileSync(file, 'utf8')).toBe('two\n')
})

test('killed right after a commit: it is not made twice', async ({ scene }) => {
  const repository = scene.repository('repo', { 'count.txt': 'one\n' })
  const host = await scene.start()
  const client = await scene.connect(host)
  const script = scriptOf(
    call('replace_string_in_file', { path: 'count.txt', old_string: 'one', new_string: 'two' }),
    call('commit', { message: 'Count on' }),
    { say: 'Committed. '.repeat(100), pace: { charsPerSecond: 200 } },
  )
  const { chat } = await createScriptedSession(client, repository, script)
  const turnId = await say(client, chat, 'Go')
  await offer(client, chat, answerTo(await waitingCall(client, chat), 'allow-once'))
  await until(() => git(repository, 'log', '--format=%s').startsWith('Count on'))
  await host.kill()

  const again = await findInterrupted(scene, chat, turnId)
  await resume(again.client, chat, turnId)
  // Where the end of the commit had not reached the disk, the agent asks for it again, and there is nothing left to commit.
  const state = await stateWhen(
    again.client,
    chat,
    'chat',
    (each) =>
      each.activeTurn === undefined ||
      toolCallsOf(each.activeTurn).some(({ status }) => status === 'pending-confirmation'),
  )
  if (state.activeTurn !== undefined)
    await offer(again.client, chat, answerTo(await waitingCall(again.client, chat), 'allow-once'))
  const turn = await turnEnded(again.client, chat, turnId)
  expect(turn.state).toBe('complete')
  expect(git(repository, 'log', '--format=%s').split('\n')).toEqual(['Count on', 'Begin'])
  const commits = toolCallsOf(turn).filter(({ toolName }) => toolName === 'commit')
  if (commits.length > 1) expect(shownOf(commits.at(-1))).toContain('There is nothing to commit')
})

test('asked to end in mid-turn the host is gone within five seconds and leaves nothing behind', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const nap = 'sleep 7655.123'
  const script = scriptOf(command(`trap "" TERM; ${nap}; ${nap}`), { say: 'Finished.' })
  const { chat } = await createScriptedSession(client, repository, script, { permissionLevel: 'auto' })
  const turnId = await say(client, chat, 'Go')
  await until(() => processesWith(nap).some(({ command: line }) => line.startsWith('sleep')))
  const askedAt = performance.now()
  expect(await host.stop()).toBe(0)
  expect(performance.now() - askedAt).toBeLessThan(5_000)
  expect(processesWith(nap)).toEqual([])
  expect(existsSync(path.join(scene.dataDir, 'endpoint.json'))).toBe(false)

  const again = await findInterrupted(scene, chat, turnId)
  expect(turnOf(await stateWhen(again.client, chat, 'chat', () => true), turnId)).toBeDefined()
  expect(errorOf(again.turn)).toBe('Interrupted when the host stopped.')
  await resume(again.client, chat, turnId)
  await until(() => processesWith(nap).length > 0)
  await offer(again.client, chat, { type: 'chat/turnCancelled', turnId, duration: 0 })
  await until(() => processesWith(nap).length === 0)
})
