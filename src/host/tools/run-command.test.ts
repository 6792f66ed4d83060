import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { scratchToolContext, scratchWorkspace } from '../testing/tool-context.ts'
import { readTerminal } from './read-terminal.ts'
import { runCommand } from './run-command.ts'
import type { ToolContext } from './tool.ts'

function scene(overrides: Partial<ToolContext> = {}) {
  const context = scratchToolContext(scratchWorkspace(temporaryFolder()), overrides)
  onTestFinished(() => context.end())
  return context
}

test('a command is run as it was judged, and its exit code and output come back', async () => {
  const context = scene()
  const outcome = await runCommand().run({ command: "printf '\\033[31mred\\033[0m\\n'; exit 3" }, context)
  expect(outcome).toMatchObject({
    success: false,
    pastTense: "Ran printf '\\033[31mred\\033[0m\\n'; exit 3 · exit 3",
    forModel: 'The command ended: exit code 3.\nred',
    content: [{ type: 'terminal', result: { exitCode: 3, preview: 'red', truncated: false } }],
    facts: { exitCode: 3, durationMs: expect.any(Number) },
  })
  expect(context.commands).toEqual([
    { command: "printf '\\033[31mred\\033[0m\\n'; exit 3", cwd: context.workspace, env: {} },
  ])
  expect(context.contents).toMatchObject([[{ type: 'terminal', isPty: true }]])
})

test('the commit is read before the command runs', async () => {
  const context = scene()
  await runCommand().run(
    { command: 'git init -q && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one' },
    context,
  )
  const outcome = await runCommand().run(
    { command: 'git -c user.name=a -c user.email=a@b commit -q --allow-empty -m two; git rev-parse HEAD~' },
    context,
  )
  expect(outcome.forModel).toContain(String(outcome.facts?.['gitHead']))
})

test('long output reaches the model as head and tail, and is kept whole', async () => {
  const context = scene()
  const outcome = await runCommand().run({ command: 'seq 1000' }, context)
  const lines = outcome.forModel.split('\n')
  expect(lines.slice(0, 3)).toEqual(['The command ended: exit code 0.', '1', '2'])
  expect(lines).toContain('… 802 of 1000 lines left out …')
  expect(lines.filter((line) => /^\d+$/.test(line))).toHaveLength(198)
  const kept = outcome.content?.find((one) => one.type === 'resource')
  expect(kept?.type === 'resource' && context.kept.get(kept.uri)?.split('\n').length).toBe(1001)
  const terminal = context.contents[0]?.[0]
  const uri = terminal?.type === 'terminal' ? terminal.resource : ''
  const part = await readTerminal.run({ terminal: uri, start_line: 500, end_line: 501 }, context)
  expect(part.forModel).toBe('Its command has ended. Lines 500–501 of 1000:\n500\n501')
})

test('over the limit a command goes on in the background while somebody watches', async () => {
  const context = scene()
  const outcome = await runCommand(20).run({ command: 'echo started; exec sleep 100' }, context)
  expect(outcome).toMatchObject({ success: true, pastTense: 'Left echo started; exec sleep 100 running' })
  expect(outcome.forModel).toMatch(/goes on in the background\. Its terminal is ahp-terminal:/)
})

test('over the limit a command is killed when nobody watches', async () => {
  const outcome = await runCommand(20).run({ command: 'exec sleep 100' }, scene({ unattended: true }))
  expect(outcome).toMatchObject({
    success: false,
    pastTense: 'Ran exec sleep 100 · ended by SIGKILL',
    error: { code: 'stopped' },
  })
  expect(outcome.forModel).toContain('nobody is there to watch over it')
})

test('a cancelled turn ends its command', async () => {
  const controller = new AbortController()
  const context = scene({ signal: controller.signal })
  const running = runCommand().run({ command: 'exec sleep 100' }, context)
  controller.abort()
  expect((await running).forModel).toContain('stopped because the turn was cancelled')
})

test('a refused command says why and does not run', async () => {
  const context = scene({ startCommand: async () => ({ kind: 'refused', reason: 'There is no sandbox.' }) })
  expect(await runCommand().run({ command: 'ls' }, context)).toMatchObject({
    success: false,
    error: { message: 'There is no sandbox.', code: 'refused' },
  })
})

test('a folder outside the workspace is no place for a command', async () => {
  const context = scene()
  expect(await runCommand().run({ command: 'ls', cwd: '..' }, context)).toMatchObject({
    success: false,
    error: { code: 'outside' },
  })
  expect(context.commands).toEqual([])
})

test('protected paths that were touched are told to the model and shown', async () => {
  const base = scene()
  const context: ToolContext = {
    ...base,
    startCommand: async (...args) => {
      const started = await base.startCommand(...args)
      if (started.kind === 'refused') return started
      const violations = Promise.resolve([{ path: 'sub/.git', what: 'appeared' }])
      return { kind: 'started', running: { ...started.running, violations } }
    },
  }
  const outcome = await runCommand().run({ command: 'true' }, context)
  expect(outcome.forModel).toBe(
    'The command ended: exit code 0.\nIt printed nothing.\nProtected paths were touched:\nsub/.git appeared',
  )
})

test("Node's own runner is asked for a report by environment alone, and its results are kept", async () => {
  const context = scene()
  const file = join(context.workspace, 'test/a.test.js')
  mkdirSync(join(context.workspace, 'test'))
  writeFileSync(
    file,
    `const { test, describe } = require('node:test'); const assert = require('node:assert')
     describe('suite', () => { test('good', () => {}); test('bad', () => assert.equal(1, 2)); test.skip('later', () => {}) })`,
  )
  const tests = {
    passed: 1,
    failed: 1,
    skipped: 1,
    failures: [{ name: 'suite: bad', message: '1 == 2' }],
  }
  const direct = await runCommand().run({ command: 'node --test' }, context)
  expect(direct.facts).toMatchObject({ exitCode: 1, tests })
  writeFileSync(join(context.workspace, 'package.json'), '{"scripts":{"test":"node --test"}}')
  const script = await runCommand().run({ command: 'npm test' }, context)
  expect(script.facts).toMatchObject({ exitCode: 1, tests })
  const printed = await runCommand().run({ command: 'node --test --test-reporter=tap' }, context)
  expect(printed.facts).toMatchObject({ tests: { ...tests, failures: [{ name: 'bad', message: '1 == 2' }] } })
  const { scratch: _, ...withoutScratch } = context
  const alone = await runCommand().run({ command: 'node --test' }, withoutScratch)
  expect(alone.facts).toMatchObject({ tests: { passed: 1, failed: 1, skipped: 1 } })
  expect(context.commands.map(({ command, env }) => [command, Object.keys(env)])).toEqual([
    ['node --test', ['NODE_OPTIONS']],
    ['npm test', ['NODE_OPTIONS']],
    ['node --test --test-reporter=tap', []],
    ['node --test', []],
  ])
})
