import { numberFact } from '../call-facts.ts'
import type { CallResult, FinishedRound } from '../reply.ts'

const maxLineLength = 160

/**
 * Replaces what stands in double braces by what really came of the calls of this turn, so that a script need not claim
 * anything: `lastStatus` (succeeded, failed, denied, interrupted), `lastExit`, `lastFirstLine` (of the last result),
 * `testsPassed`, `testsFailed` (of the last command that reported tests). What is not known reads "unknown"; other names
 * stay as they are.
 */
export function fillIn(text: string, rounds: readonly FinishedRound[]): string {
  const results = rounds.flatMap((round) => round.calls)
  const values: Record<string, string | number | undefined> = {
    lastStatus: results.at(-1)?.status,
    lastExit: lastExit(results),
    lastFirstLine: firstLine(results.at(-1)?.forModel),
    testsPassed: lastTests(results, 'passed'),
    testsFailed: lastTests(results, 'failed'),
  }
  return text.replaceAll(/\{\{\s*([a-zA-Z]+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name] ?? 'unknown') : whole,
  )
}

/** The exit code of the last command that has one. */
export function lastExit(results: readonly CallResult[]): number | undefined {
  return results.map((result) => numberFact(result.facts, 'exitCode')).findLast((code) => code !== undefined)
}

function lastTests(results: readonly CallResult[], name: 'passed' | 'failed'): number | undefined {
  const reports = results
    .map((result) => result.facts['tests'])
    .filter((tests) => typeof tests === 'object' && tests !== null)
  const last = reports.at(-1)
  return last === undefined ? undefined : numberFact(last as Record<string, unknown>, name)
}

/** Backticks and control characters go: the line may stand in code marks. */
function firstLine(text: string | undefined): string | undefined {
  const line = text?.split('\n').find((candidate) => candidate.trim() !== '')
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  const plain = line?.replaceAll(/[`\u0000-\u001f\u007f]/g, '').trim()
  return plain && plain.length > maxLineLength ? `${plain.slice(0, maxLineLength)}…` : plain
}
