import { expect, test } from 'vitest'
import { createSecretBook } from '../platform/create-secret-book.ts'
import { madeUpPrivateKey } from '../testing/made-up-keys.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createEditBook } from './edits.ts'

const base = {
  chat: 'ahp-chat:/k1',
  turnId: 't1',
  toolName: 'replace_string_in_file',
  at: '2026-01-01T00:00:00.000Z',
  hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1 }],
  approval: { kind: 'policy' as const, at: '2026-01-01T00:00:00.000Z' },
}

test('edits of a file are found newest first, through its moves, in its own session only', () => {
  const store = openTestStore(temporaryFolder())
  const book = createEditBook(store)
  const edit = { ...base, session: 's1' }
  book.add({ ...edit, toolCallId: 'made', path: '/w/a.ts', after: 'one\n' })
  book.add({ ...edit, toolCallId: 'other', path: '/w/c.ts', before: 'x\n', after: 'y\n' })
  book.add({ ...edit, toolCallId: 'moved', path: '/w/b.ts', movedFrom: '/w/a.ts', before: 'one\n', after: 'one\n' })
  book.add({ ...edit, toolCallId: 'changed', path: '/w/b.ts', before: 'one\n', after: 'two\n' })
  book.add({ ...edit, session: 's2', toolCallId: 'foreign', path: '/w/b.ts', before: 'one\n', after: 'three\n' })
  const found = book.ofFile('s1', '/w/b.ts')
  expect(found.map(({ toolCallId, path }) => [toolCallId, path])).toEqual([
    ['changed', '/w/b.ts'],
    ['moved', '/w/b.ts'],
    ['made', '/w/a.ts'],
  ])
  expect(found[2]).not.toHaveProperty('before')
  const text = (hash: string | undefined) => Buffer.from(store.getBlob(hash ?? '') ?? []).toString()
  expect([text(found[0]?.before), text(found[0]?.after)]).toEqual(['one\n', 'two\n'])
})

test('the edits of a removed session are gone, those of others stay', () => {
  const book = createEditBook(openTestStore(temporaryFolder()))
  for (const session of ['s1', 's2']) book.add({ ...base, session, toolCallId: session, path: '/w/a.ts', after: 'x' })
  book.removeSession('s1')
  expect(book.ofFile('s1', '/w/a.ts')).toEqual([])
  expect(book.ofFile('s2', '/w/a.ts').map(({ toolCallId }) => toolCallId)).toEqual(['s2'])
})

test('a damaged edit is left out, the others are still found', () => {
  const store = openTestStore(temporaryFolder())
  const book = createEditBook(store)
  for (const toolCallId of ['torn', 'foreign', 'whole'])
    book.add({ ...base, session: 's1', toolCallId, path: '/w/a.ts', after: 'x' })
  store.database.prepare("UPDATE edits SET hunks = '[{' WHERE call = 'torn'").run()
  store.database.prepare(`UPDATE edits SET approval = '{"kind":"magic"}' WHERE call = 'foreign'`).run()
  expect(book.ofFile('s1', '/w/a.ts').map(({ toolCallId }) => toolCallId)).toEqual(['whole'])
})

test('guard edits: the kept texts are without secrets and have all their lines', () => {
  const store = openTestStore(temporaryFolder())
  const secrets = createSecretBook()
  secrets.hold('the-own-key-7f3a', 'own key')
  const book = createEditBook(store, secrets)
  const after = `first\nkey: the-own-key-7f3a\n${madeUpPrivateKey()}\nlast\n`
  book.add({ ...base, session: 's1', toolCallId: 'made', path: '/w/a.ts', after })
  const kept = Buffer.from(store.getBlob(book.ofFile('s1', '/w/a.ts')[0]?.after ?? '') ?? []).toString()
  expect(kept).toMatch(/^first\nkey: \[removed: own key\]\n\[removed: private key\]\n+last\n$/)
  expect(kept.split('\n').length).toBe(after.split('\n').length)
})
