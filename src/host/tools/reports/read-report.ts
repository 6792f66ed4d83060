import { join } from 'node:path'
import { readJudged, removeJudged } from '../../platform/paths/judged-files.ts'
import { decodeText } from '../text-file.ts'
import { parseJunit } from './junit.ts'
import type { ReportPlan } from './plan-report.ts'
import type { TestReport } from './report.ts'
import { parseSummary } from './summaries.ts'
import { parseTap } from './tap.ts'

const maxReportBytes = 8 * 1024 * 1024

/** The results of a test command: from the file it was asked for, else from what it printed. Removes the file. */
export function readReport(plan: ReportPlan, output: string): TestReport | undefined {
  if (!plan.isTest) return undefined
  if (plan.file !== undefined) {
    const used = readJudged(plan.file, { maxBytes: maxReportBytes })
    removeJudged(plan.file)
    const text = used.kind === 'done' ? decodeText(used.value.bytes) : undefined
    const report = text === undefined ? undefined : parseJunit(text)
    if (report !== undefined) return report
  }
  return parseTap(output) ?? parseSummary(output)
}

/** The text of the package's test script in a folder; undefined where there is none. */
export function readTestScript(folder: string): string | undefined {
  const used = readJudged(join(folder, 'package.json'), { maxBytes: maxReportBytes })
  if (used.kind !== 'done') return undefined
  try {
    const parsed: unknown = JSON.parse(used.value.bytes.toString('utf8'))
    const scripts = isObject(parsed) && isObject(parsed['scripts']) ? parsed['scripts'] : {}
    const test = scripts['test']
    return typeof test === 'string' ? test : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
