import { spawn } from 'node:child_process'

/** What came of a process that ran to its end. `code` is null when a signal ended it or it could not be started. */
export interface FinishedProcess {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Runs a program with exactly this environment and no input, kills it and what it started after `limitMs`. Never rejects. */
export type RunProcess = (
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly limitMs: number },
) => Promise<FinishedProcess>

/** `RunProcess` with real processes. */
export const runProcess: RunProcess = (file, args, { cwd, env, limitMs }) =>
  new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, which ends as one: what a killed shell leaves behind would keep the pipes open.
      detached: true,
    })
    const limit = setTimeout(() => killGroup(child.pid), limitMs)
    child.on('close', () => clearTimeout(limit))
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    child.on('error', (error) => resolve({ code: null, output, errors: errors + error.message }))
    child.on('close', (code) => resolve({ code, output, errors }))
  })

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    // It has just ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
