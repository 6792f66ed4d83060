import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLineOrigin, type EditOfFile } from './line-origin.ts'

interface NamedEdit extends EditOfFile {
  readonly by: string
}

const edit = (
  by: string,
  before: string | undefined,
  after: string | undefined,
  path = 'f',
  movedFrom?: string,
): NamedEdit => ({
  by,
  path,
  ...(movedFrom !== undefined && { movedFrom }),
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})

const ask = (current: string, line: number, ...edits: NamedEdit[]) =>
  findLineOrigin({ path: 'f', current, line, edits })

test('a line is the newest edit’s that wrote it, and an untouched one was there earlier', () => {
  const first = edit('first', 'a\nb\nc\n', 'a\nB\nc\n')
  const second = edit('second', 'a\nB\nc\n', 'new\na\nB\nc\n')
  const current = 'new\na\nB\nc\n'
  expect(ask(current, 1, second, first)).toEqual({ kind: 'edit', edit: second, line: 1 })
  expect(ask(current, 3, second, first)).toEqual({ kind: 'edit', edit: first, line: 2 })
  expect(ask(current, 4, second, first)).toEqual({ kind: 'earlier', line: 3, path: 'f', text: 'a\nb\nc\n' })
  expect(ask(current, 5, second, first)).toEqual({ kind: 'no-such-line' })
  expect(ask(current, 0, second, first)).toEqual({ kind: 'no-such-line' })
})

test('what a person wrote after or between the edits is nobody’s recorded edit', () => {
  const first = edit('first', 'a\n', 'a\nagent\n')
  const second = edit('second', 'person\na\nagent\n', 'person\na\nagent\nlast\n')
  const current = 'person\na\nagent\nlast\ntyped\n'
  expect(ask(current, 5, second, first)).toEqual({ kind: 'outside' })
  expect(ask(current, 1, second, first)).toEqual({ kind: 'outside' })
  expect(ask(current, 3, second, first)).toEqual({ kind: 'edit', edit: first, line: 2 })
})

test('a new file is wholly its creator’s, a deleted one that is there again nobody’s', () => {
  const created = edit('creator', undefined, 'a\nb\n')
  expect(ask('a\nb\n', 2, created)).toEqual({ kind: 'edit', edit: created, line: 2 })
  expect(ask('a\n', 1, edit('remover', 'a\n', undefined), created)).toEqual({ kind: 'outside' })
})

test('a move leads to the edits under the older name, and other files’ edits are skipped', () => {
  const old = edit('old', 'a\n', 'a\nold\n', 'before')
  const move = edit('move', 'a\nold\n', 'a\nold\nmoved\n', 'f', 'before')
  const other = edit('other', 'a\nold\n', 'x\n', 'other')
  expect(ask('a\nold\nmoved\n', 3, move, other, old)).toEqual({ kind: 'edit', edit: move, line: 3 })
  expect(ask('a\nold\nmoved\n', 2, move, other, old)).toEqual({ kind: 'edit', edit: old, line: 2 })
  expect(ask('a\nold\nmoved\n', 1, move, other, old)).toEqual({ kind: 'earlier', line: 1, path: 'before', text: 'a\n' })
})

test('after random edits by agent and person every line is whose it really is', () => {
  const step = fc.record({
    by: fc.constantFrom('agent', 'person'),
    at: fc.nat(),
    removed: fc.nat({ max: 3 }),
    added: fc.nat({ max: 3 }),
  })
  fc.assert(
    fc.property(fc.nat({ max: 6 }), fc.array(step, { maxLength: 12 }), (initial, steps) => {
      let lines = Array.from({ length: initial }, (_, at) => ({ text: `start ${at}\n`, by: 'start' }))
      const edits: NamedEdit[] = []
      const textOf = () => lines.map((line) => line.text).join('')
      steps.forEach(({ by, at, removed, added }, number) => {
        const before = textOf()
        const author = by === 'agent' ? `agent ${number}` : 'person'
        const fresh = Array.from({ length: added }, (_, index) => ({ text: `${number}.${index}\n`, by: author }))
        const from = at % (lines.length + 1)
        lines = [...lines.slice(0, from), ...fresh, ...lines.slice(from + removed)]
        if (by === 'agent') edits.unshift(edit(author, before, textOf()))
      })
      const found = lines.map((_, index) => {
        const writer = ask(textOf(), index + 1, ...edits)
        return writer.kind === 'edit' ? writer.edit.by : writer.kind
      })
      // Where no agent has edited since, a person's line and a first one look the same from here.
      const unrecorded = (by: string, kind: string | undefined) => by === 'person' && kind === 'earlier'
      lines.forEach((line, index) => {
        if (unrecorded(line.by, found[index])) return
        expect(found[index]).toBe({ start: 'earlier', person: 'outside' }[line.by] ?? line.by)
      })
    }),
    { numRuns: 500 },
  )
})
