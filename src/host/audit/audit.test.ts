import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { openStore } from '../store/open-store.ts'
import { createSecretBook } from '../platform/create-secret-book.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createAudit, type Audit } from './audit.ts'
import { examineAuditFile } from './examine-file.ts'

const s1 = 'ahp-session:/s1'
const s2 = 'ahp-session:/s2'
const at = '2026-01-31T10:00:00.000Z'

function open() {
  const store = openTestStore(temporaryFolder())
  return { store, audit: createAudit(store) }
}

function fill(audit: Audit, session: string, count: number): void {
  for (let n = 0; n < count; n++) {
    audit.append(session, {
      at,
      kind: 'call',
      actor: 'agent',
      summary: `${session} did ${n}`,
      detail: { n, deep: [n] },
    })
  }
}

test('entries come back in order, whole, each with the hash of the one before', () => {
  const { audit } = open()
  fill(audit, s1, 3)
  const entries = audit.list(s1, 0, -1)
  expect(entries.map(({ index, summary, detail }) => ({ index, summary, detail }))).toEqual([
    { index: 0, summary: `${s1} did 0`, detail: { n: 0, deep: [0] } },
    { index: 1, summary: `${s1} did 1`, detail: { n: 1, deep: [1] } },
    { index: 2, summary: `${s1} did 2`, detail: { n: 2, deep: [2] } },
  ])
  expect(entries.map(({ previousHash }) => previousHash)).toEqual(['0'.repeat(64), entries[0]?.hash, entries[1]?.hash])
  expect(audit.list(s1, 1, 1)).toEqual([entries[1]])
  expect(audit.head(s1)).toEqual({ entries: 3, lastHash: entries[2]?.hash })
  expect(audit.head(s2)).toEqual({ entries: 0 })
  expect(audit.findBreak(s1)).toBeUndefined()
})

test('chains of several sessions that are written at once stay whole and apart', () => {
  const { audit } = open()
  for (let n = 0; n < 20; n++) {
    fill(audit, s1, 1)
    fill(audit, s2, 2)
  }
  expect([audit.findBreak(s1), audit.findBreak(s2)]).toEqual([undefined, undefined])
  expect(audit.list(s1, 0, -1).every(({ summary }) => summary.startsWith(s1))).toBe(true)
  expect([audit.head(s1).entries, audit.head(s2).entries]).toEqual([20, 40])
})

test('guard audit-chain: any change of any entry is found where it was made', () => {
  const { audit, store } = open()
  const { database } = store
  const length = 6
  const columns = ['at', 'kind', 'actor', 'summary', 'detail', 'previous_hash', 'hash'] as const
  const position = fc.nat({ max: length - 1 })
  const tampering = fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), position, column: fc.constantFrom(...columns), text: fc.string() }),
    fc.record({ kind: fc.constant('delete' as const), position }),
    fc.record({ kind: fc.constant('swap' as const), position, other: position }),
    fc.record({ kind: fc.constant('insert' as const), position }),
  )
  const move = (from: number, to: number) =>
    database.prepare('UPDATE audit SET position = ? WHERE session = ? AND position = ?').run(to, s1, from)

  fc.assert(
    fc.property(tampering, (change) => {
      database.exec('DELETE FROM audit; DELETE FROM audit_heads')
      fill(audit, s1, length)
      fill(audit, s2, 2)
      const before = JSON.stringify(audit.list(s1, 0, -1))
      let expected = change.position
      switch (change.kind) {
        case 'edit': {
          const text = change.column === 'detail' ? JSON.stringify({ text: change.text }) : change.text
          database
            .prepare(`UPDATE audit SET ${change.column} = ? WHERE session = ? AND position = ?`)
            .run(text, s1, change.position)
          break
        }
        case 'delete':
          database.prepare('DELETE FROM audit WHERE session = ? AND position = ?').run(s1, change.position)
          break
        case 'swap':
          move(change.position, 100)
          move(change.other, change.position)
          move(100, change.other)
          expected = Math.min(change.position, change.other)
          break
        case 'insert':
          for (let n = length - 1; n >= change.position; n--) move(n, n + 1)
          database
            .prepare(
              'INSERT INTO audit SELECT session, ?, at, kind, actor, ?, detail, previous_hash, hash FROM audit WHERE session = ? LIMIT 1',
            )
            .run(change.position, 'I was never there', s1)
      }
      if (JSON.stringify(audit.list(s1, 0, -1)) === before) return
      expect(audit.findBreak(s1)).toBe(expected)
      expect(audit.findBreak(s2)).toBeUndefined()
    }),
    { numRuns: propertyRuns(60) },
  )
})

test('an entry whose text is no JSON any more is a break, not a failure', () => {
  const { audit, store } = open()
  fill(audit, s1, 2)
  store.database.prepare('UPDATE audit SET detail = ? WHERE position = 1').run('{')
  expect(audit.findBreak(s1)).toBe(1)
  expect(audit.list(s1, 0, -1)[1]?.detail).toEqual({})
})

test('deleting a session leaves its tombstone and nothing else', () => {
  const { audit, store } = open()
  fill(audit, s1, 3)
  fill(audit, s2, 1)
  const { lastHash } = audit.head(s1)
  audit.remove(s1, at)
  expect(audit.list(s1, 0, -1)).toEqual([])
  expect(audit.findBreak(s1)).toBeUndefined()
  expect(store.database.prepare('SELECT * FROM audit_tombstones').all()).toEqual([
    { session: s1, at, entries: 3, last_hash: lastHash },
  ])
  expect(audit.head(s2).entries).toBe(1)
})

test('a database that nobody has open is examined without changing it', () => {
  const dataDir = temporaryFolder()
  const file = path.join(dataDir, 'roadstead.db')
  expect(examineAuditFile(file)).toEqual({ kind: 'none' })
  fs.writeFileSync(file, 'not a database, but long enough to be one'.repeat(100))
  expect(examineAuditFile(file)).toMatchObject({ kind: 'unreadable' })
  fs.rmSync(file)

  const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
  if (opened.kind !== 'opened') throw new Error(opened.kind)
  const audit = createAudit(opened.store)
  fill(audit, s1, 3)
  fill(audit, s2, 3)
  expect(examineAuditFile(file)).toEqual({ kind: 'busy' })
  opened.store.database.prepare('DELETE FROM audit WHERE session = ? AND position = 2').run(s2)
  opened.store.close()
  expect(examineAuditFile(file)).toEqual({ kind: 'examined', chains: 2, broken: [{ session: s2, index: 2 }] })
})

test('guard audit entries: they are without secrets, and the chain is whole', () => {
  const secrets = createSecretBook()
  secrets.hold('the-own-key-7f3a', 'own key')
  const audit = createAudit(openTestStore(temporaryFolder()), secrets)
  const entry = { at: '2026-01-01T00:00:00.000Z', kind: 'call', actor: 'agent' }
  audit.append('s1', {
    ...entry,
    summary: 'Ran the-own-key-7f3a',
    detail: { input: { command: 'echo the-own-key-7f3a' } },
  })
  expect(audit.list('s1', 0, -1)).toMatchObject([
    { summary: 'Ran [removed: own key]', detail: { input: { command: 'echo [removed: own key]' } } },
  ])
  expect(audit.findBreak('s1')).toBeUndefined()
})
