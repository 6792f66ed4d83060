import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { inRoot } from '../paths.mjs'

const { checkNode } = createRequire(import.meta.url)('../check-node.cjs')
const linux = { platform: 'linux', arch: 'x64' }
const mac = { platform: 'darwin', arch: 'arm64' }

it.each([
  [{ ...linux, version: '20.19.0' }, 'usable'],
  [{ ...linux, version: 'v22.1.0' }, 'usable'],
  [{ ...linux, arch: 'arm64', version: '24.0.0' }, 'usable'],
  [{ ...linux, version: '20.18.3' }, 'too-old'],
  [{ ...linux, version: '8.17.0' }, 'too-old'],
  [{ ...linux, arch: 'riscv64', version: '22.0.0' }, 'too-old'],
  [{ ...mac, version: '22.20.0' }, 'too-old'],
  [{ ...mac, version: '24.1.0' }, 'usable'],
  [{ platform: 'win32', arch: 'x64', version: '20.19.4' }, 'too-old'],
])('judges %o as %s', (node, kind) => {
  expect(checkNode(node).kind).toBe(kind)
})

it('says which Node is running, which is needed, how to get it and that nothing was changed', () => {
  const { text } = checkNode({ ...linux, version: '18.20.4' })
  expect(text).toContain('this is Node 18.20.4')
  expect(text).toContain('20.19 or newer on linux x64')
  expect(text).toContain('nvm install 24')
  expect(text).toContain('Nothing was changed')
})

it('is written so that an old Node can parse it, as are the files that call it', () => {
  const check = readFileSync(inRoot('scripts/check-node.cjs'), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  expect(check).not.toMatch(/=>|`|\bconst\b|\blet\b|\?\.|\?\?|\bimport\s*\(|\basync\b/)
  for (const file of ['start.cjs', 'test.cjs', 'roadstead.cjs']) {
    const source = readFileSync(inRoot('scripts', file), 'utf8')
    expect(source).not.toMatch(/=>|`|\?\.|\?\?|import\s*\(/)
    expect(source.indexOf('check-node')).toBeLessThan(source.indexOf('load.cjs'))
  }
})
