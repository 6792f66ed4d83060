import { expect, test } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCli } from '../support/cli.ts'
import { copyDemo } from '../support/demo-job.ts'
import { commitAll, copyPackage, copySources, git, scratchFolder } from '../support/repository.ts'

const resources = path.join(import.meta.dirname, '../../resources')

/** The results of the commands an agent ran: exit code and what the test runner counted. */
function commandFacts(
  lines: readonly Record<string, unknown>[],
): { exitCode?: number; tests?: { passed: number; failed: number } }[] {
  return lines.flatMap((line) => {
    const action = line['action'] as { type?: string; _meta?: Record<string, { exitCode?: number }> } | undefined
    const facts = action?.type === 'chat/toolCallComplete' ? action._meta?.['x-roadstead'] : undefined
    return facts?.exitCode === undefined ? [] : [facts]
  })
}

test('the demo goes from a failing test to a commit without a window', async () => {
  const folder = scratchFolder('demo')
  const result = await runCli([
    'demo',
    '--dir',
    folder.path,
    '--data',
    path.join(folder.path, 'data'),
    '--yes',
    '--json',
  ])
  expect(result.stderr).toBe('')
  expect(result.code).toBe(0)
  const repository = path.join(folder.path, 'tea-timer')
  expect(git(repository, 'log', '--format=%s').split('\n')).toHaveLength(2)
  expect(git(repository, 'status', '--porcelain')).toBe('')
  expect(commandFacts(result.lines).map(({ exitCode }) => exitCode)).toEqual([1, 0])
  expect(result.lines.filter(({ kind }) => kind === 'answer')).toHaveLength(1)
  folder.remove()
})

test('roadstead run does the same job from a script file', async () => {
  const folder = scratchFolder('run')
  const repository = path.join(folder.path, 'tea-timer')
  copyDemo(repository)
  const args = [
    'run',
    '--script',
    path.join(resources, 'demo/script.json'),
    '--cwd',
    repository,
    '--data',
    path.join(folder.path, 'data'),
  ]
  const untrusted = await runCli([...args, '--yes', 'Fix the failing test.'])
  expect(untrusted.code).toBe(2)
  expect(untrusted.stderr).toContain('is not trusted yet')

  const refused = await runCli([...args, '--trust', 'Fix the failing test.'])
  expect(git(repository, 'log', '--format=%s')).toBe('Begin')
  expect(refused.lines.filter(({ kind }) => kind === 'answer')).toEqual([expect.objectContaining({ approved: false })])
  git(repository, 'checkout', '--quiet', '.')

  const done = await runCli([...args, '--yes', 'Fix the failing test.'])
  expect(done.code).toBe(0)
  expect(git(repository, 'log', '--format=%s').split('\n')).toHaveLength(2)
  expect(git(repository, 'log', '-1', '--format=%an')).toBe('Robin Person')
  folder.remove()
})

test('a real library is repaired and its own tests run in the sandbox', async () => {
  const folder = scratchFolder('library')
  const repository = path.join(folder.path, 'minimist')
  copySources('minimist', repository)
  copyPackage('tape', repository)
  writeFileSync(path.join(repository, '.gitignore'), 'node_modules\n')
  const source = path.join(repository, 'index.js')
  const right = '(/^--no-.+/).test(arg)'
  const broken = '(/^--not-.+/).test(arg)'
  const text = readFileSync(source, 'utf8')
  expect(text).toContain(right)
  writeFileSync(source, text.replace(right, broken))
  commitAll(repository)

  const script = {
    version: 1,
    name: 'Repair minimist',
    pace: 'instant',
    turns: [
      {
        rounds: [
          {
            say: 'I run the tests.',
            calls: [{ tool: 'run_command', input: { command: 'node node_modules/tape/bin/tape test/*.js' } }],
          },
          {
            ifExit: 'nonzero',
            say: 'They fail; I mend the line.',
            calls: [
              { tool: 'replace_string_in_file', input: { path: 'index.js', old_string: broken, new_string: right } },
            ],
          },
          { calls: [{ tool: 'run_command', input: { command: 'node node_modules/tape/bin/tape test/*.js' } }] },
          { ifExit: 0, calls: [{ tool: 'commit', input: { message: 'Mend the reading of options' } }] },
        ],
      },
    ],
  }
  const scriptFile = path.join(folder.path, 'script.json')
  writeFileSync(scriptFile, JSON.stringify(script))
  const result = await runCli([
    ...['run', '--script', scriptFile, '--cwd', repository, '--data', path.join(folder.path, 'data')],
    ...['--trust', '--yes', 'The tests fail. Mend it.'],
  ])
  expect(result.stderr).toBe('')
  expect(result.code).toBe(0)
  const [first, second] = commandFacts(result.lines)
  expect(first?.exitCode).toBe(1)
  expect(first?.tests?.failed).toBeGreaterThan(0)
  expect(second).toMatchObject({ exitCode: 0, tests: { failed: 0 } })
  expect(second?.tests?.passed).toBeGreaterThan(100)
  expect(git(repository, 'log', '-1', '--format=%s')).toBe('Mend the reading of options')
  folder.remove()
})
