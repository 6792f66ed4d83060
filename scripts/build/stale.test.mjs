import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { precompress } from './precompress.mjs'
import { removeStale } from './stale.mjs'

it('removes what no kept build wrote, and keeps the compressed siblings of the rest', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'roadstead-stale-'))
  try {
    mkdirSync(path.join(folder, 'assets'))
    for (const name of ['index.html', 'assets/now-12345678.js', 'assets/old-12345678.js'])
      writeFileSync(path.join(folder, name), 'x'.repeat(100))
    await precompress([path.join(folder, 'assets/now-12345678.js'), path.join(folder, 'assets/old-12345678.js')])
    removeStale(folder, new Set(['index.html', 'assets/now-12345678.js']))
    expect(readdirSync(folder, { recursive: true }).sort((a, b) => a.localeCompare(b))).toEqual([
      'assets',
      'assets/now-12345678.js',
      'assets/now-12345678.js.br',
      'assets/now-12345678.js.gz',
      'index.html',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
