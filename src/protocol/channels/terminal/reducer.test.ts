import { describe, expect, it } from 'vitest'
import type { TerminalAction } from './actions.ts'
import { reduceTerminal } from './reducer.ts'
import type { TerminalState } from './state.ts'

const state: TerminalState = {
  title: 'zsh',
  content: [],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'c1' },
}
const run = (...actions: TerminalAction[]): TerminalState =>
  actions.reduce<TerminalState>((reached, action) => reduceTerminal(reached, action), state)

describe('a terminal', () => {
  it('puts output into the command that runs, and anything else between the commands', () => {
    const next = run(
      { type: 'terminal/data', data: '$ ' },
      { type: 'terminal/commandExecuted', commandId: 'x', commandLine: 'ls', timestamp: 5 },
      { type: 'terminal/data', data: 'a' },
      { type: 'terminal/data', data: 'b' },
      { type: 'terminal/commandFinished', commandId: 'x', exitCode: 0, durationMs: 7 },
      { type: 'terminal/data', data: '$ ' },
    )
    expect(next).toEqual({
      ...state,
      supportsCommandDetection: true,
      content: [
        { type: 'unclassified', value: '$ ' },
        {
          type: 'command',
          commandId: 'x',
          commandLine: 'ls',
          timestamp: 5,
          output: 'ab',
          isComplete: true,
          exitCode: 0,
          durationMs: 7,
        },
        { type: 'unclassified', value: '$ ' },
      ],
    })
  })

  it('exits with or without a code', () => {
    expect(run({ type: 'terminal/exited', exitCode: 3 }).lifecycle).toEqual({ status: 'exited', exitCode: 3 })
    expect(run({ type: 'terminal/exited' }).lifecycle).toStrictEqual({ status: 'exited' })
  })

  it.each<TerminalAction>([
    { type: 'terminal/input', data: 'ls\n' },
    { type: 'terminal/cleared' },
    { type: 'terminal/titleChanged', title: 'zsh' },
    { type: 'terminal/commandFinished', commandId: 'nope' },
  ])('is not touched by $type that changes nothing', (action) => {
    expect(reduceTerminal(state, action)).toBe(state)
  })
})
