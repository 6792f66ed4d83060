import { expect, test } from '@playwright/test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { runCli } from '../support/cli.ts'
import { connect, createScriptedSession, say, stateWhen } from '../support/client.ts'
import { startHost } from '../support/host.ts'
import { allProcesses, descendants, processArguments, processEnvironment } from '../support/proc-files.ts'
import { makeRepository, scratchFolder } from '../support/repository.ts'
import { ROOT_URI, fileUri, terminalUri } from '../../src/protocol/uri.ts'

test.skip(process.platform !== 'linux', 'reads /proc')

/** Every file below a folder, with its bytes. */
function filesOf(folder: string): { readonly file: string; readonly bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .map((file) => ({ file, bytes: readFileSync(file) }))
}

/** Runs until the test ends it, in a folder where the test looks for it. */
const lasting = 'touch started; until [ -e go-on ]; do sleep 0.1; done; env > environment.txt'

test('no credential of the host is found in its files, its log, or what processes show of themselves', async () => {
  const scratch = scratchFolder('secrets')
  const dataDir = path.join(scratch.path, 'data')
  const work = path.join(scratch.path, 'work')
  makeRepository(work, { 'a.txt': 'a\n' })
  const canary = 'canary-of-the-environment-7f3a'
  const host = await startHost({ dataDir, env: { SOME_API_KEY: canary, ROADSTEAD_TEST_TOKEN: canary } })
  const client = await connect(host)

  const { code } = await client.request('x-roadstead/createPairingCode', { channel: ROOT_URI, scope: 'full' })
  const headers = { 'content-type': 'application/json' }
  const post = async (place: string, body: object, more: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }
    return (await (await fetch(`${host.pageUrl}${place}`, init)).json()) as Record<string, string>
  }
  const { credential = '' } = await post('/pair', { code, name: 'phone' })
  const { ticket = '' } = await post('/ticket', {}, { authorization: `Bearer ${credential}` })
  const unused = await client.request('x-roadstead/createPairingCode', { channel: ROOT_URI, scope: 'full' })
  const secrets = { token: host.token, code, unusedCode: unused.code, credential, ticket }
  for (const secret of Object.values(secrets)) expect(secret).toMatch(/^[\w-]{8,}$/)

  const demo = await runCli(['demo', '--dir', scratch.path, '--data', dataDir, '--yes', '--json'])
  expect(demo.code).toBe(0)

  // A command of an agent and a terminal of the person, both running while the looking is done.
  const script = {
    ...{ version: 1, name: 'Last', pace: 'instant' },
    turns: [{ rounds: [{ calls: [{ tool: 'run_command', input: { command: lasting } }] }, { say: 'Done.' }] }],
  }
  const { chat } = await createScriptedSession(client, work, script, { permissionLevel: 'auto' })
  await say(client, chat, 'Go')
  await expect.poll(() => existsSync(path.join(work, 'started'))).toBe(true)
  const terminal = terminalUri('of-the-person')
  await client.request('createTerminal', {
    ...{ channel: terminal, cwd: fileUri(work), cols: 80, rows: 24 },
    claim: { kind: 'client', clientId: client.clientId },
  })
  const shell = client.watch(terminal)
  await client.dispatch(terminal, { type: 'terminal/input', data: 'touch of-the-person\r' })
  await expect.poll(() => existsSync(path.join(work, 'of-the-person'))).toBe(true)

  const children = descendants(host.pid)
  expect(children.length).toBeGreaterThan(2)
  const shown = [
    ...allProcesses().map((pid) => ({ what: `arguments of ${pid}`, text: processArguments(pid).join(' ') })),
    ...children.map((pid) => ({ what: `environment of ${pid}`, text: processEnvironment(pid).join('\n') })),
    { what: 'log', text: host.log() },
    { what: 'output of the demo', text: demo.stdout + demo.stderr },
  ]
  const inSandbox = children.filter((pid) => processArguments(pid).join(' ').includes('go-on'))
  expect(inSandbox.length).toBeGreaterThan(0)
  for (const [name, secret] of Object.entries(secrets)) {
    expect(
      shown.filter(({ text }) => text.includes(secret)).map(({ what }) => what),
      name,
    ).toEqual([])
  }

  await client.dispatch(terminal, { type: 'terminal/input', data: 'touch go-on\r' })
  await stateWhen(client, chat, 'chat', ({ turns }) => turns.length === 1)
  const environment = readFileSync(path.join(work, 'environment.txt'), 'utf8')
  expect(environment).toContain('PATH=')
  expect(environment).not.toContain(canary)
  expect(environment).not.toContain('ROADSTEAD')
  shell.release()
  client.close()

  const found = () =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      filesOf(dataDir)
        .filter(({ bytes }) => bytes.includes(secret))
        .map(({ file }) => `${name} in ${path.relative(dataDir, file)}`),
    )
  expect(found()).toEqual(['token in endpoint.json'])
  expect(statSync(path.join(dataDir, 'endpoint.json')).mode & 0o777).toBe(0o600)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  await host.stop()
  expect(found()).toEqual([])
  expect(
    filesOf(dataDir)
      .filter(({ bytes }) => bytes.includes(canary))
      .map(({ file }) => file),
  ).toEqual([])
  expect(
    filesOf(dataDir)
      .filter(({ file }) => (statSync(file).mode & 0o077) !== 0)
      .map(({ file }) => file),
  ).toEqual([])
  scratch.remove()
})
