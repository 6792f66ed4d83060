import { expect } from '@playwright/test'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { ROADSTEAD } from '../../src/protocol/roadstead.ts'
import { fileUri, ROOT_URI, sessionUri } from '../../src/protocol/uri.ts'
import { runCli } from '../support/cli.ts'
import { createScriptedSession, say, stateWhen } from '../support/client.ts'
import { processesWith, until } from '../support/processes.ts'
import { test, type Scene } from '../support/scene.ts'
import { call, command, errorOf, offer, scriptOf, shownOf, textOf, toolCallsOf, turnEnded } from '../support/turns.ts'

const anyState = () => true
const isRoot = process.getuid?.() === 0

/** A folder for PATH that has everything this machine's has, but not these programs. */
function pathWithout(scene: Scene, ...missing: string[]): string {
  const folder = scene.folder(`path-without-${missing.join('-')}`)
  for (const place of (process.env['PATH'] ?? '').split(':')) {
    if (!existsSync(place)) continue
    for (const name of execFileSync('ls', [place], { encoding: 'utf8' }).split('\n')) {
      if (name === '' || missing.includes(name) || existsSync(path.join(folder, name))) continue
      try {
        symlinkSync(path.join(place, name), path.join(folder, name))
      } catch {
        // A link of that name that leads nowhere is there already.
      }
    }
  }
  return folder
}

/** Whether this account may mount; where it may not, the test says so. */
function mount(...args: string[]): boolean {
  return spawnSync('mount', args).status === 0
}

test('no git: the session works, and what needs git says why', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start({ env: { PATH: pathWithout(scene, 'git') } })
  const client = await scene.connect(host)
  const facts = await client.request('x-roadstead/folderFacts', { channel: ROOT_URI, folder: fileUri(repository) })
  expect(facts).toMatchObject({
    status: 'ok',
    git: {
      status: 'unavailable',
      reason: 'Git is not installed, or not on the search path.',
      fix: 'apt-get install git',
    },
  })
  const script = scriptOf(
    call('create_file', { path: 'made.txt', content: 'made\n' }),
    call('commit', { message: 'Make it' }),
    { say: 'Done.' },
  )
  const { chat } = await createScriptedSession(client, repository, script, { permissionLevel: 'auto' })
  const turn = await turnEnded(client, chat, await say(client, chat, 'Go'))
  const [made, commit] = toolCallsOf(turn)
  expect(made).toMatchObject({ status: 'completed', success: true })
  expect(shownOf(commit)).toContain('Nothing was committed')
  expect(shownOf(commit)).toContain('Git is not installed')
  expect(readFileSync(path.join(repository, 'made.txt'), 'utf8')).toBe('made\n')
  const demo = await runCli(['demo', '--data', scene.dataDir, '--yes'])
  expect([demo.code, demo.stderr]).toEqual([1, expect.stringContaining('Git is not installed')])
})

test('not a repository: changes are shown, a commit says why it cannot be', async ({ scene }) => {
  const folder = scene.folder('plain')
  writeFileSync(path.join(folder, 'notes.txt'), 'one\n')
  const client = await scene.connect(await scene.start())
  const script = scriptOf(
    call('replace_string_in_file', { path: 'notes.txt', old_string: 'one', new_string: 'two' }),
    call('commit', { message: 'Change it' }),
    { say: 'Done.' },
  )
  const { chat, session } = await createScriptedSession(client, folder, script, { permissionLevel: 'auto' })
  const turn = await turnEnded(client, chat, await say(client, chat, 'Go'))
  expect(shownOf(toolCallsOf(turn)[1])).toContain('Nothing was committed: The folder is not in a git repository.')
  expect(existsSync(path.join(folder, '.git'))).toBe(false)
  const { changesets } = await stateWhen(client, session, 'session', (state) => state.changesets?.length === 1)
  const changes = await stateWhen(
    client,
    changesets?.[0]?.uriTemplate ?? '',
    'changeset',
    (state) => state.files.length === 1,
  )
  expect(changes.operations ?? []).toEqual([])
  await client.request('disposeSession', { channel: session })
  expect(readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toBe('two\n')
})

test('a folder that cannot be worked in is named with the reason', async ({ scene }) => {
  const client = await scene.connect(await scene.start())
  writeFileSync(path.join(scene.root, 'a-file'), '')
  for (const [name, words] of [
    ['missing', 'does not exist'],
    ['a-file', 'is not a folder'],
  ] as const) {
    const folder = path.join(scene.root, name)
    const facts = await client.request('x-roadstead/folderFacts', { channel: ROOT_URI, folder: fileUri(folder) })
    expect(facts.reason).toBe(`${folder} ${words}`)
    const create = client.request('createSession', {
      channel: sessionUri(name),
      provider: 'scripted',
      workingDirectories: [fileUri(folder)],
    })
    await expect(create).rejects.toThrow(`workingDirectories: ${folder} ${words}`)
    const run = await runCli(['run', '--cwd', folder, '--data', scene.dataDir, '--trust', 'Go'])
    expect([run.code, run.stderr]).toEqual([2, `Nothing was started: ${folder} ${words}.\n`])
  }
})

test('a folder that may not be read is named with the reason', async ({ scene }) => {
  test.skip(!isRoot, 'only root can run the host as somebody else')
  const folder = scene.folder('locked')
  execFileSync('chmod', ['0700', folder])
  execFileSync('chmod', ['0755', scene.root])
  const data = scene.folder('nobody')
  execFileSync('chown', ['65534:65534', data])
  const node = process.execPath
  const program = path.join(import.meta.dirname, '../../out/cli/index.js')
  const args = ['--reuid=65534', '--regid=65534', '--clear-groups', node, program]
  const run = spawnSync(
    'setpriv',
    [...args, 'run', '--cwd', folder, '--data', path.join(data, 'data'), '--trust', 'Go'],
    {
      encoding: 'utf8',
      env: { ...process.env, HOME: data },
    },
  )
  test.skip(
    /EACCES|Cannot find module|not permitted/.test(run.stderr) && !run.stderr.includes(folder),
    'another account cannot run the program here',
  )
  expect(run.stderr).toContain(`Nothing was started: ${folder} cannot be read by this user.`)
  expect(run.status).toBe(2)
})

test('a folder that vanishes under a session: each step says so, what is there is kept', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const script = {
    ...scriptOf(),
    turns: [
      { rounds: [{ say: 'Ready.' }] },
      {
        rounds: [
          command('ls'),
          call('read_file', { path: 'readme.md' }),
          call('create_file', { path: 'new.txt', content: 'x' }),
          call('commit', { message: 'Try' }),
          { say: 'Over.' },
        ],
      },
      { rounds: [command('ls'), { say: 'Back.' }] },
    ],
  }
  const { chat, session } = await createScriptedSession(client, repository, script, { permissionLevel: 'auto' })
  await turnEnded(client, chat, await say(client, chat, 'one'))
  renameSync(repository, `${repository}-away`)
  const gone = await turnEnded(client, chat, await say(client, chat, 'two'))
  expect(gone.state).toBe('complete')
  for (const each of toolCallsOf(gone)) {
    expect(each).toMatchObject({ status: 'completed', success: false })
    expect(shownOf(each)).toMatch(/is not there any more|does not exist/)
  }
  expect(existsSync(repository)).toBe(false)
  await host.stop()
  const again = await scene.connect(await scene.start())
  expect((await stateWhen(again, chat, 'chat', anyState)).turns).toHaveLength(2)
  renameSync(`${repository}-away`, repository)
  const back = await turnEnded(again, chat, await say(again, chat, 'three'))
  expect(toolCallsOf(back)).toMatchObject([{ status: 'completed', success: true }])
  expect(readFileSync(path.join(repository, 'readme.md'), 'utf8')).toBe('Hello\n')
  await again.request('disposeSession', { channel: session })
})

test('a full disk: nothing is half done, the words name the disk, and it goes on when there is room', async ({
  scene,
}) => {
  const dataDir = scene.folder('small')
  test.skip(!isRoot || !mount('-t', 'tmpfs', '-o', 'size=4m', 'none', dataDir), 'no small disk can be mounted here')
  const fill = path.join(dataDir, 'fill')
  try {
    const repository = scene.repository('repo')
    const host = await scene.start({ dataDir })
    const client = await scene.connect(host)
    const script = {
      ...scriptOf(),
      turns: [
        { rounds: [{ say: 'Slowly. '.repeat(400), pace: { charsPerSecond: 2000 } }, command('echo x >> runs.txt')] },
        { rounds: [{ say: 'Fine again.' }] },
      ],
    }
    const { chat, session } = await createScriptedSession(client, repository, script)
    const held = [client.watch(chat), client.watch(session)]
    const turnId = await say(client, chat, 'one')
    await stateWhen(client, chat, 'chat', ({ activeTurn }) => textOf(activeTurn).length > 100)
    spawnSync('dd', ['if=/dev/zero', `of=${fill}`, 'bs=4k', 'count=4096'])
    const before = await stateWhen(client, session, 'session', anyState)
    const outcome = await expectEventually(async () => {
      const title = { type: 'session/titleChanged' as const, title: `Title ${Math.random()}` }
      const answer = await offer(client, session, title)
      return answer.kind === 'rejected' ? answer : undefined
    })
    expect(outcome).toEqual({ kind: 'rejected', reason: `The disk that holds ${dataDir} is full (SQLITE_FULL).` })
    const wish = client.request('createSession', {
      channel: sessionUri('wish'),
      provider: 'scripted',
      workingDirectories: [fileUri(repository)],
    })
    await expect(wish).rejects.toThrow(`The disk that holds ${dataDir} is full`)
    await expect(client.request('disposeSession', { channel: session })).rejects.toThrow('The session is kept.')
    await expect(client.request('subscribe', { channel: sessionUri('wish') })).rejects.toThrow('no session')
    expect((await stateWhen(client, session, 'session', anyState)).chats).toHaveLength(before.chats.length)

    rmSync(fill)
    const cut = await turnEnded(client, chat, turnId)
    expect(errorOf(cut)).toBe('Interrupted because the data folder could not be written.')
    expect(existsSync(path.join(repository, 'runs.txt'))).toBe(false)
    expect(await offer(client, chat, { type: 'chat/turnResume', turnId })).toEqual({ kind: 'applied' })
    expect((await turnEnded(client, chat, turnId)).state).toBe('complete')
    expect(readFileSync(path.join(repository, 'runs.txt'), 'utf8')).toBe('x\n')
    const shown = await stateWhen(client, chat, 'chat', anyState)
    await host.kill()
    const again = await scene.connect(await scene.start({ dataDir }))
    expect((await stateWhen(again, chat, 'chat', anyState)).turns).toEqual(shown.turns)
    held.forEach((watched) => watched.release())
    again.close()
  } finally {
    spawnSync('umount', ['-l', dataDir])
  }
})

async function expectEventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let times = 0; times < 500; times++) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error('it did not come')
}

test('a read-only data folder: everything can be read, nothing is taken, and it says so', async ({ scene }) => {
  const dataDir = scene.folder('fixed')
  test.skip(!isRoot || !mount('-t', 'tmpfs', '-o', 'size=16m', 'none', dataDir), 'no disk can be mounted here')
  try {
    const repository = scene.repository('repo')
    const first = await scene.start({ dataDir })
    const client = await scene.connect(first)
    const { chat, session } = await createScriptedSession(client, repository, scriptOf({ say: 'Hello.' }))
    await turnEnded(client, chat, await say(client, chat, 'Remember me'))
    const kept = await stateWhen(client, chat, 'chat', anyState)
    await first.stop()
    expect(mount('-o', 'remount,ro', dataDir)).toBe(true)

    const host = await scene.start({ dataDir })
    const reason = `The file system that holds ${dataDir} is read-only (EROFS). Everything already there is kept and can be read; nothing new is saved.`
    await until(() => host.log().includes(reason))
    const reader = await scene.connect(host)
    const root = await stateWhen(reader, ROOT_URI, 'root', anyState)
    expect(root._meta?.[ROADSTEAD]).toMatchObject({ dataFolder: { readOnly: true, notice: reason } })
    expect(await stateWhen(reader, chat, 'chat', anyState)).toEqual(kept)
    expect(await offer(reader, session, { type: 'session/titleChanged', title: 'No' })).toEqual({
      kind: 'rejected',
      reason,
    })
    const message = { text: 'Go', origin: { kind: 'user' as const } }
    const startedAt = new Date().toISOString()
    expect(await offer(reader, chat, { type: 'chat/turnStarted', turnId: 't9', startedAt, message })).toEqual({
      kind: 'rejected',
      reason,
    })
    const folder = fileUri(repository)
    const create = { channel: sessionUri('no'), provider: 'scripted', workingDirectories: [folder] }
    await expect(reader.request('createSession', create)).rejects.toThrow(reason)
    await expect(
      reader.request('x-roadstead/setFolderTrust', { channel: ROOT_URI, folder, trusted: true }),
    ).rejects.toThrow('is read-only (EROFS)')
    await expect(reader.request('disposeSession', { channel: session })).rejects.toThrow('is read-only (EROFS)')
    reader.close()
    await host.stop()
    const list = await runCli(['sessions', '--json', '--data', dataDir])
    expect([list.code, list.lines.map(({ resource }) => resource)]).toEqual([0, [session]])
  } finally {
    spawnSync('umount', ['-l', dataDir])
  }
})

for (const [how, damage] of [
  ['with garbage in its middle', (bytes: Buffer) => bytes.fill(0xa5, bytes.length >> 1, (bytes.length >> 1) + 9000)],
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  ['not a database at all', () => Buffer.from('this was never a database\n'.repeat(200))],
] as const) {
  test(`a database ${how} is set aside, and what can be read of it is there again`, async ({ scene }) => {
    const repository = scene.repository('repo')
    const first = await scene.start()
    const client = await scene.connect(first)
    for (let times = 0; times < 8; times++) {
      const { chat } = await createScriptedSession(
        client,
        repository,
        scriptOf({ say: `Hello ${times}. `.repeat(300) }),
      )
      await turnEnded(client, chat, await say(client, chat, `Remember ${times}`))
    }
    await first.stop()
    const file = path.join(scene.dataDir, 'roadstead.db')
    const damaged = Buffer.from(damage(readFileSync(file)))
    writeFileSync(file, damaged)

    const host = await scene.start()
    const reader = await scene.connect(host)
    const root = await stateWhen(reader, ROOT_URI, 'root', anyState)
    const facts = root._meta?.[ROADSTEAD] as { dataFolder: { notice?: string; readOnly: boolean } }
    expect(facts.dataFolder.readOnly).toBe(false)
    const aside = /set aside as (roadstead\.db\.damaged-\S+?),/.exec(facts.dataFolder.notice ?? '')?.[1]
    expect(facts.dataFolder.notice).toContain('The database was damaged')
    expect(readFileSync(path.join(scene.dataDir, aside ?? '')).equals(damaged)).toBe(true)
    await until(() => host.log().includes('The database was damaged'))
    const fresh = await createScriptedSession(reader, repository, scriptOf({ say: 'New.' }))
    const turn = await turnEnded(reader, fresh.chat, await say(reader, fresh.chat, 'Go'))
    expect(turn.state).toBe('complete')
    const found = await runCli(['sessions', '--json', '--data', scene.dataDir])
    if (how === 'with garbage in its middle') expect(found.lines.length).toBeGreaterThan(1)
    expect(found.code).toBe(0)
  })
}

test('a taken port is named, and who has it', async ({ scene }) => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const result = await runCli(['host', '--port', String(port), '--data', scene.dataDir])
  server.close()
  expect(result.code).toBe(1)
  expect(result.stderr).toContain(String(port))
  expect(result.stderr).toContain(String(process.pid))
})

test('a second start on one data folder says where the first one is', async ({ scene }) => {
  const host = await scene.start()
  const second = await runCli(['host', '--data', scene.dataDir])
  expect(second.code).toBe(1)
  expect(second.stderr).toBe(
    `The host with process id ${host.pid} already has the data folder ${scene.dataDir}. It listens on ${host.url}. Use that one, or give another folder with --data.\n`,
  )
  const client = await scene.connect(host)
  expect(await client.request('ping', { channel: ROOT_URI })).toBeNull()
})

test('a second start takes nothing from the sandbox of the first', async ({ scene }) => {
  const wait = 'for n in $(seq 600); do test -e go && break; sleep 0.1; done'
  const repository = scene.repository('repo', { 'try.sh': `${wait}\nmkdir .vscode\necho x > .mcp.json\nls -a\n` })
  const client = await scene.connect(await scene.start())
  const script = scriptOf(command('bash try.sh'), { say: 'Done.' })
  const { chat } = await createScriptedSession(client, repository, script, { permissionLevel: 'auto' })
  const turnId = await say(client, chat, 'Go')
  const standIns = path.join(scene.dataDir, 'sandbox', 'stand-ins')
  await until(() => processesWith(path.join(repository, 'try.sh')).length + processesWith('bash try.sh').length > 1)
  const notes = execFileSync('ls', [standIns], { encoding: 'utf8' })
  expect(notes).not.toBe('')
  expect((await runCli(['host', '--data', scene.dataDir])).code).toBe(1)
  await runCli(['doctor', '--data', scene.dataDir])
  expect(execFileSync('ls', [standIns], { encoding: 'utf8' })).toBe(notes)
  writeFileSync(path.join(repository, 'go'), '')
  await turnEnded(client, chat, turnId)
  expect(existsSync(path.join(repository, '.mcp.json'))).toBe(false)
})

for (const [args, words] of [
  [['host', '--nope'], 'There is no option --nope.'],
  [['hots'], 'There is no command "hots".'],
  [['host', '--port', 'many'], '--port is a number from 0 to 65535'],
  [['host', '--port', '70000'], '--port is a number from 0 to 65535'],
  [['host', 'too-much'], '"too-much" is too much here.'],
  [['run'], 'What should the agent do?'],
  [['run', '--level', 'wild', 'Go'], '--level is one of ask, sandboxed, auto, autopilot.'],
  [['attach'], 'Which session?'],
  [['sessions', 'burn', 'x'], 'There is no "sessions burn".'],
  [['pair', '--scope', 'all'], '--scope is one of watch, approve, full.'],
] as const) {
  test(`roadstead ${args.join(' ')} ends with 2 and says what is wrong`, async () => {
    const result = await runCli(args)
    expect([result.code, result.stdout]).toEqual([2, ''])
    expect(result.stderr).toContain(words)
  })
}

test('a malformed script is named with the place in it', async ({ scene }) => {
  const repository = scene.repository('repo')
  for (const [text, words] of [
    ['{ not json', 'it is not JSON'],
    [JSON.stringify({ version: 1, name: 'x', turns: [{ rounds: [{ say: 7 }] }] }), 'turns.0.rounds.0.say'],
    [JSON.stringify({ version: 2, name: 'x', turns: [] }), 'version'],
    [
      JSON.stringify({ version: 1, name: 'x', turns: [{ rounds: [{ calls: [{ tol: 'x' }] }] }] }),
      'turns.0.rounds.0.calls.0',
    ],
  ] as const) {
    const file = path.join(scene.root, 'script.json')
    writeFileSync(file, text)
    const args = ['run', '--script', file, '--cwd', repository, '--data', scene.dataDir, '--trust', 'Go']
    const result = await runCli(args)
    expect([result.code, result.stdout]).toEqual([2, ''])
    expect(result.stderr).toContain(`The script ${file} is malformed.`)
    expect(result.stderr).toContain(words)
  }
  expect(existsSync(scene.dataDir)).toBe(false)
  const client = await scene.connect(await scene.start())
  const create = createScriptedSession(client, repository, { version: 1, name: 'x', turns: [{ rounds: [{ say: 7 }] }] })
  await expect(create).rejects.toThrow('turns.0.rounds.0.say')
})

test('wrong calls are told to the agent, and it goes on', async ({ scene }) => {
  const repository = scene.repository('repo')
  const client = await scene.connect(await scene.start())
  const script = scriptOf(
    { calls: [{ tool: 'read_file', raw: '{"path":' }] },
    call('read_file', { file: 'readme.md' }),
    call('no_such_tool', {}),
    call('read_file', { path: 'readme.md' }),
    { say: 'Done.' },
  )
  const { chat } = await createScriptedSession(client, repository, script)
  const turn = await turnEnded(client, chat, await say(client, chat, 'Go'))
  expect(turn.state).toBe('complete')
  const calls = toolCallsOf(turn)
  expect(calls.map((each) => each.status === 'completed' && each.success)).toEqual([false, false, false, true])
  expect(shownOf(calls[0])).toContain('The arguments of read_file are not JSON')
  expect(shownOf(calls[1])).toContain('path')
  expect(shownOf(calls[2])).toContain('There is no tool "no_such_tool". The tools are: read_file')
})

test('an answer without end is cut and says so', async ({ scene }) => {
  const repository = scene.repository('repo')
  const host = await scene.start()
  const client = await scene.connect(host)
  const { chat } = await createScriptedSession(client, repository, scriptOf({ endless: true }))
  const turn = await turnEnded(client, chat, await say(client, chat, 'Go'))
  expect(errorOf(turn)).toBe('The answer did not end: it was cut at 1 MiB. What came so far is kept.')
  expect(textOf(turn).length).toBeGreaterThan(900_000)
})

test('an answer that never comes is stopped by the person', async ({ scene }) => {
  const repository = scene.repository('repo')
  const client = await scene.connect(await scene.start())
  const { chat } = await createScriptedSession(client, repository, scriptOf({ say: 'I think.', hang: true }))
  const turnId = await say(client, chat, 'Go')
  await stateWhen(client, chat, 'chat', ({ activeTurn }) => textOf(activeTurn) !== '')
  const stoppedAt = performance.now()
  await offer(client, chat, { type: 'chat/turnCancelled', turnId, duration: 0 })
  expect(await turnEnded(client, chat, turnId)).toMatchObject({ state: 'cancelled' })
  expect(performance.now() - stoppedAt).toBeLessThan(1_000)
})

test('no bubblewrap: the level is ask, commands are refused unasked with what to install, files can be changed', async ({
  scene,
}) => {
  const repository = scene.repository('repo')
  const bwrap = spawnSync('which', ['bwrap'], { encoding: 'utf8' }).stdout.trim()
  const masked = ['unshare', '--mount', 'sh', '-c', `mount --bind /dev/null ${bwrap} && exec "$@"`, 'sh']
  const canMask = spawnSync(masked[0]!, [...masked.slice(1), 'true']).status === 0
  test.skip(bwrap === '' || !canMask, 'bubblewrap cannot be hidden from a program here')
  const client = await scene.connect(await scene.start({ launcher: masked }))
  const root = await stateWhen(client, ROOT_URI, 'root', anyState)
  expect(root._meta?.[ROADSTEAD]).toMatchObject({ sandbox: { status: 'unavailable' } })
  const script = scriptOf(
    command('echo ran > ran.txt'),
    call('replace_string_in_file', { path: 'readme.md', old_string: 'Hello', new_string: 'Hello there' }),
    { say: 'Done.' },
  )
  const { chat, state } = await createScriptedSession(client, repository, script)
  expect(state.config?.values['permissionLevel']).toBe('ask')
  const turnId = await say(client, chat, 'Go')
  const [ran, edited] = toolCallsOf(await turnEnded(client, chat, turnId))
  expect(ran).toMatchObject({ status: 'cancelled', reason: 'denied' })
  expect(ran?.status === 'cancelled' && ran.reasonMessage).toMatch(
    /Commands of agents run in a sandbox only, and there is none here\. .*To install it: \S/,
  )
  expect(edited).toMatchObject({ status: 'completed', success: true })
  expect(existsSync(path.join(repository, 'ran.txt'))).toBe(false)
  expect(readFileSync(path.join(repository, 'readme.md'), 'utf8')).toBe('Hello there\n')
})

test('a data folder that is no folder is named', async ({ scene }) => {
  const file = path.join(scene.root, 'a-file')
  writeFileSync(file, '')
  mkdirSync(path.join(scene.root, 'x'))
  const result = await runCli(['host', '--data', file])
  expect(result.code).toBe(1)
  expect(result.stderr).toContain(`${file} is not a folder`)
})
