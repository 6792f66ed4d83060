import { expect, test } from 'vitest'
import type { LineOrigin } from '../../../protocol/roadstead.ts'
import { createI18n, type I18n } from '../../platform/i18n.tsx'
import { lineOriginText } from './line-origin-text.ts'

const i18n: Pick<I18n, 't' | 'at' | 'hostText'> = { ...createI18n('en'), at: (instant) => `at ${instant}` }
const agent = {
  kind: 'agent',
  chat: 'ahp-chat:/c',
  turnId: 't',
  prompt: 'Fix the test',
  toolCallId: 'call',
  toolName: 'replace_string_in_file',
  at: '2026-01-02',
  approval: { kind: 'policy', at: '2026-01-01' },
} satisfies LineOrigin
const commit = { hash: '0123456789abcdef', author: 'Ada', at: '2025-12-31', summary: 'Count hours' }

test('a line of the agent tells the tool, the time, what it was asked, and who allowed it', () => {
  expect(lineOriginText(agent, i18n)).toEqual({
    title: 'Written by the agent',
    prompt: 'Fix the test',
    rows: [
      { label: 'Tool', value: 'replace_string_in_file', mono: true },
      { label: 'When', value: 'at 2026-01-02' },
      { label: 'Allowed by', value: 'the policy' },
      { label: 'Commit', value: 'not committed yet' },
    ],
  })
})

test('the approval is told by its kind, with the rule and the reason where there are any', () => {
  const allowedBy = (approval: Extract<LineOrigin, { kind: 'agent' }>['approval']) =>
    lineOriginText({ ...agent, approval }, i18n)
      .rows.slice(2, -1)
      .map((row) => row.value)
  const at = '2026-01-01'
  expect(allowedBy({ kind: 'person', at })).toEqual(['you, when it asked'])
  expect(allowedBy({ kind: 'policy', rule: 'C1', at })).toEqual(['the policy, rule C1'])
  expect(allowedBy({ kind: 'remembered', at })).toEqual(['your earlier answer for this session'])
  expect(allowedBy({ kind: 'remembered', rule: 'P3', reason: 'writes outside', at })).toEqual([
    'your earlier answer for this session, rule P3',
    'writes outside',
  ])
})

test('a line of the agent that was committed names the commit', () => {
  expect(lineOriginText({ ...agent, commit }, i18n).rows.at(-1)).toEqual({
    label: 'Commit',
    value: '0123456 Count hours',
    mono: true,
  })
})

test('a line from before the session tells its commit', () => {
  expect(lineOriginText({ kind: 'commit', commit }, i18n)).toEqual({
    title: 'Last changed by Ada',
    note: 'It was there before this session.',
    rows: [
      { label: 'Commit', value: '0123456 Count hours', mono: true },
      { label: 'When', value: 'at 2025-12-31' },
    ],
  })
})

test('a line somebody edited by hand, and one nothing is known of, say so', () => {
  expect(lineOriginText({ kind: 'uncommitted' }, i18n).rows).toEqual([])
  expect(lineOriginText({ kind: 'unknown', reason: 'The file has no line 9.' }, i18n)).toEqual({
    title: 'Nothing is known about this line',
    note: 'The file has no line 9.',
    rows: [],
  })
})

test('every kind has its words in both languages', () => {
  const zh = { ...i18n, t: createI18n('zh-CN').t }
  const kinds: LineOrigin[] = [
    agent,
    { kind: 'commit', commit },
    { kind: 'uncommitted' },
    { kind: 'unknown', reason: 'r' },
  ]
  for (const origin of kinds) expect(lineOriginText(origin, zh).title).not.toBe(lineOriginText(origin, i18n).title)
})
