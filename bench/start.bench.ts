import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/test/chromium.mjs'
import { median, tellFigure, tellSkipped } from './support/figure.ts'

const name = 'npm start to a usable page'
const RUNS = 3
const LIMIT_MS = 60_000
const root = path.join(import.meta.dirname, '..')

/** Resolves to the text of a file once it is there and has a whole line. */
function lineOf(folder: string, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('npm start opened no browser in time')), LIMIT_MS)
    const look = (): void => {
      const place = path.join(folder, file)
      const text = existsSync(place) ? readFileSync(place, 'utf8') : ''
      if (!text.endsWith('\n')) return
      clearTimeout(limit)
      watcher.close()
      resolve(text.trim())
    }
    const watcher = watch(folder, look)
    look()
  })
}

/** Milliseconds from `npm start` until the first screen can be used, in a browser that already runs. */
async function startOnce(executablePath: string): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'roadstead-bench-'))
  // A "browser" that only tells which file it was given, so that the one measured with can be a running one.
  const opener = path.join(folder, 'browser')
  writeFileSync(opener, `#!/bin/sh\nprintf '%s\\n' "$1" > '${folder}/opened'\n`)
  chmodSync(opener, 0o755)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage()
  const startedAt = performance.now()
  const started = spawn('npm', ['start', '--', '--port', '0', '--data', path.join(folder, 'data')], {
    cwd: root,
    env: { ...process.env, BROWSER: opener },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const ended = new Promise((resolve) => started.once('exit', resolve))
  try {
    const file = await lineOf(folder, 'opened')
    await page.goto(file.includes('://') ? file : `file://${file}`)
    await page.getByRole('heading', { name: 'What shall we work on?' }).waitFor({ timeout: LIMIT_MS })
    return performance.now() - startedAt
  } finally {
    await browser.close()
    if (started.pid !== undefined) process.kill(-started.pid, 'SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const executablePath = findChromium()
if (executablePath === undefined) tellSkipped(name, 'no Chromium was found')
else if (process.platform === 'win32') tellSkipped(name, 'the stand-in for a browser is a shell script')
else {
  const runs: number[] = []
  while (runs.length < RUNS) runs.push(await startOnce(executablePath))
  tellFigure(name, median(runs) / 1000, 's', { runs: runs.map((run) => Math.round(run) / 1000) })
}
