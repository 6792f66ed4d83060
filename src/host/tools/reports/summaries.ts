/** The last lines of test runners that were not asked for a report, or cannot give one without a package. */
import { collectReport } from './report.ts'
import type { TestReport } from './report.ts'

interface Summary {
  /** Lines with counts; each named group is a number. */
  readonly counts: readonly RegExp[]
  /** A line that names a failed test, in group 1. */
  readonly failure?: RegExp
  /** Whether counts of several lines add up; else the last line counts. */
  readonly adds: boolean
}

const numbered = (word: string, group: string) => new RegExp(`(?<${group}>\\d+) ${word}`)

const summaries: readonly { readonly marks: RegExp; readonly summary: Summary }[] = [
  {
    // node --test, the "spec" reporter
    marks: /^ℹ tests \d+$/m,
    summary: {
      counts: [/^ℹ pass (?<passed>\d+)$/, /^ℹ fail (?<failed>\d+)$/, /^ℹ (?:skipped|todo) (?<skipped>\d+)$/],
      failure: /^\s*✖ (?!failing tests:)(.+?)(?: \([\d.]+ms\))?$/,
      adds: true,
    },
  },
  {
    // vitest
    marks: /^[ \t]*Tests[ \t]+.*\(\d+\)[ \t]*$/m,
    summary: {
      counts: ['passed', 'failed', 'skipped'].map((word) => new RegExp(`^\\s*Tests\\s.*?(?<${word}>\\d+) ${word}`)),
      failure: /^\s*FAIL\s+(.+)$/,
      adds: false,
    },
  },
  {
    // jest
    marks: /^Tests:\s+.*\d+ total$/m,
    summary: {
      counts: ['passed', 'failed', 'skipped'].map((word) => new RegExp(`^Tests:.*?(?<${word}>\\d+) ${word}`)),
      failure: /^\s*● (.+ › .+)$/,
      adds: false,
    },
  },
  {
    // mocha
    marks: /^[ \t]*\d+ passing\b/m,
    summary: {
      counts: [numbered('passing', 'passed'), numbered('failing', 'failed'), numbered('pending', 'skipped')].map(
        (one) => new RegExp(`^\\s*${one.source}\\b`),
      ),
      adds: false,
    },
  },
  {
    // pytest
    marks: /^=* ?(?:\d+ \w+, )*\d+ (?:passed|failed|skipped|errors?)\b.* in [\d.]+s.*$/m,
    summary: {
      counts: [numbered('passed', 'passed'), numbered('failed', 'failed'), numbered('skipped', 'skipped')].map(
        (one) => new RegExp(`^=* ?(?:\\d+ \\w+, )*${one.source}\\b.* in [\\d.]+s`),
      ),
      failure: /^FAILED (\S+)/,
      adds: false,
    },
  },
  {
    // cargo test
    marks: /^test result: \w+\. \d+ passed/m,
    summary: {
      counts: [/^test result: .*?(?<passed>\d+) passed; (?<failed>\d+) failed; (?<skipped>\d+) ignored/],
      failure: /^test (\S+) \.\.\. FAILED$/,
      adds: true,
    },
  },
  {
    // go test
    marks: /^[ \t]*--- (?:PASS|FAIL|SKIP): /m,
    summary: { counts: [], failure: /^\s*--- FAIL: (\S+)/, adds: true },
  },
]

const maxLineCharacters = 400
const maxLines = 5000

/** The counts a known runner printed at its end; undefined where none is recognised. */
export function parseSummary(whole: string): TestReport | undefined {
  // Totals stand at the end in short lines; on anything else the patterns are slow.
  const output = whole
    .split('\n')
    .filter((line) => line.length <= maxLineCharacters)
    .slice(-maxLines)
    .join('\n')
  const found = summaries.find(({ marks }) => marks.test(output))
  if (found === undefined) return undefined
  const { counts, failure, adds } = found.summary
  const totals = { passed: 0, failed: 0, skipped: 0 }
  const names = new Set<string>()
  for (const line of output.split('\n')) {
    for (const [key, value] of counts.flatMap((one) => Object.entries(one.exec(line)?.groups ?? {}))) {
      if (key === 'passed' || key === 'failed' || key === 'skipped')
        totals[key] = adds ? totals[key] + Number(value) : Number(value)
    }
    const name = failure?.exec(line)?.[1]
    if (name !== undefined) names.add(name.trim())
  }
  if (counts.length === 0) {
    // Go prints no totals: its lines are counted.
    totals.passed = output.match(/^[ \t]*--- PASS: /gm)?.length ?? 0
    totals.skipped = output.match(/^[ \t]*--- SKIP: /gm)?.length ?? 0
    totals.failed = output.match(/^[ \t]*--- FAIL: /gm)?.length ?? 0
  }
  const report = collectReport()
  for (const name of names) report.fail(name)
  return { ...report.report(), ...totals }
}
