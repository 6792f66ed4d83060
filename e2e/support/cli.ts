import { spawn } from 'node:child_process'
import path from 'node:path'

const program = path.join(import.meta.dirname, '../../out/cli/index.js')

/** What a command of the built program came to. */
export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Its JSON lines, where it printed such. */
  readonly lines: readonly Record<string, unknown>[]
}

/** Runs `roadstead …args` to its end. */
export function runCli(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      const lines = stdout
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      resolve({ code, stdout, stderr, lines })
    })
  })
}
