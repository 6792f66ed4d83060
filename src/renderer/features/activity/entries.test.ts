import { expect, test } from 'vitest'
import type { ModelCall } from '../../../protocol/model-facts.ts'
import type { AuditEntry } from '../../../protocol/roadstead.ts'
import { approvalFacts, backgroundOf, countGroups, filterEntries, groupsOf, timeline } from './entries.ts'

const audit = (index: number, kind: string, summary: string, detail: object = {}): AuditEntry => ({
  index,
  at: `2026-01-01T00:00:0${index}.000Z`,
  kind,
  actor: 'policy',
  summary,
  detail: { ...detail },
  hash: '',
  previousHash: '',
})
const audits = [
  audit(0, 'turn', 'Asked: fix it', { turnId: 't' }),
  audit(1, 'approval', 'Allowed by policy', {
    toolCallId: 'c1',
    call: 'Run npm test',
    reasons: [{ rule: 'G6', class: 'contained', text: 'Harmless.' }],
  }),
  audit(2, 'call', 'Ran npm test · exit 0', { toolCallId: 'c1', turnId: 't', success: true }),
  audit(3, 'approval', 'Denied by person: The person said no.', { toolCallId: 'c2', call: 'Run rm -r a', reasons: [] }),
  audit(4, 'something new', 'News'),
  audit(5, 'turn', 'The turn ended: no key', { turnId: 't' }),
]
const call = (id: string, at: string, status: ModelCall['status'] = 'succeeded'): ModelCall => ({
  id,
  chat: 'ahp-chat:/c',
  turnId: 't',
  round: 1,
  at,
  provider: 'p',
  model: 'm',
  wireApi: 'openai-chat',
  status,
  attempts: [],
  shares: [],
})
const entries = timeline(audits, [
  call('1', '2026-01-01T00:00:00.500Z'),
  call('2', '2026-01-01T00:00:04.500Z', 'failed'),
])
const keys = (found: readonly { key: string }[]) => found.map(({ key }) => key)

test('everything stands in one list, the newest on top', () => {
  expect(keys(entries)).toEqual(['a5', 'm2', 'a4', 'a3', 'a2', 'a1', 'm1', 'a0'])
})

test('filters may be joined, and words are looked for in the record', () => {
  expect(keys(filterEntries(entries, '', new Set(['models', 'messages'])))).toEqual(['a5', 'm2', 'm1', 'a0'])
  expect(keys(filterEntries(entries, '', new Set(['errors'])))).toEqual(['a5', 'm2'])
  expect(keys(filterEntries(entries, 'G6', new Set()))).toEqual(['a1'])
  expect(keys(filterEntries(entries, 'RM denied', new Set(['approvals'])))).toEqual(['a3'])
})

test('a kind this page does not know is about the session, and each group is counted', () => {
  expect(groupsOf(entries.find(({ key }) => key === 'a4')!)).toEqual(['session'])
  expect(Object.fromEntries(countGroups(entries))).toEqual({
    approvals: 2,
    errors: 2,
    messages: 2,
    models: 2,
    session: 1,
    tools: 1,
  })
})

test('an approval says what it was about: nothing had come of the call when it was given', () => {
  const background = backgroundOf(audits)
  expect(audits.map((each) => approvalFacts(each, background)).filter((each) => each !== undefined)).toEqual([
    {
      outcome: 'allowed',
      by: 'policy',
      call: 'Run npm test',
      reasons: [{ rule: 'G6', class: 'contained', text: 'Harmless.' }],
    },
    { outcome: 'denied', by: 'person', call: 'Run rm -r a', reasons: [] },
  ])
  expect(background.asked('t')?.summary).toBe('Asked: fix it')
  expect(background.approval('c1')?.index).toBe(1)
})

test('guard: in the same millisecond a tool stands before the round that was told its result', () => {
  const at = '2026-01-01T00:00:07.000Z'
  const told = [
    { ...audit(6, 'model-call', 'Called m', { call: '1' }), at },
    { ...audit(7, 'call', 'Read a', { toolCallId: 'c' }), at },
    { ...audit(8, 'model-call', 'Called m', { call: '2' }), at },
    { ...audit(9, 'call', 'Read b', { toolCallId: 'd' }), at },
  ]
  const rounds = [call('1', at), { ...call('2', at), round: 2 }, { ...call('3', at, 'running'), round: 3 }]
  expect(keys(timeline(told, rounds))).toEqual(['m3', 'a9', 'm2', 'a7', 'm1'])
})

test('a call of a model stands there once: by its record, or by the audit where there is none', () => {
  const told = [
    audit(6, 'model-call', 'Called m of p, round 1: succeeded', { call: '1' }),
    audit(7, 'model-call', 'Called m of p, round 1: succeeded', { call: 'gone' }),
  ]
  const both = timeline(told, [call('1', '2026-01-01T00:00:00.500Z')])
  expect(both.map((entry) => [entry.key, groupsOf(entry)])).toEqual([
    ['a7', ['models']],
    ['m1', ['models']],
  ])
})
