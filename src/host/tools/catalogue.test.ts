import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ToolDefinition } from '../../protocol/channels/session/active-client.ts'
import { check } from '../../protocol/schema.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { scratchToolContext, scratchWorkspace } from '../testing/tool-context.ts'
import { askPerson } from './ask-person.ts'
import { builtinTools } from './catalogue.ts'
import { commit } from './commit.ts'
import { parseInput, toolDefinition } from './define-tool.ts'
import { replaceStringInFile } from './replace-string-in-file.ts'
import { oneLine } from './outcome.ts'
import { taskComplete } from './task-complete.ts'
import { updateTodos } from './update-todos.ts'

const scene = (...overrides: Parameters<typeof scratchToolContext>[1][]) =>
  scratchToolContext(scratchWorkspace(temporaryFolder()), ...overrides)

test('every tool has a name a model may call, its own, and a definition the protocol takes', () => {
  const tools = builtinTools()
  expect(tools.map((tool) => tool.name)).toEqual([
    'read_file',
    'list_directory',
    'find_files',
    'search_text',
    'replace_string_in_file',
    'apply_patch',
    'create_file',
    'delete_file',
    'move_file',
    'run_command',
    'read_terminal',
    'update_todos',
    'ask_person',
    'commit',
    'task_complete',
  ])
  for (const tool of tools) {
    expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    const definition = toolDefinition(tool)
    expect(check(ToolDefinition, definition)).toMatchObject({ ok: true })
    expect(definition).toMatchObject({ inputSchema: { type: 'object', additionalProperties: false } })
  }
})

test('arguments that are wrong are refused with the name of each field', () => {
  expect(parseInput(replaceStringInFile, { path: 'a', old_string: 3, extra: true })).toEqual({
    ok: false,
    problem:
      'The arguments of replace_string_in_file are wrong. old_string: Invalid input: expected string, received number; ' +
      'new_string: Invalid input: expected string, received undefined; (arguments): Unrecognized key: "extra"',
  })
  expect(parseInput(replaceStringInFile, { path: 'a', old_string: 'b', new_string: 'c' })).toMatchObject({ ok: true })
  expect(parseInput(askPerson, { questions: [{ question: 'Which?', kind: 'choose-one' }] })).toEqual({
    ok: false,
    problem: 'The arguments of ask_person are wrong. questions: a question to choose from needs options',
  })
})

test('whatever arguments pass, no tool throws', async () => {
  const context = scene({ startCommand: async () => ({ kind: 'refused', reason: 'Not here.' }) })
  const name = fc.oneof(
    fc.constantFrom(
      '.',
      '..',
      '/',
      '~',
      '~x',
      '.git',
      'a',
      'a/b',
      '/proc/self/mem',
      '',
      '\0',
      'x'.repeat(5000),
      '\ud800',
    ),
    fc.string({ unit: 'binary' }),
  )
  const value = fc.oneof(name, fc.boolean(), fc.integer(), fc.constant(undefined), fc.array(name))
  const fields = [
    'path from to cwd pattern include content old_string new_string replace_all overwrite patch command background',
    'start_line end_line terminal todos questions message paths summary literal ignore_case context_lines',
  ].flatMap((line) => line.split(' '))
  const patch = fc
    .tuple(name, fc.constantFrom('Add', 'Update', 'Delete'), name)
    .map(([path, verb, line]) => `*** Begin Patch\n*** ${verb} File: ${path}\n+${line}\n*** End Patch`)
  const record = fc.record(
    Object.fromEntries(fields.map((field) => [field, field === 'patch' ? fc.oneof(patch, value) : value])),
  )
  let ran = 0
  await fc.assert(
    fc.asyncProperty(record, async (all) => {
      for (const tool of builtinTools()) {
        const known = Object.keys(toolDefinition(tool).inputSchema?.properties ?? {})
        const raw = Object.fromEntries(
          Object.entries(all).filter(([field, one]) => known.includes(field) && one !== undefined),
        )
        const parsed = parseInput(tool, raw)
        if (!parsed.ok) continue
        ran++
        expect(tool.describe(parsed.input).length).toBeLessThan(200)
        tool.access(parsed.input)
        // A search from `/` would go through the whole disk of this machine.
        const outcome = await tool.run(parsed.input, { ...context, signal: AbortSignal.timeout(1_000) })
        expect(typeof outcome.success).toBe('boolean')
        expect(outcome.pastTense.length).toBeLessThan(300)
      }
    }),
    { numRuns: propertyRuns(150) },
  )
  expect(ran).toBeGreaterThan(100)
})

test('titles spell out what cannot be seen', () => {
  expect(oneLine('echo \u001b[8m hidden\u202e\n  next \ud800')).toBe('echo \\u{1b}[8m hidden\\u{202e} next \\u{d800}')
})

test('the plan is replaced as a whole and gets ids', async () => {
  const context = scene()
  const outcome = await updateTodos.run(
    {
      todos: [
        { text: 'a', status: 'done' },
        { id: '1', text: 'b', status: 'in-progress' },
      ],
    },
    context,
  )
  expect(outcome).toMatchObject({ pastTense: 'Updated the plan · 1 of 2 done', forModel: '[x] a\n[~] b' })
  expect(context.todo.list()).toEqual([
    { id: '1', text: 'a', status: 'done' },
    { id: '1+', text: 'b', status: 'in-progress' },
  ])
})

test('questions become an input request and the answers come back as text', async () => {
  let asked: unknown
  const context = scene({
    askPerson: async (request) => {
      asked = request
      const submitted = 'submitted' as const
      return {
        response: 'accept',
        answers: {
          'question-1': { state: submitted, value: { kind: 'selected', value: 'option-2' } },
          'question-2': { state: submitted, value: { kind: 'boolean', value: true } },
          'question-3': { state: 'skipped' },
        },
      }
    },
  })
  const questions = [
    { question: 'Which?', kind: 'choose-one' as const, options: ['x', 'y'] },
    { question: 'Sure?', kind: 'yes-no' as const },
    { question: 'More?', kind: 'text' as const, optional: true },
  ]
  const outcome = await askPerson.run({ questions }, context)
  expect(outcome).toMatchObject({ success: true, forModel: 'Which?\n> y\nSure?\n> yes\nMore?\n> (no answer)' })
  expect(asked).toEqual({
    questions: [
      {
        id: 'question-1',
        message: 'Which?',
        required: true,
        kind: 'single-select',
        options: [
          { id: 'option-1', label: 'x' },
          { id: 'option-2', label: 'y' },
        ],
        allowFreeformInput: true,
      },
      { id: 'question-2', message: 'Sure?', required: true, kind: 'boolean' },
      { id: 'question-3', message: 'More?', required: false, kind: 'text' },
    ],
  })
  expect(await askPerson.run({ questions }, scene({ unattended: true }))).toMatchObject({
    success: false,
    error: { code: 'unattended' },
  })
})

test('a commit goes through the changeset, and a failed one says why', async () => {
  const context = scene()
  expect(commit.access({ message: 'm', paths: ['a'] })).toEqual({ kind: 'commit', message: 'm', paths: ['a'] })
  expect(await commit.run({ message: 'Fix it\n\nBecause.' }, context)).toMatchObject({
    success: true,
    pastTense: expect.stringMatching(/^Committed [0-9a-f]{7} · Fix it$/),
  })
  expect(context.commits).toEqual([{ message: 'Fix it\n\nBecause.' }])
  const failing = scene({ commit: async () => ({ kind: 'failed', reason: 'git has no user.name.' }) })
  expect(await commit.run({ message: 'm' }, failing)).toMatchObject({
    success: false,
    error: { message: 'Nothing was committed: git has no user.name.' },
  })
  expect(await commit.run({ message: 'm', paths: ['~/.ssh/id'] }, context)).toMatchObject({
    success: false,
    error: { code: 'denied' },
  })
})

test('completing the task ends the run', async () => {
  expect(await taskComplete.run({ summary: 'All done.' }, scene())).toMatchObject({
    endsTurn: true,
    content: [{ type: 'text', text: 'All done.' }],
  })
})
