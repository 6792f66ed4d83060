import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ChatState } from '../../../protocol/channels/chat/state.ts'
import type { Turn } from '../../../protocol/channels/chat/turn.ts'
import { ContextMeter, contextOf } from './context-meter.tsx'

const shares = [
  { name: 'system' as const, bytes: 400, tokens: 100 },
  { name: 'history' as const, bytes: 8000, tokens: 1900 },
]
const turn = (id: string, tokens?: number): Turn => ({
  id,
  message: { text: '', origin: { kind: 'user' } },
  responseParts: [],
  state: 'complete',
  ...(tokens === undefined
    ? {}
    : { usage: { _meta: { 'x-roadstead': { rounds: 1, context: { tokens, windowTokens: 10_000, shares } } } } }),
})
const chat = (...turns: Turn[]): ChatState => ({ resource: 'c', title: '', status: 1, modifiedAt: '', turns })

test('the latest figure counts, also when the last turn asked no model', () => {
  expect(contextOf(chat(turn('a', 500), turn('b', 2000), turn('c')))?.tokens).toBe(2000)
  expect(contextOf(chat(turn('a')))).toBe(undefined)
})

test('the share of the window is told, and what it is full of when it is asked for', () => {
  render(<ContextMeter context={{ tokens: 2000, windowTokens: 10_000, shares }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Context: 20% of the window of the model is used' }))
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual(['PartTokensShare', 'System text1001%', 'Earlier turns1,90019%', 'Free8,00080%'])
})

test('without a known window only the tokens are told', () => {
  render(<ContextMeter context={{ tokens: 2000, shares }} />)
  expect(screen.getByRole('button').textContent).toBe('2,000 tokens')
})
