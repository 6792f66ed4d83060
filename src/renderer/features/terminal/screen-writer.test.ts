import { Terminal } from '@xterm/xterm'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { createScreenWriter } from './screen-writer.ts'
import { needsItsSize, nextWrite, rawText } from './terminal-text.ts'

const open: Terminal[] = []
afterEach(() => {
  for (const terminal of open.splice(0)) terminal.dispose()
})

function startScreen() {
  const terminal = new Terminal({ cols: 20, rows: 6, scrollback: 500, logLevel: 'off', allowProposedApi: true })
  open.push(terminal)
  return { terminal, writer: createScreenWriter(terminal) }
}

/** Settles when everything written so far has been parsed. */
const parsed = (terminal: Terminal) => new Promise<void>((resolve) => terminal.write('', resolve))

function textOf(terminal: Terminal): string[] {
  const buffer = terminal.buffer.active
  const lines = Array.from({ length: buffer.length }, (_, row) => buffer.getLine(row)?.translateToString(true) ?? '')
  while (lines.at(-1) === '') lines.pop()
  return [...lines, `cursor ${buffer.cursorX},${buffer.baseY + buffer.cursorY} ${buffer.type}`]
}

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/\p{Cc}/gu, '.')) },
  { weight: 3, arbitrary: fc.constantFrom('\r\n', '\r', '日本語', '👩‍🚀', '\t') },
  {
    weight: 3,
    // Whole sequences and halves of them: output may be cut anywhere between characters.
    arbitrary: fc.constantFrom(
      '\u001b[31m',
      '\u001b[',
      '0m',
      '\u001b]0;title',
      '\u0007',
      '\u001b[2J\u001b[H',
      '\u001b[?1049h',
      '\u001b[?1049l',
      '\u001bP1$q',
      '\u001b\\',
      '\u001b[1A',
      '\u001b(0',
    ),
  },
)
const step = fc.oneof(
  { weight: 8, arbitrary: piece.map((data) => ({ kind: 'append' as const, data })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
  { weight: 1, arbitrary: piece.map((data) => ({ kind: 'reset' as const, data })) },
  { weight: 2, arbitrary: fc.constant({ kind: 'parse' as const }) },
)

test('any run of output, clears and resets leaves the screen that the last text alone would give', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const shown = startScreen()
      let text = ''
      for (const each of steps) {
        if (each.kind === 'parse') await parsed(shown.terminal)
        else {
          text = each.kind === 'append' ? text + each.data : each.kind === 'clear' ? '' : each.data
          shown.writer.show(text)
        }
      }
      const fresh = startScreen()
      fresh.writer.show(text)
      await parsed(shown.terminal)
      await parsed(fresh.terminal)
      expect(textOf(shown.terminal)).toEqual(textOf(fresh.terminal))
      shown.terminal.dispose()
      fresh.terminal.dispose()
    }),
    { numRuns: 150 },
  )
})

test('a clear while output is still waiting to be parsed does not bring the old output back', async () => {
  const { terminal, writer } = startScreen()
  writer.show('old '.repeat(1000))
  writer.show('')
  writer.show('new')
  await parsed(terminal)
  expect(textOf(terminal)).toEqual(['new', 'cursor 3,0 normal'])
})

test('old output that asks the terminal a question is not answered again, new output is', async () => {
  const { terminal, writer } = startScreen()
  const answers: string[] = []
  terminal.onData((data) => answers.push(data))
  const old = 'a\u001b[6n\u001b[c\u001b[>c\u001b[?6n\u001bP$qm\u001b\\'
  writer.show(old)
  await parsed(terminal)
  writer.show('reset \u001b[6n')
  await parsed(terminal)
  expect(answers).toEqual([])
  writer.show('reset \u001b[6n\u001b[5n')
  await parsed(terminal)
  expect(answers).toEqual(['\u001b[0n'])
})

test('only what is new is written', () => {
  expect(nextWrite('abc', 'abc')).toEqual({ kind: 'nothing' })
  expect(nextWrite('abc', 'abcd')).toEqual({ kind: 'append', data: 'd' })
  expect(nextWrite('abc', 'ab')).toEqual({ kind: 'rewrite', data: 'ab' })
  expect(nextWrite('abc', 'xabc')).toEqual({ kind: 'rewrite', data: 'xabc' })
})

test('the text of a terminal is its parts one after the other', () => {
  expect(
    rawText([
      { type: 'unclassified', value: '$ ' },
      { type: 'command', commandId: '1', commandLine: 'ls', output: 'a\r\n', timestamp: 0, isComplete: true },
      { type: 'unclassified', value: '$ ' },
    ]),
  ).toBe('$ a\r\n$ ')
})

test('text that moves the cursor keeps the size it was written for, plain and coloured lines do not', () => {
  expect(needsItsSize('one\r\n\u001b[32mtwo\u001b[0m\r\n')).toBe(false)
  expect(needsItsSize('progress 1\rprogress 2')).toBe(true)
  expect(needsItsSize('\u001b[2A')).toBe(true)
  expect(needsItsSize('\u001b[?1049h')).toBe(true)
})
