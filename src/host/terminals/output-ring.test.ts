import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLogger } from '../platform/logger.ts'
import { decodeWhole, OutputRing, readKept, removeKept } from './output-ring.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ring-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ringOf = (limit: number) => new OutputRing(folder, 'ahp-terminal:/../x', limit, silentLogger)

it('keeps everything below its limit, readable while it is written and afterwards', () => {
  const ring = ringOf(1000)
  ring.append('grüße ')
  ring.append('世界 👋\r\n')
  expect(ring.read()).toEqual({ text: 'grüße 世界 👋\r\n', truncated: false })
  ring.close()
  expect(readKept(folder, 'ahp-terminal:/../x')).toEqual({ text: 'grüße 世界 👋\r\n', truncated: false })
})

it('keeps the newest output, never more than its limit, and never half a character', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 8, max: 200 }),
      fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 30 }),
      (limit, texts) => {
        const ring = ringOf(limit)
        for (const text of texts) ring.append(text)
        const { text, truncated } = ring.read()
        ring.close()
        const whole = texts.join('')
        const onDisk = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
        expect(onDisk).toBeLessThanOrEqual(limit)
        expect(whole.endsWith(text)).toBe(true)
        expect(truncated || text === whole).toBe(true)
        if (truncated) expect(Buffer.byteLength(text)).toBeGreaterThanOrEqual(Math.floor(limit / 2) - 3)
      },
    ),
  )
})

it('writes files that only the owner can read, whatever the id looks like', () => {
  const ring = ringOf(100)
  ring.append('secret')
  ring.close()
  const names = readdirSync(folder)
  expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600])
  expect(names[0]).toMatch(/^[0-9a-f]{64}\.0$/)
})

it('begins anew for the same id and leaves others alone', () => {
  ringOf(100).append('old')
  const other = new OutputRing(folder, 'other', 100, silentLogger)
  other.append('kept')
  const again = ringOf(100)
  again.append('new')
  expect([again.read().text, other.read().text]).toEqual(['new', 'kept'])
  removeKept(folder, 'ahp-terminal:/../x')
  expect(readKept(folder, 'ahp-terminal:/../x')).toBeUndefined()
})

it('goes on in memory when the disk takes no more', () => {
  const warnings: string[] = []
  const ring = new OutputRing(folder, 'x', 8, { ...silentLogger, warn: (message) => warnings.push(message) })
  ring.append('1234')
  rmSync(folder, { recursive: true, force: true })
  ring.append('5678')
  ring.append('9')
  folder = mkdtempSync(join(tmpdir(), 'ring-'))
  expect(warnings).toEqual(['Terminal output can no longer be kept on disk'])
})

it('drops the halves of characters that cutting left at either end', () => {
  const bytes = Buffer.from('👋a👋')
  expect(decodeWhole(bytes.subarray(1, bytes.length - 1))).toBe('a')
})
