import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import type { Sandbox, SandboxPolicy } from '../sandbox/sandbox.ts'
import { createTerminals } from './create-terminals.ts'
import { findMembers } from './process-tree.ts'
import type { Terminal, Terminals } from './terminals.ts'

const bubblewrapHere = existsSync('/usr/bin/bwrap')
if (!bubblewrapHere)
  it('a sandboxed command runs in a terminal', (context) => context.skip('bubblewrap is not installed here'))

/** How an agent's command runs: wrapped by the sandbox, started in a pty, released after its end. */
describe.runIf(bubblewrapHere)('a sandboxed command in a terminal', () => {
  let folder: string
  let sandbox: Sandbox
  let terminals: Terminals
  let policy: SandboxPolicy
  let count = 0

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'composed-')))
    const [workspace, scratch, home, data] = ['ws', 'scratch', 'home', 'data'].map((name) => {
      mkdirSync(join(folder, name))
      return join(folder, name)
    }) as [string, string, string, string]
    policy = { workspace, scratch, home, hidden: [data] }
    const deps = { clock: systemClock, logger: silentLogger }
    sandbox = createSandbox({
      ...deps,
      platform: process.platform,
      arch: process.arch,
      hostEnv: process.env,
      folder: join(data, 'sandbox'),
    })
    terminals = createTerminals({ ...deps, ringFolder: join(data, 'terminals') })
    await sandbox.selfTest()
  })
  afterAll(async () => {
    await terminals.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(command: string): Promise<{ terminal: Terminal; release: () => Promise<unknown> }> {
    const result = await sandbox.wrap({ command, cwd: policy.workspace }, policy)
    if (result.kind === 'unavailable') throw new Error(result.reason)
    const { wrapped } = result
    const started = terminals.start(`c${count++}`, { ...wrapped, cols: 80, rows: 24 })
    if (started.kind === 'failed') throw new Error(started.reason)
    return { terminal: started.terminal, release: () => wrapped.release() }
  }
  /** Which of these still run; a zombie does not. */
  const running = (pids: readonly number[]) =>
    pids.filter(
      (pid) => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')),
    )
  const printed = (terminal: Terminal, text: string) =>
    vi.waitFor(() => expect(terminal.output().text).toContain(text), { timeout: 10_000, interval: 5 })

  it('prints to the terminal, is a terminal itself, and gives its exit code', async () => {
    const { terminal, release } = await start('test -t 1 && stty size && echo hällo > f && cat f; exit 3')
    expect(await terminal.exited).toEqual({ exitCode: 3 })
    expect(terminal.output()).toEqual({ text: '24 80\r\nhällo\r\n', truncated: false })
    expect(await release()).toEqual([])
  })

  it('hears Ctrl-C itself: it may clean up and choose its exit code', async () => {
    const { terminal, release } = await start('trap "echo tidy; exit 5" INT; echo ready; while :; do sleep 0.05; done')
    await printed(terminal, 'ready')
    terminal.write('\x03')
    expect(await terminal.exited).toEqual({ exitCode: 5 })
    expect(terminal.output().text).toContain('tidy')
    await release()
  })

  it('ends at Ctrl-C if it does nothing about it', async () => {
    const { terminal, release } = await start('echo ready; sleep 600')
    await printed(terminal, 'ready')
    terminal.write('\x03')
    expect(await terminal.exited).toEqual({ exitCode: 130 })
    await release()
  })

  it('reads what is typed and sees size changes', async () => {
    const { terminal, release } = await start('read -r line; echo "<$line>"; stty size')
    terminal.resize(100, 30)
    terminal.write('yes\r')
    await terminal.exited
    expect(terminal.output().text).toContain('<yes>\r\n30 100\r\n')
    await release()
  })

  it('may clean up when it is ended by the host', async () => {
    const { terminal, release } = await start('trap "echo tidy; exit 6" TERM; echo ready; while :; do sleep 0.05; done')
    await printed(terminal, 'ready')
    await terminal.kill()
    expect(await terminal.exited).toEqual({ exitCode: 6 })
    expect(terminal.output().text).toContain('tidy')
    await release()
  })

  it('leaves nothing when killed, whatever its children ignore and wherever they went', async () => {
    const stubborn = 'trap "" TERM HUP INT; while :; do sleep 60; done'
    const { terminal, release } = await start(
      `setsid bash -c '${stubborn}' & (setsid nohup sleep 61 &) ; echo ready; ${stubborn}`,
    )
    await printed(terminal, 'ready')
    const look = () => findMembers({ root: () => terminal.pid, mark: 'no such mark' })
    await expect.poll(() => look().length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(4)
    const members = look()
    await terminal.kill(100)
    expect(running(members)).toEqual([])
    expect(await terminal.exited).toEqual({ signal: 'SIGKILL' })
    await release()
  })

  it('takes its background children with it when it ends by itself', async () => {
    const { terminal, release } = await start('setsid nohup sleep 62 & echo ready; read -r x')
    await printed(terminal, 'ready')
    const members = findMembers({ root: () => terminal.pid, mark: 'no such mark' })
    terminal.write('\r')
    expect(await terminal.exited).toEqual({ exitCode: 0 })
    await vi.waitFor(() => expect(running(members)).toEqual([]), {
      timeout: 5_000,
      interval: 5,
    })
    await release()
  })
})
