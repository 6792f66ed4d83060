import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from './open-browser.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-browser-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function program(name: string, lastLine = 'exit 0'): Promise<string> {
  const path = join(folder, name)
  await writeFile(
    path,
    `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/arguments.tmp"\n/bin/mv "${folder}/arguments.tmp" "${folder}/arguments"\n${lastLine}\n`,
  )
  await chmod(path, 0o755)
  return path
}

const seen = () => readFile(join(folder, 'arguments'), 'utf8')
const awkward = '/tmp/a b;$(id)`id`&.html'

it('hands the target over as one argument and no shell reads it', async () => {
  const browser = await program('browser')
  expect(await openBrowser(awkward, { env: { BROWSER: browser }, platform: 'linux' })).toEqual({ kind: 'started' })
  expect(await seen()).toBe(`${awkward}\n`)
})

it('uses the opener of the desktop', async () => {
  await program('xdg-open')
  const outcome = await openBrowser(awkward, { env: { DISPLAY: ':0', PATH: folder }, platform: 'linux' })
  expect(outcome).toEqual({ kind: 'started' })
  expect(await seen()).toBe(`${awkward}\n`)
})

it('guard browser: the browser gets no key of a model', async () => {
  const browser = await program('browser', `env > "${folder}/arguments"`)
  const env = { BROWSER: browser, PATH: '/usr/bin:/bin', OPENAI_API_KEY: 'canary-of-the-host', SHOWN: 'yes' }
  expect(await openBrowser('x', { env, platform: 'linux' })).toEqual({ kind: 'started' })
  expect(await seen()).toContain('SHOWN=yes')
  expect(await seen()).not.toMatch(/canary|OPENAI/)
})

it('counts a browser that keeps running as started', async () => {
  const browser = await program('browser', `echo $$ > "${folder}/pid"; exec sleep 60`)
  expect(
    await openBrowser('x', { env: { BROWSER: browser, PATH: '/usr/bin:/bin' }, platform: 'linux', waitMs: 50 }),
  ).toEqual({
    kind: 'started',
  })
  const pid = await vi.waitUntil(() => readFile(join(folder, 'pid'), 'utf8').catch(() => ''))
  process.kill(Number(pid))
})

it('opens nothing where the person said so, without a screen, or without an opener', async () => {
  const failing = await program('failing', 'exit 4')
  const outcomes = await Promise.all([
    openBrowser('x', { env: { BROWSER: 'none', DISPLAY: ':0' }, platform: 'linux' }),
    openBrowser('x', { env: {}, platform: 'linux' }),
    openBrowser('x', { env: { DISPLAY: ':0', PATH: '/nowhere' }, platform: 'linux' }),
    openBrowser('x', { env: { BROWSER: failing }, platform: 'linux' }),
    openBrowser('\0', { env: { BROWSER: failing }, platform: 'linux' }),
  ])
  expect(outcomes.slice(0, 4)).toEqual([
    { kind: 'not-started', reason: 'BROWSER=none' },
    { kind: 'not-started', reason: 'there is no screen' },
    { kind: 'not-started', reason: 'xdg-open was not found' },
    { kind: 'not-started', reason: `${failing} ended with 4` },
  ])
  expect(outcomes[4]).toMatchObject({ kind: 'not-started' })
})
