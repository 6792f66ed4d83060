/** The reducer of terminal channels (SPEC 19). */
import { type Reducer, reducerOf, updateFirst, withFields, withoutAbsent } from '../../reducer.ts'
import type { TerminalAction } from './actions.ts'
import type { TerminalContentPart, TerminalState } from './state.ts'

export const reduceTerminal: Reducer<TerminalState> = reducerOf<TerminalState, TerminalAction>({
  'terminal/data': (state, { data }) => withFields(state, { content: appendData(state.content, data) }),
  'terminal/input': (state) => state,
  'terminal/resized': (state, { cols, rows }) => withFields(state, { cols, rows }),
  'terminal/claimed': (state, { claim }) => withFields(state, { claim }),
  'terminal/titleChanged': (state, { title }) => withFields(state, { title }),
  'terminal/cwdChanged': (state, { cwd }) => withFields(state, { cwd }),
  'terminal/exited': (state, { exitCode }) =>
    withFields(state, { lifecycle: withoutAbsent({ status: 'exited' as const, exitCode }) }),
  'terminal/cleared': (state) => (state.content.length === 0 ? state : withFields(state, { content: [] })),
  'terminal/commandDetectionAvailable': (state) => withFields(state, { supportsCommandDetection: true }),
  'terminal/commandExecuted': (state, { commandId, commandLine, timestamp }) =>
    withFields(state, {
      supportsCommandDetection: true,
      content: [
        ...state.content,
        { type: 'command', commandId, commandLine, timestamp, output: '', isComplete: false },
      ],
    }),
  'terminal/commandFinished': (state, { commandId, exitCode, durationMs }) =>
    withFields(state, {
      content: updateFirst(
        state.content,
        (part) => part.type === 'command' && part.commandId === commandId,
        (part) => withFields(part, { isComplete: true, exitCode, durationMs }),
      ),
    }),
})

/** To the last part: output of a running command, or unclassified text; else a new part. */
function appendData(content: TerminalContentPart[], data: string): TerminalContentPart[] {
  const last = content.at(-1)
  if (last?.type === 'command' && !last.isComplete) {
    return replaceLast(content, withFields(last, { output: last.output + data }), last)
  }
  if (last?.type === 'unclassified') {
    return replaceLast(content, withFields(last, { value: last.value + data }), last)
  }
  return [...content, { type: 'unclassified', value: data }]
}

function replaceLast(content: TerminalContentPart[], part: TerminalContentPart, last: TerminalContentPart) {
  return part === last ? content : content.with(-1, part)
}
