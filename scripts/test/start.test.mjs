import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRoot } from '../paths.mjs'

let folder
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'roadstead-start-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('under a Node that is too old', () => {
  it.each(['start.cjs', 'test.cjs', 'roadstead.cjs'])('%s says what to install and changes nothing', (script) => {
    const pretend = path.join(folder, 'pretend.cjs')
    writeFileSync(
      pretend,
      "Object.defineProperty(process, 'versions', { value: Object.assign({}, process.versions, { node: '18.20.4' }) })",
    )
    const { status, stderr, stdout } = spawnSync(process.execPath, ['--require', pretend, inRoot('scripts', script)], {
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^Roadstead needs Node .*this is Node 18\.20\.4\.\nInstall Node 24/)
  })
})

it('explains npm start without installing or building anything', () => {
  const { status, stdout } = spawnSync(process.execPath, [inRoot('scripts', 'start.cjs'), '--help'], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  for (const word of ['--demo', '--data DIR', '20.19 or newer', 'bubblewrap', 'pairing code'])
    expect(stdout).toContain(word)
})

describe('a program run in our place', () => {
  const stand = (body) => {
    const file = path.join(folder, `stand-${Math.random()}.mjs`)
    const place = JSON.stringify(inRoot('scripts', 'start', 'run-program.mjs'))
    writeFileSync(
      file,
      `import { runProgram } from ${place}\nprocess.exit(await runProgram(process.execPath, ['-e', ${JSON.stringify(body)}]))\n`,
    )
    return file
  }

  it('gives us its exit code', () => {
    expect(spawnSync(process.execPath, [stand('process.exit(7)')]).status).toBe(7)
  })

  it('gets the signals that we get', async () => {
    const body = "process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1000); console.log('ready')"
    const ours = spawn(process.execPath, [stand(body)], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => ours.stdout.once('data', resolve))
    ours.kill('SIGTERM')
    expect(await new Promise((resolve) => ours.once('exit', resolve))).toBe(9)
  })
})
