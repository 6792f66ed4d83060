import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sweep } from './temporary-folder.ts'

test('what a killed process left is cleared away, what a living one or nobody of ours uses is not', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'roadstead-scratch-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  const names = [`roadstead-index-${gone}-a`, `roadstead-index-${process.pid}-b`, 'roadstead-index-c', 'other']
  for (const name of names) mkdirSync(join(parent, name, 'inner'), { recursive: true })
  await sweep(parent, Date.now())
  expect(readdirSync(parent).sort()).toEqual([...names].sort())
  await sweep(parent, Date.now() + 3_600_000)
  expect(readdirSync(parent).sort()).toEqual(names.slice(1).sort())
})
