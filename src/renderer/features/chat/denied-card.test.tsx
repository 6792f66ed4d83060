import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ToolCallState } from '../../../protocol/channels/chat/tool-call.ts'
import { DeniedCard } from './denied-card.tsx'
import { fitForTerminal, RunYourselfContext } from './run-yourself.ts'

function show(command: string) {
  const ran: string[] = []
  const call: Extract<ToolCallState, { status: 'cancelled' }> = {
    status: 'cancelled',
    toolCallId: 'c',
    toolName: 'run_command',
    displayName: 'Run command',
    invocationMessage: 'Run it',
    toolInput: JSON.stringify({ command }),
    reason: 'denied',
  }
  render(
    <RunYourselfContext value={(text) => ran.push(text)}>
      <DeniedCard call={call} />
    </RunYourselfContext>,
  )
  return ran
}

test('a refused command can be run by the person: it is handed over as it is, without the new line at its end', () => {
  const ran = show('npm test\n')
  fireEvent.click(screen.getByRole('button', { name: 'Run it yourself' }))
  expect(ran).toEqual(['npm test'])
})

test('a command of several lines is only copied', () => {
  show('ls\nrm -rf x')
  expect(screen.queryByRole('button', { name: 'Run it yourself' })).toBe(null)
  expect(screen.queryByText(/more than one line/)).not.toBe(null)
})

test('guard: nothing that a terminal would act on, or that cannot be seen, is written into it', () => {
  expect(fitForTerminal('a\rb').kind).toBe('lines')
  expect(fitForTerminal('a\n\nb\n').kind).toBe('lines')
  expect(
    ['\u001b[A', 'a\tb', '\u0003', '\u0085', 'a\u202eb', 'a\u200bb'].map((text) => fitForTerminal(text).kind),
  ).toEqual(Array.from({ length: 6 }, () => 'hidden'))
  expect(fitForTerminal('echo "héllo 世界 😀"')).toEqual({ kind: 'fits', text: 'echo "héllo 世界 😀"' })
})
