import type { LLMock } from '@copilotkit/aimock'
import { cpSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { commitAll } from './repository.ts'

const template = path.join(import.meta.dirname, '../../resources/demo/template')

/** A fresh copy of the demo's repository, whose one test fails. The template's files have `.txt` behind their names. */
export function copyDemo(to: string): void {
  mkdirSync(to, { recursive: true })
  cpSync(template, to, { recursive: true })
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.txt')) renameSync(path.join(to, name), path.join(to, name.slice(0, -'.txt'.length)))
  }
  commitAll(to)
}

/** A round of a model: what it says and the calls it asks for. */
export interface Step {
  readonly say: string
  readonly calls: readonly (readonly [name: string, input: object])[]
}

const file = 'src/parse-duration.js'
const edits = {
  replace_string_in_file: { path: file, old_string: '  h: 360,', new_string: '  h: 60 * 60,' },
  apply_patch: {
    patch: `*** Begin Patch\n*** Update File: ${file}\n@@ const secondsIn = {\n   d: 86400,\n-  h: 360,\n+  h: 60 * 60,\n   m: 60,\n*** End Patch`,
  },
}

/** The way a family of models edits. */
export type EditTool = keyof typeof edits

export const demoThought = 'An hour has 3600 seconds, and the table says 360.'
export const demoSummary = 'Hours are counted right; node --test passes; nothing is open.'

/** The whole job of the demo: reads side by side, a test that fails, an edit, a test that passes, a commit. */
export function demoSteps(edit: EditTool): readonly Step[] {
  const reads = ['README.md', file, 'test/parse-duration.test.js']
  const tests = ['run_command', { command: 'node --test' }] as const
  const todos = [
    { id: 'fix', text: 'Mend the hours', status: 'done' },
    { id: 'commit', text: 'Commit the fix', status: 'in-progress' },
  ]
  return [
    { say: 'I read first.', calls: reads.map((name) => ['read_file', { path: name }] as const) },
    { say: 'Now the tests.', calls: [tests] },
    { say: 'The hours are wrong.', calls: [[edit, edits[edit]]] },
    { say: 'And the tests again.', calls: [tests] },
    { say: 'They pass.', calls: [['update_todos', { todos }]] },
    { say: 'I commit it.', calls: [['commit', { message: 'Count 3600 seconds in an hour' }]] },
    { say: 'Done.', calls: [['task_complete', { summary: demoSummary }]] },
  ]
}

export const demoUsage = { input: 1200, output: 34 }

/**
 * Lets aimock play the steps, each when there are as many results in the request as calls before it: wires cut what was said
 * into messages each in their own way. Each is thought about.
 */
export function playSteps(mock: LLMock, steps: readonly Step[]): void {
  mock.clearFixtures()
  let results = 0
  for (const [index, { say, calls }] of steps.entries()) {
    const before = results
    results += calls.length
    const predicate = ({ messages }: { messages: readonly { role: string }[] }) =>
      messages.filter(({ role }) => role === 'tool').length === before
    mock.on(
      { predicate },
      {
        content: say,
        toolCalls: calls.map(([name, input], at) => ({
          id: `call_${index}_${at}`,
          name,
          arguments: JSON.stringify(input),
        })),
        reasoning: demoThought,
        reasoningSignature: 'c2lnbmF0dXJlLW9mLXRoZS1tb2Nr',
        usage: {
          ...{ input_tokens: demoUsage.input, output_tokens: demoUsage.output },
          ...{ prompt_tokens: demoUsage.input, completion_tokens: demoUsage.output },
          ...{ promptTokenCount: demoUsage.input, candidatesTokenCount: demoUsage.output },
          ...{ total_tokens: demoUsage.input + demoUsage.output },
          ...{ totalTokenCount: demoUsage.input + demoUsage.output },
        },
      },
    )
  }
}
