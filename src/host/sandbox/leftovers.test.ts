import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { endLeftovers } from './leftovers.ts'

/** A sandbox that hides `folder` and does nothing. */
async function startSandbox(folder: string): Promise<{ child: ChildProcess; ended: Promise<unknown> }> {
  const args = ['--dev-bind', '/', '/', '--tmpfs', folder, 'sleep', '600']
  const child = spawn('bwrap', args, { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
  await vi.waitFor(() => expect(readFileSync(`/proc/${child.pid}/comm`, 'utf8')).toBe('bwrap\n'))
  return { child, ended }
}

const canSandbox = process.platform === 'linux' && existsSync('/usr/bin/bwrap')

test('guard leftovers: sandboxes of this data folder are ended, those of others stay', async (context) => {
  context.skip(!canSandbox, 'no sandbox can be started here')
  const folder = temporaryFolder()
  const [own, other] = [path.join(folder, 'data'), path.join(folder, 'data-of-another')]
  mkdirSync(own)
  mkdirSync(other)
  const [left, foreign] = await Promise.all([startSandbox(own), startSandbox(other)])
  expect(endLeftovers(own)).toBeGreaterThan(0)
  expect(await left.ended).toBe('SIGKILL')
  expect(foreign.child.exitCode ?? foreign.child.signalCode).toBeNull()
  expect(endLeftovers(own)).toBe(0)
})
