import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const program = path.join(import.meta.dirname, '../../out/cli/index.js')

/** Limits against hanging. */
const START_LIMIT_MS = 30_000
const STOP_LIMIT_MS = 15_000

/** The one line that `roadstead host --json` prints once it listens. */
const HostLine = z.object({
  url: z.string().regex(/^ws:\/\/127\.0\.0\.1:\d+\/ahp$/),
  token: z.string().min(1),
  pid: z.number().int(),
  dataDir: z.string(),
  version: z.string(),
})

export interface StartHostOptions {
  /** Kept by the caller. Without one, a scratch folder is made and removed with the host. */
  readonly dataDir?: string
  /** Further arguments of `roadstead host`. */
  readonly args?: readonly string[]
  /** Added to the environment, which is ours. */
  readonly env?: Readonly<Record<string, string>>
  /** A program that runs the host, and its first arguments: `unshare --mount …`, say. */
  readonly launcher?: readonly string[]
  /** 0, the default, takes a free one. */
  readonly port?: number
}

export interface RunningHost extends z.infer<typeof HostLine> {
  /** Where the host serves its page, without a slash at the end. */
  readonly pageUrl: string
  /** What it wrote to stderr so far. */
  log(): string
  /** Asks it to end and waits. Resolves to its exit code. */
  stop(): Promise<number | null>
  /** Ends it as a power cut would and waits. */
  kill(): Promise<void>
}

/** Starts the built host as a program of its own and waits until it listens. */
export async function startHost(options: StartHostOptions = {}): Promise<RunningHost> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'roadstead-data-'))
  const args = ['host', '--json', '--port', String(options.port ?? 0), '--data', dataDir, ...(options.args ?? [])]
  const whole = [...(options.launcher ?? []), process.execPath, program, ...args]
  const child = spawn(whole[0] ?? process.execPath, whole.slice(1), {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (log += chunk))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  // A test that fails before it stops its host must not leave it running.
  const endWithTest = () => void child.kill('SIGKILL')
  process.once('exit', endWithTest)
  void exited.then(() => process.off('exit', endWithTest))
  const removeScratch = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }

  const line = await new Promise<string>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`The host did not listen within ${START_LIMIT_MS} ms:\n${log}`))
    }, START_LIMIT_MS)
    createInterface({ input: child.stdout }).once('line', (text) => {
      clearTimeout(limit)
      resolve(text)
    })
    child.once('error', reject)
    void exited.then((code) => {
      clearTimeout(limit)
      reject(new Error(`The host ended with code ${code}:\n${log}`))
    })
  })
  const facts = HostLine.parse(JSON.parse(line))

  return {
    ...facts,
    pageUrl: facts.url.replace(/^ws:/, 'http:').replace(/\/ahp$/, ''),
    log: () => log,
    async stop() {
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      child.kill('SIGTERM')
      const code = await exited
      clearTimeout(limit)
      removeScratch()
      return code
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
      removeScratch()
    },
  }
}
