import { z } from 'zod'
import { defineTool } from './define-tool.ts'
import { failed, oneLine, succeeded } from './outcome.ts'
import { boundText, plainText, trimFinal } from './terminal-text.ts'

const Input = z.strictObject({
  terminal: z.string().min(1).max(4096).describe('The terminal, as run_command named it.'),
  start_line: z.int().min(1).optional().describe('First line to read, from 1. Default: the end of the output.'),
  end_line: z.int().min(1).optional().describe('Last line to read, included.'),
})

const maxLines = 200

/** Reads a terminal of this session. */
export const readTerminal = defineTool<z.infer<typeof Input>>({
  name: 'read_terminal',
  displayName: 'Read terminal',
  description: `Reads the output of a command's terminal: the last ${maxLines} lines, or a range of lines.`,
  input: Input,
  readOnly: true,
  access: () => ({ kind: 'none' }),
  describe: () => 'Read the terminal',
  async run({ terminal, start_line: start, end_line: end }, context) {
    const found = context.readTerminal(terminal)
    if (found === undefined)
      return failed(
        'Could not read the terminal',
        `There is no terminal ${oneLine(terminal)} in this session.`,
        'missing',
      )
    const lines = trimFinal(plainText(found.text), '\n').split('\n')
    const from = start ?? Math.max(1, (end ?? lines.length) - maxLines + 1)
    const to = Math.min(end ?? lines.length, from + maxLines - 1, lines.length)
    const state = found.running ? 'It is still running.' : 'Its command has ended.'
    const lost = found.truncated ? ' The beginning of its output was not kept.' : ''
    if (from > lines.length || to < from)
      return failed('Could not read the terminal', `It has ${lines.length} lines. ${state}`, 'no-such-lines')
    const text = boundText(lines.slice(from - 1, to).join('\n')).text
    return succeeded('Read the terminal', `${state}${lost} Lines ${from}–${to} of ${lines.length}:\n${text}`)
  },
})
