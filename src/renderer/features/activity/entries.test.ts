import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../protocol/roadstead.ts'
import { approvalFacts, callSummaries, filterEntries, kindOf, shownKinds } from './entries.ts'

const entry = (index: number, kind: string, summary: string, detail: object = {}): AuditEntry => ({
  index,
  at: '2026-01-01T00:00:00.000Z',
  kind,
  actor: 'policy',
  summary,
  detail: { ...detail },
  hash: '',
  previousHash: '',
})
const entries = [
  entry(0, 'turn', 'Asked: fix it'),
  entry(1, 'approval', 'Allowed by policy', { toolCallId: 'c1', call: 'Run npm test', reasons: [{ rule: 'G6' }] }),
  entry(2, 'call', 'Ran npm test · exit 0', { toolCallId: 'c1' }),
  entry(3, 'approval', 'Denied by person: The person said no.', { toolCallId: 'c2', call: 'Run rm -r a', reasons: [] }),
  entry(4, 'something new', 'News'),
]

test('the newest stands on top, and filters look into the record', () => {
  expect(filterEntries(entries, '', 'all').map(({ index }) => index)).toEqual([4, 3, 2, 1, 0])
  expect(filterEntries(entries, 'G6', 'all').map(({ index }) => index)).toEqual([1])
  expect(filterEntries(entries, 'RM', 'approval').map(({ index }) => index)).toEqual([3])
})

test('an approval says what it was about, by what came of the call or by the call itself', () => {
  const calls = callSummaries(entries)
  expect(entries.map((each) => approvalFacts(each, calls))).toEqual([
    undefined,
    { outcome: 'allowed', by: 'policy', call: 'Ran npm test · exit 0', rules: ['G6'] },
    undefined,
    { outcome: 'denied', by: 'person', call: 'Run rm -r a', rules: [] },
    undefined,
  ])
})

test('a kind this page does not know is other, and only kinds that are there are offered', () => {
  expect(kindOf(entry(0, 'toString', ''))).toBe('other')
  expect(shownKinds(entries)).toEqual(['turn', 'call', 'approval', 'other'])
})
