import { expect, test } from '@playwright/test'
import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { WebSocket } from 'ws'
import { ROOT_URI, fileUri, sessionUri, terminalUri } from '../../src/protocol/uri.ts'
import { startCanaryProvider, type Block } from '../support/canary-provider.ts'
import { runCli } from '../support/cli.ts'
import { connect, say, stateWhen } from '../support/client.ts'
import { startHost, type RunningHost } from '../support/host.ts'
import { allProcesses, descendants, processArguments, processEnvironment } from '../support/proc-files.ts'
import { makeRepository, scratchFolder } from '../support/repository.ts'

test.skip(process.platform !== 'linux', 'reads /proc')

/** Made up, in the shape of a known service; put together here so that no source holds one. */
const shaped = (tag: string) => `sk-${'ant'}-api03-${tag}-${'aB3dE6gH9'.repeat(6)}-${tag}-AA`

/** One for each way in; what a host must not keep or show of any. */
const canaries = {
  environment: 'canary-5d1f-of-the-environment',
  client: 'canary-8c2e-by-authenticate',
  prompt: shaped('prompt'),
  file: shaped('file'),
  output: shaped('output'),
  words: shaped('words'),
  thought: shaped('thought'),
  written: shaped('written'),
}
type Canaries = Readonly<Record<string, string>>

/** A harmless word that stood beside a canary: a place that holds none of them was not looked at. */
const besides = { prompt: 'beside-the-prompt', output: 'beside-the-output', words: 'beside-the-words' }

const piecesOf = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []

function filesOf(folder: string): { readonly file: string; readonly bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .map((file) => ({ file: path.relative(folder, file), bytes: readFileSync(file) }))
}

/** `what` in `where`, for every secret that is found; a secret is found by each of its halves, too. */
function findIn(
  texts: readonly { readonly where: string; readonly text: string | Buffer }[],
  secrets: Canaries,
): string[] {
  return Object.entries(secrets).flatMap(([what, secret]) =>
    texts
      .filter(
        ({ text }) =>
          text.includes(secret.slice(0, -6)) || text.includes(secret.slice(-Math.min(24, secret.length - 6))),
      )
      .map(({ where }) => `${what} in ${where}`),
  )
}

/** Every text of every table: what an index or a column holds in an encoding of its own would not be found in the file's bytes. */
function rowsOf(dataDir: string): string {
  const database = new Database(path.join(dataDir, 'roadstead.db'), { readonly: true })
  const tables = database.prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  const rows = tables.map(({ name }) => JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all()))
  database.close()
  return rows.join('\n')
}

/** A client that subscribes to everything and keeps every frame it is sent, byte for byte. */
async function listenToAll(
  host: RunningHost,
): Promise<{ readonly frames: string[]; subscribe(channel: string): void; close(): void }> {
  const socket = new WebSocket(host.url, { headers: { authorization: `Bearer ${host.token}` } })
  const frames: string[] = []
  socket.on('message', (data: Buffer) => void frames.push(data.toString('utf8')))
  await new Promise((resolve) => socket.once('open', resolve))
  let id = 0
  const ask = (method: string, params: object) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }))
  ask('initialize', { channel: ROOT_URI, protocolVersions: ['1.0.0'], clientId: `listener-${randomUUID()}` })
  ask('subscribe', { channel: ROOT_URI })
  await expect.poll(() => frames.length).toBeGreaterThan(1)
  return { frames, subscribe: (channel) => ask('subscribe', { channel }), close: () => socket.close() }
}

test('the search finds what it looks for: in files, in rows, in arguments and in environments', async () => {
  const scratch = scratchFolder('search')
  writeFileSync(path.join(scratch.path, 'planted'), Buffer.concat([Buffer.from([0, 255]), Buffer.from(canaries.file)]))
  const database = new Database(path.join(scratch.path, 'roadstead.db'))
  database.exec('CREATE TABLE a (b TEXT)')
  database.prepare('INSERT INTO a VALUES (?)').run(`x ${canaries.client} x`)
  database.close()
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)', canaries.output], {
    env: { PLANTED: canaries.environment },
    stdio: 'ignore',
  })
  const pid = child.pid ?? 0
  await expect.poll(() => processArguments(pid).length).toBeGreaterThan(2)
  const texts = [
    ...filesOf(scratch.path).map(({ file, bytes }) => ({ where: file, text: bytes })),
    { where: 'rows', text: rowsOf(scratch.path) },
    ...allProcesses().map((each) => ({ where: `arguments of ${each}`, text: processArguments(each).join(' ') })),
    ...descendants(process.pid).map((each) => ({
      where: `environment of ${each}`,
      text: processEnvironment(each).join(),
    })),
  ]
  child.kill()
  const { file, client, output, environment } = canaries
  expect(findIn(texts, { file, client, output, environment })).toEqual([
    'file in planted',
    'client in roadstead.db',
    'client in rows',
    `output in arguments of ${pid}`,
    `environment in environment of ${pid}`,
  ])
  expect(findIn([{ where: 'cut', text: `…${canaries.words.slice(-30)}` }], { words: canaries.words })).toEqual([
    'words in cut',
  ])
  scratch.remove()
})

test('no key comes out where it should not, whichever way it came in', async () => {
  test.setTimeout(120_000)
  const scratch = scratchFolder('canaries')
  const dataDir = path.join(scratch.path, 'data')
  const work = path.join(scratch.path, 'work')
  makeRepository(work, {
    'config.txt': `key: ${canaries.file}\n`,
    'output.txt': `${canaries.output}\n`,
    'a.txt': 'a\n',
  })

  // A signature that looks like a key is none; it has to come back to its provider as it is.
  const signature = `EqQB${shaped('signature')}==`
  const half = Math.ceil(canaries.output.length / 2)
  const command = [
    `echo ${besides.output}; cat output.txt; dd if=output.txt bs=1 count=${half} status=none; sleep 0.1`,
    `dd if=output.txt bs=1 skip=${half} status=none; env > environment.txt`,
    'touch started; until [ -e go-on ]; do sleep 0.1; done',
  ].join('; ')
  const call = (name: string, input: object): Block => ({
    kind: 'call',
    name,
    pieces: piecesOf(JSON.stringify(input), 9),
  })
  const first: Block[] = [
    { kind: 'thinking', pieces: piecesOf(`They gave me ${canaries.thought} to use.`, 5), signature },
    { kind: 'text', pieces: piecesOf(`${besides.words}: ${canaries.words} and ${canaries.environment} are keys.`, 3) },
    call('read_file', { path: 'config.txt' }),
    call('create_file', { path: 'written.txt', content: `key: ${canaries.written}\nnext\n` }),
    call('run_command', { command }),
  ]
  const provider = await startCanaryProvider((index, { key }) => {
    if (index === 0) return { kind: 'blocks', blocks: first }
    // Those of the second turn and of the second run; the others are answered.
    if (index !== 2 && index !== 4) return { kind: 'blocks', blocks: [{ kind: 'text', pieces: ['All ', 'done.'] }] }
    const message = `invalid x-api-key: ${key}; not one of ${canaries.client}`
    return { kind: 'refusal', status: 401, body: { type: 'error', error: { type: 'authentication_error', message } } }
  })
  const env = {
    ANTHROPIC_API_KEY: canaries.environment,
    ANTHROPIC_BASE_URL: provider.anthropicUrl,
    OPENAI_BASE_URL: provider.openaiUrl,
    OPENAI_API_KEY: '',
    TOOL_OPTIONS: `--key ${canaries.environment}`,
  }
  const host = await startHost({ dataDir, env })
  const listener = await listenToAll(host)
  const client = await connect(host)
  await client.request('authenticate', { channel: ROOT_URI, resource: provider.openaiUrl, token: canaries.client })
  const { items: providers } = await client.request('x-roadstead/modelProviders', { channel: ROOT_URI })
  expect(providers.filter(({ key }) => key !== 'none' && key !== 'not-needed').map(({ id, key }) => [id, key])).toEqual(
    [
      ['anthropic', 'environment'],
      ['openai', 'client'],
    ],
  )

  await client.request('x-roadstead/setFolderTrust', { channel: ROOT_URI, folder: fileUri(work), trusted: true })
  const session = sessionUri(randomUUID())
  const config = { permissionLevel: 'auto' }
  await client.request('createSession', {
    channel: session,
    provider: 'builtin',
    workingDirectories: [fileUri(work)],
    config,
  })
  const { defaultChat: chat = '' } = await stateWhen(
    client,
    session,
    'session',
    ({ lifecycle }) => lifecycle === 'ready',
  )
  listener.subscribe(session)
  listener.subscribe(chat)
  await say(client, chat, `${besides.prompt}: use ${canaries.prompt} and ${canaries.client}`)
  await expect.poll(() => existsSync(path.join(work, 'started')), { timeout: 20_000 }).toBe(true)

  // While the command runs: its terminal and one of the person's, what processes show, and the files as they are written.
  const root = await stateWhen(client, ROOT_URI, 'root', ({ terminals = [] }) => terminals.length > 0)
  for (const { resource } of root.terminals ?? []) listener.subscribe(resource)
  const own = terminalUri('of-the-person')
  const claim = { kind: 'client' as const, clientId: client.clientId }
  await client.request('createTerminal', { channel: own, cwd: fileUri(work), cols: 80, rows: 24, claim })
  listener.subscribe(own)
  const shell = client.watch(own)
  const typed = 'env > of-the-person.txt; cat config.txt; touch shown\r'
  await client.dispatch(own, { type: 'terminal/input', data: typed })
  await expect.poll(() => existsSync(path.join(work, 'shown'))).toBe(true)
  const shown = () => [
    ...allProcesses().map((pid) => ({ where: `arguments of ${pid}`, text: processArguments(pid).join(' ') })),
    ...descendants(host.pid).map((pid) => {
      const text = processEnvironment(pid).join('\n')
      return { where: `environment of ${pid} ${processArguments(pid).join(' ')}`, text }
    }),
  ]
  expect(descendants(host.pid).length).toBeGreaterThan(2)
  // A process that has been forked and is not yet another program shows what the host itself shows, for a moment.
  await expect.poll(() => findIn(shown(), canaries)).toEqual([])
  // The host's own environment is what its starter gave it.
  expect(processEnvironment(host.pid).join()).toContain(canaries.environment)
  for (const name of ['environment.txt', 'of-the-person.txt']) {
    const text = readFileSync(path.join(work, name), 'utf8')
    expect(text).toContain('PATH=')
    expect(findIn([{ where: name, text }], canaries)).toEqual([])
    expect(text).not.toMatch(/_API_KEY=|TOOL_OPTIONS/)
  }
  const kept = () => filesOf(dataDir).map(({ file, bytes }) => ({ where: file, text: bytes }))
  expect(findIn(kept(), canaries)).toEqual([])

  writeFileSync(path.join(work, 'go-on'), '')
  await stateWhen(client, chat, 'chat', ({ turns }) => turns.length === 1)
  const { turns } = await stateWhen(client, chat, 'chat', ({ activeTurn }) => activeTurn === undefined)
  expect(turns[0]?.state).toBe('complete')
  expect(readFileSync(path.join(work, 'written.txt'), 'utf8')).toBe(`key: ${canaries.written}\nnext\n`)
  // Its provider gets the signature back byte for byte, and the answer again as it may be kept.
  expect(provider.calls[0]?.key).toBe(canaries.environment)
  expect(provider.calls[1]?.body).toContain(JSON.stringify(signature))

  // The provider says the key in its refusal.
  await say(client, chat, 'Again')
  const failed = await stateWhen(client, chat, 'chat', (state) => state.turns.length === 2)
  expect(failed.turns[1]?.responseParts.at(-1)).toMatchObject({ kind: 'error' })
  expect(JSON.stringify(failed.turns[1])).toContain('invalid x-api-key: [removed:')

  // What is asked for: records, prompts, older turns, where a line comes from.
  const answers: unknown[] = [providers, turns, failed]
  const { items: calls } = await client.request('x-roadstead/modelCalls', { channel: session })
  expect(calls.map(({ status }) => status)).toEqual(['failed', 'succeeded', 'succeeded'])
  for (const { id } of calls)
    answers.push(await client.request('x-roadstead/modelCallPrompt', { channel: session, id }))
  answers.push(calls, await client.request('x-roadstead/auditEntries', { channel: session }))
  const line = { channel: session, file: fileUri(path.join(work, 'written.txt')), line: 2 }
  const origin = await client.request('x-roadstead/lineOrigin', line)
  expect(origin).toMatchObject({ kind: 'agent', toolName: 'create_file' })
  answers.push(origin, await client.request('listSessions', { channel: ROOT_URI }))
  const answered = JSON.stringify(answers)
  expect(findIn([{ where: 'answers', text: answered }], canaries)).toEqual([])
  for (const beside of Object.values(besides)) expect(answered).toContain(beside)
  const wire = listener.frames.join('\n')
  expect(findIn([{ where: 'frames to another client', text: wire }], canaries)).toEqual([])
  for (const beside of Object.values(besides)) expect(wire).toContain(beside)

  // Another process of the command line, on this host.
  const listed = await runCli(['sessions', '--json', '--data', dataDir], { env })
  const task = ['run', '--data', dataDir, '--cwd', work, '--model', 'anthropic/canary-model', '--level', 'auto']
  const ran = await runCli([...task, `Say ${canaries.prompt}`], { env })
  const refused = await runCli([...task, `Say ${canaries.prompt}`], { env })
  const printed = [listed, ran, refused].map(({ stdout, stderr }) => stdout + stderr).join('\n')
  expect([listed.code, ran.code, refused.code]).toEqual([0, 0, 1])
  expect(findIn([{ where: 'what the command line printed', text: printed }], canaries)).toEqual([])
  expect(printed).toContain('Say [removed: Anthropic key]')
  expect(printed).toContain(besides.prompt)

  shell.release()
  client.close()
  listener.close()
  expect(findIn([{ where: 'log', text: host.log() }, ...kept()], canaries)).toEqual([])
  await host.stop()
  expect(
    findIn([{ where: 'log', text: host.log() }, ...kept(), { where: 'rows', text: rowsOf(dataDir) }], canaries),
  ).toEqual([])
  // Where the words beside the canaries were kept, the canaries would have been.
  const places = kept().filter(({ text }) => Object.values(besides).some((beside) => text.includes(beside)))
  const kinds = new Set(places.map(({ where }) => where.split(path.sep)[0]))
  expect(kinds).toEqual(new Set(['roadstead.db', 'sessions', 'terminals']))
  expect(rowsOf(dataDir)).toContain(signature)

  // A restart reads it all back; the signature still goes out as it came in.
  const again = await startHost({ dataDir, env })
  const other = await connect(again)
  await say(other, chat, 'And once more')
  await stateWhen(other, chat, 'chat', (state) => state.turns.length === 3)
  expect(provider.calls.at(-1)?.body).toContain(JSON.stringify(signature))
  other.close()
  await again.stop()
  expect(findIn([{ where: 'log', text: again.log() }, ...kept()], canaries)).toEqual([])
  await provider.stop()
  rmSync(work, { recursive: true })
  scratch.remove()
})
