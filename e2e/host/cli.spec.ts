import { expect, test } from '@playwright/test'
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { runCli } from '../support/cli.ts'
import { callsOf, connect, createScriptedSession, say, stateWhen } from '../support/client.ts'
import { startHost, type RunningHost } from '../support/host.ts'
import { git, makeRepository, scratchFolder } from '../support/repository.ts'
import { processArguments } from '../support/proc-files.ts'

const root = path.join(import.meta.dirname, '../..')
const program = path.join(root, 'out/cli/index.js')
const version = (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version

/** A command that runs until it is told to end. */
function startCli(args: readonly string[]) {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BROWSER: 'none' },
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    out: () => out,
    err: () => err,
    exited,
    end(signal: NodeJS.Signals) {
      child.kill(signal)
      return exited
    },
  }
}

const talk = {
  ...{ version: 1, name: 'Talk', pace: 'instant' },
  turns: [{ rounds: [{ say: 'I say something.' }] }, { rounds: [{ say: 'And more.' }] }],
}

let scratch: ReturnType<typeof scratchFolder>
let dataDir: string
let repository: string
let host: RunningHost | undefined

test.beforeEach(() => {
  scratch = scratchFolder('cli')
  dataDir = path.join(scratch.path, 'data')
  repository = path.join(scratch.path, 'work')
  makeRepository(repository, { 'a.txt': 'a\n' })
})

test.afterEach(async () => {
  await host?.stop()
  host = undefined
  scratch.remove()
})

async function sessionOnHost() {
  host = await startHost({ dataDir })
  const client = await connect(host)
  const made = await createScriptedSession(client, repository, talk)
  const turnId = await say(client, made.chat, 'Say something')
  await stateWhen(client, made.chat, 'chat', ({ turns }) => turns.length === 1)
  return { client, turnId, ...made, id: made.session.slice(made.session.indexOf(':/') + 2) }
}

test('roadstead host --json prints one line with exactly its five facts, and the token nowhere else', async () => {
  const running = startCli(['host', '--json', '--port', '0', '--data', dataDir])
  await expect.poll(() => running.out()).toContain('\n')
  const facts = JSON.parse(running.out()) as Record<string, unknown>
  expect(facts).toEqual({
    url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/ahp$/),
    token: expect.stringMatching(/^[\w-]{43}$/),
    pid: expect.any(Number),
    dataDir,
    version,
  })
  const { pid, token } = facts as { pid: number; token: string }
  expect(processArguments(pid)).toContain('host')
  expect(processArguments(pid).join(' ')).not.toContain(token)
  const listed = await runCli(['sessions', '--json', '--data', dataDir])
  expect(listed).toMatchObject({ code: 0, stdout: '', stderr: '' })
  expect(await running.end('SIGTERM')).toBe(0)
  expect(running.out().trim().split('\n')).toHaveLength(1)
  expect(running.err()).not.toContain(token)
  expect(existsSync(path.join(dataDir, 'endpoint.json'))).toBe(false)
})

test('a second host of the same data folder says who has it and ends with 1', async () => {
  host = await startHost({ dataDir })
  const second = await runCli(['host', '--data', dataDir])
  expect(second.code).toBe(1)
  expect(second.stdout).toBe('')
  expect(second.stderr).toContain(`The host with process id ${host.pid} already has the data folder ${dataDir}.`)
  expect(second.stderr).not.toContain(host.token)
})

test('sessions are listed, renamed, archived, taken out again and deleted', async () => {
  const { client, session, id } = await sessionOnHost()
  const sessions = (...args: string[]) => runCli(['sessions', ...args, '--data', dataDir])
  expect((await sessions()).stdout).toBe(`${id.slice(0, 8)}  idle       +0 −0  Say something\n`)
  expect((await sessions('list', '--json')).lines).toMatchObject([{ resource: session, title: 'Say something' }])

  expect(await sessions('rename', id, 'A', 'better', 'name')).toMatchObject({
    code: 0,
    stdout: 'Renamed to "A better name".\n',
  })
  expect(await sessions('archive', session)).toMatchObject({ code: 0, stdout: 'Archived.\n' })
  expect((await sessions()).stdout).toBe(`${id.slice(0, 8)}  archived   +0 −0  A better name\n`)
  expect(await sessions('unarchive', id.slice(0, 8))).toMatchObject({
    code: 0,
    stdout: 'Taken out of the archive.\n',
  })
  expect((await sessions()).stdout).toContain('  idle  ')

  const none = await sessions('delete', 'nonesuch')
  expect(none).toMatchObject({ code: 1, stdout: '' })
  expect(none.stderr).toContain('There is no session "nonesuch".')
  expect(await sessions('delete', id)).toMatchObject({ code: 0, stdout: 'Deleted "A better name".\n' })
  expect((await sessions()).stdout).toBe('No sessions yet.\n')
  client.close()
})

test('a pairing code works once', async () => {
  const alone = await runCli(['pair', '--json', '--data', dataDir])
  expect(alone).toMatchObject({ code: 1, stdout: '' })
  expect(alone.stderr).toContain('No host is running here.')

  host = await startHost({ dataDir })
  const { pageUrl } = host
  const { code, lines } = await runCli(['pair', '--scope', 'watch', '--json', '--data', dataDir])
  expect(code).toBe(0)
  expect(lines).toEqual([
    {
      code: expect.stringMatching(/^[2-9A-Z]{8}$/),
      expiresAt: expect.any(String),
      address: `${pageUrl}/#pair=${String(lines[0]?.['code'])}`,
    },
  ])
  const redeem = async () => {
    const body = JSON.stringify({ code: lines[0]?.['code'], name: 'test' })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${pageUrl}/pair`, { method: 'POST', headers, body })
    return { status: answer.status, body: (await answer.json().catch(() => undefined)) as unknown }
  }
  expect(await redeem()).toMatchObject({ status: 200, body: { scope: 'watch', credential: expect.any(String) } })
  expect((await redeem()).status).toBe(403)
})

test('doctor says what is there, and of the audit when no host has it', async () => {
  const { client } = await sessionOnHost()
  const names = (lines: readonly Record<string, unknown>[]) =>
    (lines[0]?.['findings'] as { name: string; state: string; text: string }[]) ?? []
  const busy = await runCli(['doctor', '--json', '--data', dataDir])
  expect(busy.lines).toEqual([{ version, findings: expect.any(Array) }])
  expect(names(busy.lines).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Node', 'Git', 'Sandbox', 'Data folder', 'Host', 'Web page']),
  )
  expect(names(busy.lines).find(({ name }) => name === 'Host')?.text).toContain(`process ${host?.pid}`)
  expect(names(busy.lines).some(({ name }) => name === 'Audit')).toBe(false)
  expect(busy.stdout).not.toContain(host?.token)
  client.close()
  await host?.stop()
  host = undefined
  const free = await runCli(['doctor', '--json', '--data', dataDir])
  expect(names(free.lines).find(({ name }) => name === 'Audit')).toEqual({
    ...{ name: 'Audit', state: 'ok', text: '1 sessions, all whole' },
  })
})

test('attach --json prints the state, then every action; SIGINT ends it and the session goes on', async () => {
  const { client, session, chat, id, turnId } = await sessionOnHost()
  const attached = startCli(['attach', id, '--json', '--data', dataDir])
  const lines = () =>
    attached
      .out()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { kind: string; seq: number; action?: { type: string }; state: never })
  await expect.poll(() => lines().length).toBe(2)
  expect(lines()[0]).toEqual({ kind: 'session', session, chat, title: 'Say something' })
  expect(lines()[1]?.kind).toBe('state')
  expect(callsOf(lines()[1]?.state as never, turnId)).toEqual([])

  const second = await say(client, chat, 'And more')
  await expect.poll(() => lines().at(-1)?.action?.type).toBe('chat/turnComplete')
  const actions = lines().slice(2)
  expect(actions[0]).toMatchObject({ kind: 'action', action: { type: 'chat/turnStarted', turnId: second } })
  expect(actions.map(({ seq }) => seq)).toEqual(actions.map(({ seq }) => seq).toSorted((one, other) => one - other))
  expect(await attached.end('SIGINT')).toBe(0)
  expect(attached.err()).toBe('')
  expect((await stateWhen(client, chat, 'chat', () => true)).turns).toHaveLength(2)

  const text = startCli(['attach', session, '--data', dataDir])
  await expect
    .poll(() => text.out())
    .toBe('> Say something\nI say something.\n  (complete)\n> And more\nAnd more.\n  (complete)\n')
  expect(await text.end('SIGINT')).toBe(0)
  client.close()
})

test('roadstead run ends with 0 when the turn completed, 1 when it did not, 2 when it was asked for wrongly', async () => {
  const script = path.join(scratch.path, 'script.json')
  const run = (...args: string[]) => runCli(['run', '--data', dataDir, '--cwd', repository, ...args])
  writeFileSync(script, JSON.stringify(talk))
  expect((await run('--script', script, '--trust', 'Go')).code).toBe(0)

  writeFileSync(script, '{"version":1}')
  const malformed = await run('--script', script, 'Go')
  expect(malformed).toMatchObject({ code: 2, stdout: '' })
  expect(malformed.stderr).toContain('is malformed')
  expect(await run('--script', path.join(scratch.path, 'none.json'), 'Go')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot be read: ENOENT'),
  })
  expect(await run('--agent', 'nobody', 'Go')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no agent "nobody" here. Agents: builtin, scripted.'),
  })
  expect(await run('--cwd', path.join(scratch.path, 'gone'), 'Go')).toMatchObject({ code: 2 })
  expect(await run('--no-such-flag', 'Go')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--no-such-flag'),
  })

  writeFileSync(
    script,
    JSON.stringify({ ...talk, turns: [{ rounds: [{ calls: [{ tool: 'no_such_tool', input: {} }] }] }] }),
  )
  const odd = await run('--script', script, 'Go')
  const result = odd.lines.at(-1)
  expect(result?.['kind']).toBe('result')
  expect(odd.code).toBe(result?.['state'] === 'complete' ? 0 : 1)
})

test('start --no-open prints an address that lets one page in; a second start joins; SIGINT ends it', async () => {
  const first = startCli(['start', '--no-open', '--port', '0', '--data', dataDir])
  await expect.poll(() => first.out()).toContain('Ctrl-C')
  const address = /http:\/\/127\.0\.0\.1:\d+\/#pair=[2-9A-Z]{8}/
  const shown = address.exec(first.out())?.[0]
  expect(shown).toBeDefined()
  expect(await (await fetch(String(shown))).text()).toContain('<html')

  const second = await runCli(['start', '--no-open', '--data', dataDir])
  expect(second.code).toBe(0)
  expect(second.stdout).toContain('Roadstead is already running')
  const joined = address.exec(second.stdout)?.[0]
  expect(joined?.split('#')[0]).toBe(shown?.split('#')[0])
  expect(joined).not.toBe(shown)
  expect(await first.end('SIGINT')).toBe(0)
  expect(first.err()).not.toContain(String(shown).split('=')[1])
})

test('npx roadstead works from the checkout after a build', async () => {
  const result = await new Promise<{ code: number | null; out: string }>((resolve, reject) => {
    const child = spawn('npx', ['--no-install', 'roadstead', '--version'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out }))
  })
  expect(result).toEqual({ code: 0, out: `${version}\n` })
  expect(git(repository, 'status', '--porcelain')).toBe('')
})

test('no program is written for a schema: zod is asked before any schema is made', async () => {
  const count = `let made = 0
    globalThis.Function = new Proxy(Function, { construct: (...own) => (made++, Reflect.construct(...own)) })
    process.once('exit', () => process.stderr.write('made ' + made))`
  const { code, stderr } = await runCli(['models', '--data', dataDir], {
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(count)}` },
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'made 0' })
})
