/** Where a command writes. Results go to `out`, everything said to the person beside them to `say` (stderr). */
export interface Output {
  line(text: string): void
  json(value: unknown): void
  say(text: string): void
  readonly isTerminal: boolean
  flushed(): Promise<void>
}

/** Output on the process's own streams. A reader that goes away (`| head`) ends nothing but the writing. */
export function processOutput(out: NodeJS.WriteStream, err: NodeJS.WriteStream): Output {
  const quiet = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  }
  out.on('error', quiet)
  err.on('error', quiet)
  return {
    line: (text) => void out.write(`${text}\n`),
    json: (value) => void out.write(`${JSON.stringify(value)}\n`),
    say: (text) => void err.write(`${text}\n`),
    isTerminal: out.isTTY === true,
    flushed: () => new Promise((resolve) => out.write('', () => resolve())),
  }
}
