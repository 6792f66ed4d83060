import { existsSync, readdirSync } from 'node:fs'
import { inRoot } from '../paths.mjs'
import { findChromium } from './chromium.mjs'
import { failed, nothing, refuseSilentSkips, skipped } from './outcome.mjs'
import { reportFile } from './report-file.mjs'
import { runCommand } from './run-command.mjs'

/**
 * Runs the browser tests against the built program.
 * @param {string} node
 * @param {{limitMs: number, args?: string[], env?: Record<string, string>}} options
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function browserTests(node, { limitMs, args = [], env = {} }) {
  const specs = existsSync(inRoot('e2e'))
    ? readdirSync(inRoot('e2e'), { recursive: true }).filter((name) => name.endsWith('.spec.ts'))
    : []
  if (specs.length === 0) return nothing()
  if (!findChromium())
    return skipped(
      `browser tests (${specs.length} files)`,
      'no Chromium was found: install chromium or set ROADSTEAD_CHROMIUM',
    )
  const report = reportFile()
  try {
    const { code, output, hung } = await runCommand(
      [
        node,
        inRoot('node_modules', '@playwright', 'test', 'cli.js'),
        'test',
        '--reporter',
        inRoot('scripts', 'test', 'playwright-reporter.mjs'),
        ...args,
      ],
      {
        limitMs,
        env: { ...env, ROADSTEAD_OUTCOME_FILE: report.file },
        onLine: (line) => process.stdout.write(`${line}\n`),
      },
    )
    const outcome = report.read()
    if (!outcome || hung) return failed('the browser tests did not finish', output.slice(-3000), 30)
    if (code !== 0 && outcome.failed.length === 0)
      outcome.failed.push({ name: `playwright ended with code ${code}`, excerpt: output.slice(-2000) })
    return refuseSilentSkips(outcome)
  } finally {
    report.dispose()
  }
}
