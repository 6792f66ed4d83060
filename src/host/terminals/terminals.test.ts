import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createSecretBook } from '../platform/create-secret-book.ts'
import { silentLogger } from '../platform/logger.ts'
import { createTerminals } from './create-terminals.ts'
import { findMembers } from './process-tree.ts'
import type { Terminal, TerminalLaunch, Terminals } from './terminals.ts'

let folder: string
let terminals: Terminals
const open = () => createTerminals({ ringFolder: join(folder, 'ring'), clock: systemClock, logger: silentLogger })
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'terminals-')))
  terminals = open()
})
afterEach(async () => {
  await terminals.stop()
  rmSync(folder, { recursive: true, force: true })
})

const path = process.env['PATH'] ?? '/usr/bin:/bin'
const bash = (script: string, more: Partial<TerminalLaunch> = {}): TerminalLaunch => ({
  file: 'bash',
  args: ['--noprofile', '--norc', '-c', script],
  cwd: folder,
  env: { PATH: path, LANG: 'C.UTF-8', MARK_OF_TEST: folder },
  cols: 80,
  rows: 24,
  ...more,
})

function start(launch: TerminalLaunch, id = 't1'): Terminal {
  const started = terminals.start(id, launch)
  if (started.kind === 'failed') throw new Error(started.reason)
  return started.terminal
}

/** Settles when the terminal's output holds `text`. */
async function printed(terminal: Terminal, text: string): Promise<void> {
  await vi.waitFor(() => expect(terminal.output().text).toContain(text), { timeout: 10_000, interval: 5 })
}

const survivors = () => findMembers({ root: () => undefined, mark: `MARK_OF_TEST=${folder}` })

describe('a terminal', () => {
  beforeEach((context) => context.skip(process.platform === 'win32', 'its programs are for bash'))
  it('hands on everything a program prints, then settles with its exit code', async () => {
    const terminal = start(bash('for i in 1 2 3; do echo "line $i"; done; exit 7'))
    const heard: string[] = []
    terminal.onData((data) => heard.push(data))
    let heardAtExit = ''
    void terminal.exited.then(() => (heardAtExit = heard.join('')))
    expect(await terminal.exited).toEqual({ exitCode: 7 })
    expect(heardAtExit).toBe('line 1\r\nline 2\r\nline 3\r\n')
    expect(terminal.output()).toEqual({ text: heardAtExit, truncated: false })
  })

  it('guard output: a secret is neither handed on nor kept, however a program cuts it up', async () => {
    const secrets = createSecretBook()
    secrets.hold('the-own-key-of-the-host-7f3a', 'own key')
    await terminals.stop()
    terminals = createTerminals({ ringFolder: join(folder, 'ring'), clock: systemClock, logger: silentLogger, secrets })
    const terminal = start(
      bash('echo; for p in the-own-key- of-t he-host- 7f3a; do printf $p; sleep 0.1; done; echo " task"'),
    )
    const heard: string[] = []
    terminal.onData((data) => heard.push(data))
    await terminal.exited
    expect(terminal.output().text).toBe('\r\n[removed: own key] task\r\n')
    expect(heard.join('')).toBe(terminal.output().text)
  })

  it('lets what may have been the beginning of a secret go when nothing follows', async () => {
    const terminal = start(bash('printf "type sk-ant-"; read line; printf "AKIA"; sleep 60'))
    await printed(terminal, 'type sk-ant-')
    terminal.write('\r')
    await printed(terminal, 'AKIA')
    await terminal.kill(50)
  })

  it('names the signal that ended the program', async () => {
    expect(await start(bash('kill -KILL $$')).exited).toEqual({ signal: 'SIGKILL' })
  })

  it('gets the environment it was given, its folder and its size', async () => {
    const terminal = start(
      bash('echo "$SECRET|$GIVEN|$(pwd)|$(stty size)"', { cols: 91, rows: 17, env: { PATH: path, GIVEN: 'yes' } }),
    )
    await terminal.exited
    expect(terminal.output().text).toBe(`|yes|${folder}|17 91\r\n`)
  })

  it('passes on typing and size changes', async () => {
    const terminal = start(
      bash('trap "stty size; exit 3" WINCH; read -r line; echo "<$line>"; while :; do sleep 0.05; done'),
    )
    terminal.write('hällo\r')
    await printed(terminal, '<hällo>')
    terminal.resize(120, 5000)
    expect(await terminal.exited).toEqual({ exitCode: 3 })
    expect(terminal.output().text).toContain('1000 120')
    terminal.write('into the void')
    terminal.resize(10, 10)
  })

  it('never cuts a character, however the program writes its bytes', async () => {
    const terminal = start(
      bash(String.raw`for b in '\360' '\237' '\221' '\213' '\344' '\270' '\226'; do printf "$b"; sleep 0.02; done`),
    )
    const heard: string[] = []
    terminal.onData((data) => heard.push(data))
    await terminal.exited
    expect(heard.join('')).toBe('👋世')
    expect(heard.every((data) => ['👋', '世', '👋世'].includes(data))).toBe(true)
  })

  it('gathers many small writes into few', async () => {
    const terminal = start(bash('for ((i = 0; i < 2000; i++)); do echo $i; done'))
    let pieces = 0
    terminal.onData(() => (pieces += 1))
    await terminal.exited
    expect(terminal.output().text).toContain('1999\r\n')
    expect(pieces).toBeLessThan(500)
  })

  it('holds a flood within the ring, on disk and in memory, and stays responsive', { timeout: 60_000 }, async () => {
    const before = process.memoryUsage().rss
    let peak = before
    let characters = 0
    let largest = 0
    const terminal = start(bash('yes | head -c 20000000; echo THE-END'))
    terminal.onData((data) => {
      characters += data.length
      largest = Math.max(largest, data.length)
      peak = Math.max(peak, process.memoryUsage().rss)
    })
    await terminal.exited
    const { text, truncated } = terminal.output()
    const onDisk = readdirSync(join(folder, 'ring')).reduce(
      (sum, name) => sum + statSync(join(folder, 'ring', name)).size,
      0,
    )
    expect(characters).toBe(30_000_000 + 'THE-END\r\n'.length)
    expect(text.endsWith('y\r\nTHE-END\r\n')).toBe(true)
    expect(truncated).toBe(true)
    expect(onDisk).toBeLessThanOrEqual(4 * 1024 * 1024)
    expect(largest).toBeLessThan(4 * 1024 * 1024)
    expect(peak - before).toBeLessThan(150 * 1024 * 1024)
  })

  it('goes on when a listener fails', async () => {
    const terminal = start(bash('echo a'))
    const heard: string[] = []
    terminal.onData(() => {
      throw new Error('listener')
    })
    const dispose = terminal.onData((data) => heard.push(data))
    await terminal.exited
    dispose()
    dispose()
    expect(heard.join('')).toBe('a\r\n')
  })
})

describe('ending a terminal', () => {
  beforeEach((context) => context.skip(process.platform !== 'linux', 'looks at processes in /proc'))
  it('asks first: a program may clean up', async () => {
    const terminal = start(bash('trap "echo cleaned; exit 4" TERM; echo ready; while :; do sleep 0.05; done'))
    await printed(terminal, 'ready')
    await terminal.kill()
    expect(terminal.output().text).toContain('cleaned')
    expect(await terminal.exited).toEqual({ exitCode: 4 })
  })

  it('ends an interactive shell, which ignores TERM, by hanging up', async () => {
    const env = { PATH: path, PS1: 'ready> ', MARK_OF_TEST: folder }
    const terminal = start(bash('', { args: ['--noprofile', '--norc', '-i'], env }))
    await printed(terminal, 'ready> ')
    await terminal.kill()
    expect(survivors()).toEqual([])
  })

  it('leaves nothing of the tree: neither what ignores signals nor what left its session', async () => {
    const stubborn = 'trap "" TERM HUP INT; while :; do sleep 60; done'
    const terminal = start(
      bash(
        `setsid bash -c '${stubborn}' & (setsid nohup sleep 61 >/dev/null 2>&1 &); ${stubborn.replace('while', 'echo ready; while')}`,
      ),
    )
    await printed(terminal, 'ready')
    await expect.poll(() => survivors().length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(3)
    await terminal.kill(100)
    expect(survivors()).toEqual([])
    expect(await terminal.exited).toEqual({ signal: 'SIGKILL' })
  })

  it('ends what outlived its shell when the host stops', async () => {
    const terminal = start(bash('setsid nohup sleep 62 >/dev/null 2>&1 & sleep 0.1; exit 0'))
    expect(await terminal.exited).toEqual({ exitCode: 0 })
    expect(survivors().length).toBe(1)
    await terminals.stop()
    expect(survivors()).toEqual([])
    expect(terminals.start('late', bash('true'))).toEqual({ kind: 'failed', reason: 'The host is stopping.' })
  })
})

describe('terminals', () => {
  beforeEach((context) => context.skip(process.platform === 'win32', 'their programs are for bash'))
  it('say what is wrong with a launch', () => {
    start(bash('sleep 60'), 'taken')
    expect(terminals.start('taken', bash('true'))).toEqual({
      kind: 'failed',
      reason: 'There is a terminal of this id already.',
    })
    expect(terminals.start('a', bash('true', { file: '/no/such' }))).toEqual({
      kind: 'failed',
      reason: 'There is no program /no/such.',
    })
    expect(terminals.start('b', bash('true', { cwd: '/no/such' }))).toEqual({
      kind: 'failed',
      reason: 'There is no folder /no/such.',
    })
    expect(terminals.get('a')).toBeUndefined()
  })

  it('keep output beyond the life of the host, until it is disposed', async () => {
    await start(bash('echo remembered')).exited
    await terminals.stop()
    terminals = open()
    expect(terminals.get('t1')).toBeUndefined()
    expect(terminals.keptOutput('t1')).toEqual({ text: 'remembered\r\n', truncated: false })
    await terminals.dispose('t1')
    expect(terminals.keptOutput('t1')).toBeUndefined()
  })

  it('kill what runs in a terminal that is disposed', async () => {
    const terminal = start(bash('sleep 63'))
    await terminals.dispose('t1')
    expect(await terminal.exited).not.toEqual({ exitCode: 0 })
    expect([terminals.get('t1'), terminals.keptOutput('t1')]).toEqual([undefined, undefined])
  })
})
