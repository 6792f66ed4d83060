import { expect } from '@playwright/test'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { waitFor } from '../../src/client/readable.ts'
import { hasFlag, SessionStatus } from '../../src/protocol/status.ts'
import { fileUri, ROOT_URI, sessionUri } from '../../src/protocol/uri.ts'
import { runCli } from '../support/cli.ts'
import { createScriptedSession, say, stateWhen } from '../support/client.ts'
import { processesWith, until } from '../support/processes.ts'
import { git } from '../support/repository.ts'
import { test } from '../support/scene.ts'
import { call, command, offer, scriptOf, shownOf, textOf, toolCallsOf, turnEnded } from '../support/turns.ts'

const anyState = () => true

/** Everything in files below a folder, as one text. */
function bytesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

test('several sessions work at once, in folders of their own and in one folder together', async ({ scene }) => {
  const [one, two] = [scene.repository('one'), scene.repository('two')]
  const host = await scene.start()
  const client = await scene.connect(host)
  const begun = await Promise.all(
    [one, two, two].map(async (folder, index) => {
      const script = scriptOf(command(`echo ${index} > made-${index}.txt; sleep 0.3; ls`), { say: `Done ${index}.` })
      const { chat, session } = await createScriptedSession(client, folder, script)
      return { chat, session, turnId: await say(client, chat, `Task ${index}`) }
    }),
  )
  const turns = await Promise.all(begun.map(({ chat, turnId }) => turnEnded(client, chat, turnId)))
  expect(turns.map((turn) => [turn.state, textOf(turn).trim()])).toEqual([
    ['complete', 'Done 0.'],
    ['complete', 'Done 1.'],
    ['complete', 'Done 2.'],
  ])
  expect([existsSync(path.join(one, 'made-0.txt')), existsSync(path.join(two, 'made-0.txt'))]).toEqual([true, false])
  expect(readdirSync(two).filter((name) => name.startsWith('made'))).toEqual(['made-1.txt', 'made-2.txt'])
  const list = await waitFor(client.sessions, (view) => view.status === 'ready' && view.items.length === 3)
  expect(list.status === 'ready' && list.items.map(({ title }) => title).toSorted()).toEqual([
    'Task 0',
    'Task 1',
    'Task 2',
  ])
})

test('sessions are renamed, archived and found again after a restart', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const { chat, session } = await createScriptedSession(client, repository, scriptOf({ say: 'Hello.' }))
  await turnEnded(client, chat, await say(client, chat, 'A first message'))
  const id = session.slice('ahp-session:/'.length)
  const cli = (...args: string[]) => runCli(['sessions', ...args, '--data', scene.dataDir])
  expect((await cli('rename', id, 'A better name')).stdout).toBe('Renamed to "A better name".\n')
  expect((await cli('archive', id)).code).toBe(0)
  const before = await stateWhen(client, session, 'session', ({ status }) => hasFlag(status, SessionStatus.IsArchived))
  const chatBefore = await stateWhen(client, chat, 'chat', anyState)
  await host.stop()

  const again = await scene.connect(await scene.start())
  expect(await stateWhen(again, session, 'session', anyState)).toMatchObject({
    title: 'A better name',
    status: before.status,
    defaultChat: chat,
  })
  expect(await stateWhen(again, chat, 'chat', anyState)).toEqual(chatBefore)
  expect((await cli('unarchive', id)).code).toBe(0)
  await stateWhen(again, session, 'session', ({ status }) => !hasFlag(status, SessionStatus.IsArchived))
  expect((await cli('rename', 'no-such-session', 'x')).stderr).toContain('There is no session "no-such-session"')
})

test('nothing of a deleted session is left but its tombstone', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const nap = 'sleep 4321.7'
  const script = scriptOf(
    call('create_file', { path: 'secret-plan.txt', content: 'quietly remembered words\n' }),
    command('echo quietly printed words; seq 1 400'),
    command(nap),
  )
  const doomed = await createScriptedSession(client, repository, script, { permissionLevel: 'auto' })
  const kept = await createScriptedSession(client, repository, scriptOf({ say: 'I stay.' }))
  await turnEnded(client, kept.chat, await say(client, kept.chat, 'Stay'))
  await say(client, doomed.chat, 'A message of quietly spoken words')
  await until(() => processesWith(nap).length > 0)
  const chat = await stateWhen(client, doomed.chat, 'chat', anyState)
  const terminals = JSON.stringify(chat).match(/ahp-terminal:\/[\w-]+/g) ?? []
  expect(new Set(terminals).size).toBe(2)
  const checkpoints = () => git(repository, 'for-each-ref', '--format=%(refname)', 'refs/roadstead').split('\n')
  await expect.poll(checkpoints).toHaveLength(2)
  const scratch = chat.activeTurn === undefined ? [] : scratchFolders()
  expect(bytesIn(scene.dataDir)).toContain('quietly')

  expect(await client.request('disposeSession', { channel: doomed.session })).toBeNull()
  await until(() => processesWith(nap).length === 0)
  for (const channel of [doomed.session, doomed.chat, ...terminals])
    await expect(client.request('subscribe', { channel })).rejects.toThrow(/does not exist|no session/)
  const refs = git(repository, 'for-each-ref', '--format=%(refname)', 'refs/roadstead').split('\n')
  expect(refs).toEqual([expect.stringContaining(kept.session.slice('ahp-session:/'.length))])
  expect(scratchFolders().length).toBe(scratch.length - 1)
  expect(bytesIn(scene.dataDir)).not.toContain('quietly')
  const list = await waitFor(client.sessions, (view) => view.status === 'ready' && view.items.length === 1)
  expect(list.status === 'ready' && list.items[0]?.resource).toBe(kept.session)
  await host.stop()
  expect(bytesIn(scene.dataDir)).not.toContain('quietly')

  const again = await scene.connect(await scene.start())
  await expect(again.request('subscribe', { channel: doomed.session })).rejects.toThrow('no session')
  expect((await stateWhen(again, kept.chat, 'chat', anyState)).turns).toHaveLength(1)

  function scratchFolders(): string[] {
    const root = path.join('/tmp', `roadstead-${process.getuid?.() ?? 'user'}`)
    return readdirSync(root)
  }
})

test('nothing runs in a folder before the person trusts it, not even git with its hooks', async ({ scene }) => {
  const repository = scene.repository('repo')
  const trace = path.join(scene.root, 'trace')
  const tattle = path.join(scene.root, 'tattle.sh')
  writeFileSync(tattle, `#!/bin/sh\necho ran >> ${trace}\n`)
  chmodSync(tattle, 0o755)
  git(repository, 'config', 'core.fsmonitor', tattle)
  git(repository, 'config', 'core.hooksPath', scene.folder('hooks'))
  for (const hook of ['post-index-change', 'pre-commit', 'reference-transaction'])
    writeFileSync(path.join(scene.root, 'hooks', hook), readFileSync(tattle), { mode: 0o755 })
  const host = await scene.start()
  const client = await scene.connect(host)
  const session = sessionUri('untrusted')
  await client.request('createSession', {
    channel: session,
    provider: 'scripted',
    workingDirectories: [fileUri(repository)],
    config: { script: scriptOf(command('echo worked > made.txt'), { say: 'Done.' }) },
  })
  const { defaultChat: chat = '' } = await stateWhen(
    client,
    session,
    'session',
    ({ lifecycle }) => lifecycle === 'ready',
  )
  const message = { text: 'Go', origin: { kind: 'user' as const } }
  const reason = 'the folder is not trusted yet'
  const startedAt = new Date().toISOString()
  expect(await offer(client, chat, { type: 'chat/turnStarted', turnId: 't1', startedAt, message })).toEqual({
    kind: 'rejected',
    reason,
  })
  expect(await offer(client, chat, { type: 'chat/pendingMessageSet', kind: 'queued', id: 'q1', message })).toEqual({
    kind: 'rejected',
    reason,
  })
  expect(git(repository, 'for-each-ref', 'refs/roadstead')).toBe('')
  expect((await stateWhen(client, session, 'session', anyState)).changesets ?? []).toEqual([])
  expect(existsSync(path.join(repository, 'made.txt'))).toBe(false)

  const folder = fileUri(repository)
  await client.request('x-roadstead/setFolderTrust', { channel: ROOT_URI, folder, trusted: true })
  const turn = await turnEnded(client, chat, await say(client, chat, 'Go'))
  expect(turn.state).toBe('complete')
  expect(toolCallsOf(turn).map((each) => shownOf(each).split('\n')[0])).toEqual(['Ran echo worked > made.txt · exit 0'])
  expect(existsSync(path.join(repository, 'made.txt'))).toBe(true)
  await stateWhen(client, session, 'session', ({ changesets }) => changesets?.length === 2)
  expect(existsSync(trace)).toBe(false)
  git(repository, 'status')
  expect(existsSync(trace)).toBe(true)

  await client.request('x-roadstead/setFolderTrust', { channel: ROOT_URI, folder, trusted: false })
  expect(await offer(client, chat, { type: 'chat/turnStarted', turnId: 't2', startedAt, message })).toEqual({
    kind: 'rejected',
    reason,
  })
})

test('trust that is taken back holds for the next call and for messages that wait', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const { chat } = await createScriptedSession(client, repository, {
    ...scriptOf(
      { say: 'Slowly. '.repeat(50), pace: { charsPerSecond: 400 }, ...command('touch made') },
      { say: 'Over.' },
    ),
  })
  await say(client, chat, 'Go')
  const message = { text: 'Then this', origin: { kind: 'user' as const } }
  expect(await offer(client, chat, { type: 'chat/pendingMessageSet', kind: 'queued', id: 'q1', message })).toEqual({
    kind: 'applied',
  })
  const folder = fileUri(repository)
  await client.request('x-roadstead/setFolderTrust', { channel: ROOT_URI, folder, trusted: false })
  const { turns } = await stateWhen(client, chat, 'chat', (state) => state.turns.length === 2)
  expect(turns.map(({ state }) => state)).toEqual(['complete', 'error'])
  expect(toolCallsOf(turns[0]).map((each) => [each.status, shownOf(each)])).toEqual([
    ['cancelled', 'Refused by policy: Nothing runs here now: the folder is not trusted yet. (trust)'],
  ])
  expect(existsSync(path.join(repository, 'made'))).toBe(false)
  expect(JSON.stringify(turns[1]?.responseParts)).toContain('Nothing was run: the folder is not trusted yet.')
})
