import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createDemoRepository, type RunGit } from './demo.ts'

const resources = resolve(import.meta.dirname, '../../../../resources/demo')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'demo-')))
  folders.push(folder)
  return folder
}

/** Real git that knows nobody, or the person given. */
function gitOf(person?: { name: string; email: string }): RunGit {
  const home = scratch()
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  if (person) {
    execFileSync('git', ['config', '--global', 'user.name', person.name], { env })
    execFileSync('git', ['config', '--global', 'user.email', person.email], { env })
  }
  return async (folder, args, options) => {
    const { status, stdout, stderr } = spawnSync('git', [...args], { cwd: folder, env: { ...env, ...options?.env } })
    return { exitCode: status ?? 127, stdout, stderr: stderr.toString() }
  }
}

const now = () => Date.parse('2026-03-01T12:00:00Z')

async function made(runGit: RunGit, parent = scratch()) {
  const demo = await createDemoRepository({ resources, parent, runGit, now })
  if (demo.kind !== 'created') throw new Error(demo.reason)
  return demo
}

async function printed(runGit: RunGit, folder: string, ...args: string[]): Promise<string> {
  return (await runGit(folder, args)).stdout.toString().trim()
}

test('the demo is a repository with one commit, nothing uncommitted, and a test that fails', async () => {
  const runGit = gitOf()
  const { folder, script } = await made(runGit)
  expect(
    await printed(runGit, folder, 'log', '--format=%an %ad %s', '--date=iso-strict-local', '--date=format:%Y'),
  ).toBe('Roadstead demo 2026 Read and write durations')
  expect(await printed(runGit, folder, 'status', '--porcelain')).toBe('')
  expect(readdirSync(folder).toSorted()).toEqual(['.git', '.gitignore', 'README.md', 'package.json', 'src', 'test'])
  expect(script.name).toBe('Demo')
  const tests = spawnSync(process.execPath, ['--test'], { cwd: folder, env: { PATH: process.env['PATH'] } })
  expect(tests.status).toBe(1)
  expect(tests.stdout.toString()).toContain('reads hours and minutes')
})

test("the fix of the demo's script names a text that stands in its file exactly once", async () => {
  const { folder, script } = await made(gitOf())
  const calls = script.turns.flatMap((turn) => turn.rounds.flatMap((round) => round.calls ?? []))
  const edit = calls.find((call) => call.tool === 'replace_string_in_file')
  const input = edit && 'input' in edit ? edit.input : {}
  const file = join(folder, String(input['path']))
  expect(readFileSync(file, 'utf8').split(String(input['old_string'])).length).toBe(2)
})

test('where git knows nobody the repository gets an identity of its own; a person keeps theirs', async () => {
  const nobody = gitOf()
  const first = await made(nobody)
  expect(await printed(nobody, first.folder, 'config', '--local', 'user.email')).toBe('demo@roadstead.invalid')
  const person = gitOf({ name: 'Ada', email: 'ada@example.org' })
  const second = await made(person)
  expect(await printed(person, second.folder, 'config', '--local', 'user.email')).toBe('')
  expect(await printed(person, second.folder, 'config', 'user.email')).toBe('ada@example.org')
})

test('a second demo gets a folder of its own', async () => {
  const runGit = gitOf()
  const parent = scratch()
  const names = [(await made(runGit, parent)).folder, (await made(runGit, parent)).folder]
  expect(names).toEqual([join(parent, 'tea-timer'), join(parent, 'tea-timer-2')])
})

test('without git it says why and leaves nothing behind', async () => {
  const parent = scratch()
  const noGit: RunGit = async () => ({ exitCode: 127, stdout: Buffer.alloc(0), stderr: 'Git is not installed.' })
  expect(await createDemoRepository({ resources, parent, runGit: noGit, now })).toEqual({
    kind: 'failed',
    reason: 'git init did not work: Git is not installed.',
  })
  expect(existsSync(join(parent, 'tea-timer'))).toBe(false)
})
