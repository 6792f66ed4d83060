import { expect, test } from 'vitest'
import type { ToolCallState } from '../../../protocol/channels/chat/tool-call.ts'
import { ROADSTEAD, type ToolCallFacts } from '../../../protocol/roadstead.ts'
import { createI18n } from '../../platform/i18n.tsx'
import { completed, pendingCommand } from '../../testing/calls.ts'
import { linesOf, oneLine, stepWords } from './step-words.ts'

function callOf(toolName: string, input: object, success = true, facts: Partial<ToolCallFacts> = {}): ToolCallState {
  const part = completed(toolName, input, success)
  if (part.kind !== 'toolCall') throw new Error('not a call')
  return { ...part.toolCall, _meta: { [ROADSTEAD]: { round: 1, ...facts } } }
}
const words = (call: ToolCallState) => {
  const { text, details, tone } = stepWords(call, createI18n('en'))
  return [text, ...details, tone].join(' | ')
}

test('a command says how it ended and how long it took', () => {
  expect(words(callOf('run_command', { command: 'npm test' }, true, { exitCode: 0, durationMs: 4200 }))).toBe(
    'Ran npm test | exit 0 | 4.2 s | plain',
  )
  expect(
    words(
      callOf('run_command', { command: 'npm test' }, false, {
        exitCode: 1,
        tests: { passed: 5, failed: 1, skipped: 0, failures: [] },
      }),
    ),
  ).toBe('Ran npm test | exit 1 | 5 passed, 1 failed | bad')
})

test('a command without an exit code is never said to have run', () => {
  expect(words(callOf('run_command', { command: 'npm test' }, false))).toBe('run_command is over | failed | bad')
})

test('a step that failed uses the words of the host', () => {
  expect(words(callOf('replace_string_in_file', { path: 'a.ts' }, false))).toBe(
    'replace_string_in_file is over | failed | bad',
  )
  expect(words(callOf('replace_string_in_file', { path: 'a.ts' }))).toBe('Edited a.ts | plain')
})

test('what waits for the person says so', () => {
  expect(words(pendingCommand('ls -la'))).toBe('ls -la | Waits for you | waiting')
})

test('a line shows what cannot be seen, and that there is more', () => {
  expect(oneLine('curl exa\u200Bmple.com')).toBe('curl exa[U+200B]mple.com')
  expect(oneLine('cd a\nrm b')).toBe('cd a …')
})

test('a file that was only moved has no counts of lines', () => {
  const call = callOf('move_file', { path: 'a.ts' })
  const content = [{ type: 'fileEdit', diff: { added: 0, removed: 0 } }]
  const moved: ToolCallState = Object.assign({}, call, { content })
  expect(linesOf(moved)).toBeUndefined()
})
