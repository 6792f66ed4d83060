import { spawn } from 'node:child_process'
import type { GitOutput } from './git.ts'

const keptErrorText = 64 * 1024
const graceMs = 2000

/** What one process is started with. `maxBytes` bounds its output; more ends it. */
export interface ProcessRequest {
  readonly program: string
  readonly args: readonly string[]
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin?: Buffer | string
  readonly signal?: AbortSignal
  readonly maxBytes: number
}

/** Exit codes for what is not git's own answer. */
export const exitCodes = { couldNotStart: 127, tooMuch: 141, stopped: 130 } as const

/** Runs a program to its end and gathers what it printed. Every outcome is a value; nothing is thrown. */
export function runProcess(request: ProcessRequest): Promise<GitOutput> {
  return new Promise((settle) => {
    if (request.signal?.aborted) return settle(failure(exitCodes.stopped, 'stopped before it began'))
    const child = spawn(request.program, [...request.args], {
      cwd: request.folder,
      env: { ...request.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    const chunks: Buffer[] = []
    let size = 0
    let errors = ''
    let ended: GitOutput | undefined
    let lastResort: NodeJS.Timeout | undefined

    // SIGTERM first: git removes its lock files on it.
    const end = (outcome: GitOutput) => {
      ended ??= outcome
      child.kill('SIGTERM')
      lastResort ??= setTimeout(() => child.kill('SIGKILL'), graceMs)
    }
    const abort = () => end(failure(exitCodes.stopped, 'stopped'))
    request.signal?.addEventListener('abort', abort, { once: true })
    const finish = (outcome: GitOutput) => {
      clearTimeout(lastResort)
      request.signal?.removeEventListener('abort', abort)
      settle(ended ?? outcome)
    }

    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > request.maxBytes) end(failure(exitCodes.tooMuch, `git printed more than ${request.maxBytes} bytes`))
      else chunks.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (errors.length < keptErrorText) errors += chunk.toString('utf8')
    })
    child.on('error', (error) => finish(failure(exitCodes.couldNotStart, error.message)))
    child.on('close', (code, killedBy) =>
      finish({
        exitCode: code ?? exitCodes.stopped,
        stdout: Buffer.concat(chunks),
        stderr: killedBy === null ? errors : `${errors}ended by ${killedBy}`,
      }),
    )
    // Git may leave without reading all of it; its exit code tells the story.
    child.stdin.on('error', () => {})
    child.stdin.end(request.stdin ?? '')
  })
}

function failure(exitCode: number, stderr: string): GitOutput {
  return { exitCode, stdout: Buffer.alloc(0), stderr }
}
