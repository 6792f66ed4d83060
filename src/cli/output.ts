/** Where a command writes. Results go to `out`, everything said to the person beside them to `say` (stderr). */
export interface Output {
  line(text: string): void
  json(value: unknown): void
  say(text: string): void
  readonly isTerminal: boolean
  flushed(): Promise<void>
}

/** Titles and answers come from models: what is printed for people must not drive their terminal. */
export function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, '\uFFFD')
}

/** Output on the process's own streams. A reader that goes away (`| head`) ends nothing but the writing. */
export function processOutput(out: NodeJS.WriteStream, err: NodeJS.WriteStream): Output {
  const quiet = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  }
  out.on('error', quiet)
  err.on('error', quiet)
  return {
    line: (text) => void out.write(`${withoutControls(text)}\n`),
    json: (value) => void out.write(`${JSON.stringify(value)}\n`),
    say: (text) => void err.write(`${withoutControls(text)}\n`),
    isTerminal: out.isTTY === true,
    flushed: () => new Promise((resolve) => out.write('', () => resolve())),
  }
}
