import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { editFile } from '../../tools/edit-file.ts'
import { listDirectory } from '../../tools/list-directory.ts'
import { readFile } from '../../tools/read-file.ts'
import type { Tool, ToolContext } from '../../tools/tool.ts'
import type { Confirmation, ConfirmRequest } from '../adapter.ts'
import { createTurn, outcome } from '../testing/turn.ts'
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

/** Stands in for a tool whose surroundings (terminal, changeset) only a host has; what it runs is real. */
function standIn<Input>(
  name: string,
  input: z.ZodType<Input>,
  access: Tool<Input>['access'],
  run: (input: Input) => ReturnType<typeof outcome>,
) {
  return {
    name,
    displayName: name,
    description: name,
    input,
    readOnly: false,
    access,
    describe: () => name,
    run: async (given: Input) => run(given),
  }
}

function toolsFor(folder: string) {
  const command = standIn(
    'run_command',
    z.strictObject({ command: z.string() }),
    (input) => ({ kind: 'command', command: input.command, cwd: folder }),
    (input) => {
      const { status, stdout } = spawnSync('bash', ['--noprofile', '--norc', '-c', input.command], {
        cwd: folder,
        env: { PATH: env.PATH },
      })
      return outcome(stdout.toString(), { success: status === 0, facts: { exitCode: status } })
    },
  )
  const commit = standIn(
    'commit',
    z.strictObject({ message: z.string(), paths: z.array(z.string()) }),
    (input) => ({ kind: 'commit', ...input }),
    (input) => {
      git(folder, 'commit', '--quiet', `--message=${input.message}`, '--', ...input.paths)
      return outcome('Committed')
    },
  )
  const anything = z.record(z.string(), z.unknown())
  const todos = standIn(
    'update_todos',
    anything,
    () => ({ kind: 'none' }),
    () => outcome('Updated'),
  )
  const complete = standIn(
    'task_complete',
    anything,
    () => ({ kind: 'none' }),
    () => outcome('Done', { endsTurn: true }),
  )
  return [readFile, listDirectory, editFile, command, commit, todos, complete] as Tool<never>[]
}

async function playDemo(decide: (request: ConfirmRequest) => Confirmation) {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'demo-run-')))
  folders.push(parent)
  const demo = await createDemoRepository({ resources, parent, runGit, now: () => Date.now() })
  if (demo.kind !== 'created') throw new Error(demo.reason)
  const { folder, script } = demo
  const turn = createTurn({
    workspace: folder,
    config: { script },
    tools: toolsFor(folder),
    toolContext: (toolCallId) => {
      const keep = (_: string, name: string) => `x-roadstead-blob:/0?name=${name}`
      return { toolCallId, workspace: folder, home: parent, dataFolder: join(parent, 'data'), keep } as ToolContext
    },
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
