import { inRoot, root } from '../paths.mjs'
import { failed, join, nothing, refuseSilentSkips } from './outcome.mjs'
import { reportFile } from './report-file.mjs'
import { runCommand } from './run-command.mjs'

/**
 * Runs vitest and reads what its reporter left.
 * @param {string} node
 * @param {{limitMs: number, args?: string[], env?: Record<string, string>, folder?: string, quiet?: boolean}} options
 * @returns {Promise<{outcome: import('./outcome.mjs').Outcome & {suites?: {place: string, collected: boolean}[]}, output: string}>}
 */
export async function runVitest(node, { limitMs, args = [], env = {}, folder = root, quiet = false }) {
  const report = reportFile()
  try {
    const { code, output, hung } = await runCommand(
      [
        node,
        inRoot('node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--reporter',
        inRoot('scripts', 'test', 'vitest-reporter.mjs'),
        ...args,
      ],
      {
        cwd: folder,
        limitMs,
        env: { ...env, ROADSTEAD_OUTCOME_FILE: report.file },
        onLine: quiet ? undefined : (line) => process.stdout.write(`${line}\n`),
      },
    )
    const outcome = report.read()
    if (!outcome || hung)
      return { outcome: join([outcome ?? nothing(), failed('vitest did not finish', output.slice(-3000), 30)]), output }
    // Vitest can fail for a reason that no test carries, a worker that died for example.
    if (code !== 0 && outcome.failed.length === 0)
      return { outcome: join([outcome, failed(`vitest ended with code ${code}`, output.slice(-3000), 30)]), output }
    return { outcome, output }
  } finally {
    report.dispose()
  }
}

/** @returns {Promise<import('./outcome.mjs').Outcome>} of the unit and property tests */
export async function unitTests(node, options) {
  const { outcome } = await runVitest(node, options)
  return refuseSilentSkips(outcome)
}
