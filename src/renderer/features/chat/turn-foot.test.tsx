import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Turn } from '../../../protocol/channels/chat/turn.ts'
import { TurnFoot } from './turn-foot.tsx'

const turn = (usage?: Turn['usage']): Turn => ({
  id: 't',
  duration: 4200,
  message: { text: 'do it', origin: { kind: 'user' } },
  responseParts: [{ kind: 'markdown', id: 'm', content: 'Done.' }],
  state: 'complete',
  ...(usage === undefined ? {} : { usage }),
})
const facts = (costUsd?: number) => ({
  'x-roadstead': { rounds: 2, ...(costUsd === undefined ? {} : { costUsd }) },
})
const show = (given: Turn, onFork?: (turnId: string) => void) =>
  render(<TurnFoot turn={given} onShowChanges={() => {}} onFork={onFork} />).container

test('the foot tells duration, tokens and cost', () => {
  const foot = show(turn({ inputTokens: 12_000, outputTokens: 340, _meta: facts(0.0312) }))
  expect(foot.textContent).toContain('4.2 s')
  expect(foot.textContent).toContain('12.3k tokens')
  expect(screen.getByLabelText('Cost: $0.03').textContent).toBe('$0.03')
})

test('a cost that is not known is said to be so, and none is told where no model was asked', () => {
  show(turn({ inputTokens: 10, outputTokens: 1, _meta: facts() }))
  expect(screen.getByRole('button', { name: 'Cost: —' }).textContent).toBe('—')
  const scripted = show(turn({ inputTokens: 10, outputTokens: 1 }))
  expect(scripted.textContent).not.toContain('—')
})

test('another conversation can be begun from a turn where the agent can do that', () => {
  const fork = vi.fn<(turnId: string) => void>()
  show(turn(), fork)
  fireEvent.click(screen.getByRole('button', { name: 'Fork from here' }))
  expect(fork).toHaveBeenCalledWith('t')
})
