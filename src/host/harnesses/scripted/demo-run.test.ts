import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { builtinTools } from '../../tools/catalogue.ts'
import type { RunningCommand, ToolContext } from '../../tools/tool.ts'
import type { Confirmation, ConfirmRequest } from '../adapter.ts'
import { createTurn } from '../../testing/turn.ts'
import { createScriptedHarness } from './adapter.ts'
import { createDemoRepository, type RunGit } from './demo.ts'

const resources = resolve(import.meta.dirname, '../../../../resources/demo')
const harness = createScriptedHarness({ delay: async () => {} })
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const env = { PATH: process.env['PATH'], HOME: tmpdir(), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
const runGit: RunGit = async (folder, args, options) => {
  const { status, stdout, stderr } = spawnSync('git', [...args], { cwd: folder, env: { ...env, ...options?.env } })
  return { exitCode: status ?? 127, stdout, stderr: stderr.toString() }
}
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim()

/** What a host gives a running tool, as far as the demo needs it; commands and commits are real. */
function contextOf(folder: string, outside: string, toolCallId: string): ToolContext {
  const missing = () => {
    throw new Error('the demo does not need this')
  }
  return {
    toolCallId,
    signal: new AbortController().signal,
    workspace: folder,
    home: outside,
    dataFolder: join(outside, 'data'),
    git: { version: missing, facts: missing, run: missing, head: () => undefined, headFacts: () => undefined },
    unattended: true,
    onContent: () => {},
    startCommand: async (command, cwd, more) => {
      const { status, stdout } = spawnSync('bash', ['--noprofile', '--norc', '-c', command], {
        cwd,
        env: { PATH: env.PATH, ...more },
      })
      const running: RunningCommand = {
        terminal: 'ahp-terminal:/1',
        exited: Promise.resolve(status === null ? {} : { exitCode: status }),
        output: () => ({ text: stdout.toString(), truncated: false }),
        moveToBackground: missing,
        kill: async () => {},
        violations: Promise.resolve([]),
      }
      return { kind: 'started', running }
    },
    readTerminal: missing,
    askPerson: missing,
    todo: { list: () => [], replace: () => {} },
    commit: async (message, paths = []) => {
      git(folder, 'commit', '--quiet', `--message=${message}`, '--', ...paths)
      return { kind: 'committed', hash: git(folder, 'rev-parse', 'HEAD') }
    },
    keep: (_, name) => `x-roadstead-blob:/0?name=${name}`,
    monotonic: () => performance.now(),
  }
}

async function playDemo(decide: (request: ConfirmRequest) => Confirmation, withoutScript = false) {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'demo-run-')))
  folders.push(parent)
  const demo = await createDemoRepository({ resources, parent, runGit, now: () => Date.now() })
  if (demo.kind !== 'created') throw new Error(demo.reason)
  const { folder, script } = demo
  const turn = createTurn({
    workspace: folder,
    config: withoutScript ? {} : { script },
    tools: builtinTools(),
    toolContext: (toolCallId) => contextOf(folder, parent, toolCallId),
    confirm: async (request) => decide(request),
  })
  const end = await harness.run(turn.context)
  return { ...turn, folder, end }
}

const failedCalls = (actions: Awaited<ReturnType<typeof playDemo>>['actions']) =>
  actions.flatMap((action) =>
    action.type === 'chat/toolCallComplete' && !action.result.success ? [action.result.pastTenseMessage] : [],
  )

test('the demo finds its failing test, mends one line, sees it pass and commits', async () => {
  const { folder, end, text, actions, edits } = await playDemo(({ input }) => ({ kind: 'approved', input }))
  expect(end).toEqual({ kind: 'complete' })
  expect(text()).toContain('The tests end with exit code 1. I read')
  expect(text()).toContain('The tests end with exit code 0 now.')
  expect(text()).toMatch(/The fix is committed\.$/)
  // The one failed call is the first test run.
  expect(failedCalls(actions).length).toBe(1)
  expect(edits.map(({ edits: [edit] }) => [edit?.path, edit?.hunks])).toEqual([
    [join(folder, 'src/parse-duration.js'), [expect.objectContaining({ newStart: 4, newLines: 1 })]],
  ])
  expect(git(folder, 'log', '--format=%s')).toBe('Count 3600 seconds in an hour\nRead and write durations')
  expect(git(folder, 'status', '--porcelain')).toBe('')
  expect(spawnSync(process.execPath, ['--test'], { cwd: folder, env: { PATH: env.PATH } }).status).toBe(0)
})

test('the built-in script looks around and says only what it saw', async () => {
  const { actions, text, end } = await playDemo(({ input }) => ({ kind: 'approved', input }), true)
  expect(end).toEqual({ kind: 'complete' })
  expect(failedCalls(actions)).toEqual([])
  expect(actions.flatMap((action) => (action.type === 'chat/toolCallStart' ? [action.toolName] : []))).toEqual([
    'update_todos',
    'list_directory',
    'read_file',
    'update_todos',
    'run_command',
    'update_todos',
  ])
  expect(text()).toContain('ended with exit code 0;')
})

test('a commit that is not wanted is not made, and the demo says so', async () => {
  const { folder, end, text } = await playDemo(({ access, input }) =>
    access.kind === 'commit' ? { kind: 'denied', reason: 'Not now' } : { kind: 'approved', input },
  )
  expect(end).toEqual({ kind: 'complete' })
  expect(text()).toMatch(/uncommitted\.$/)
  expect(git(folder, 'status', '--porcelain')).toBe('M src/parse-duration.js')
})

test('where commands may not run, nothing is changed and nothing is claimed', async () => {
  const { folder, text } = await playDemo(({ access, input }) =>
    access.kind === 'command' ? { kind: 'denied', reason: 'No sandbox' } : { kind: 'approved', input },
  )
  expect(text()).toMatch(/The tests did not run, so I change nothing\./)
  expect(readFileSync(join(folder, 'src/parse-duration.js'), 'utf8')).toContain('h: 360,')
})
