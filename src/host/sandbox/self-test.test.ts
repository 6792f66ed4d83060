import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createSandbox } from './create-sandbox.ts'
import { runProcess, type RunProcess } from './run-process.ts'

/** The self-test of a sandbox whose arguments for bubblewrap are changed on their way. */
async function testWith(change: (args: readonly string[]) => readonly string[]) {
  const folder = realpathSync(mkdtempSync('/tmp/self-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const run: RunProcess = (file, args, options) =>
    runProcess(file, args.includes('--unshare-net') ? change(args) : args, options)
  const { platform, arch } = process
  const sandbox = createSandbox({ platform, arch, clock: systemClock, hostEnv: process.env, folder, run })
  const state = await sandbox.selfTest()
  expect(readdirSync(folder).sort()).toEqual(['filter.bpf', 'stand-ins'])
  return state.status === 'available' ? 'available' : state.reason
}

/** `args` without the words `first` and those that follow it. */
function without(args: readonly string[], first: string, following = 0): string[] {
  const at = args.indexOf(first)
  if (at === -1) throw new Error(`there is no ${first}`)
  return args.toSpliced(at, 1 + following)
}

/** Shows one folder of the scene, named as in the self-test, for writing, the last mount of all. */
function showing(args: readonly string[], name: string): string[] {
  const workspace = args[args.indexOf('--chdir') + 1] ?? ''
  const place = join(workspace, '..', name)
  return args.toSpliced(args.indexOf('--clearenv'), 0, '--bind', place, place)
}

/** Shows the folder for everybody's temporary files in place of a private one. */
function showingTemporary(args: readonly string[]): string[] {
  const at = args.findIndex((word, index) => word === '--tmpfs' && args[index + 1] === '/tmp')
  if (at === -1) throw new Error('the scene is not in /tmp')
  const sized = args[at - 2] === '--size'
  return args.toSpliced(sized ? at - 2 : at, sized ? 4 : 2, '--bind', '/tmp', '/tmp')
}

const bubblewrapHere = existsSync('/usr/bin/bwrap')
if (!bubblewrapHere) it('is tried for real', (context) => context.skip('bubblewrap is not installed here'))

describe.runIf(bubblewrapHere)('the self-test', () => {
  it('passes where everything holds', async () => {
    expect(await testWith((args) => args)).toBe('available')
  })

  it.each([
    ['connect to this machine', (args: readonly string[]) => without(args, '--unshare-net')],
    ['run without a system call filter', (args: readonly string[]) => without(args, '--seccomp', 1)],
    ['make a Unix socket', (args: readonly string[]) => without(args, '--seccomp', 1)],
    ['read the home folder', (args: readonly string[]) => showing(args, 'home')],
    ['read the data folder', (args: readonly string[]) => showing(args, 'data')],
    ['write outside the workspace', (args: readonly string[]) => showing(args, 'outside')],
    ['write into .git', (args: readonly string[]) => showing(args, 'workspace/.git')],
    ['create a protected name', (args: readonly string[]) => showing(args, 'workspace/.mcp.json')],
    ['write into the shared temporary folder', showingTemporary],
    ['reach a process outside', (args: readonly string[]) => without(args, '--unshare-pid')],
  ])('notices that a command could %s', async (what, change) => {
    expect(await testWith(change)).toMatch(new RegExp(`^A command in the sandbox could .*${what}`))
  })
})
