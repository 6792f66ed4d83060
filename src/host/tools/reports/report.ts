import type { TestReport } from '../../../protocol/roadstead.ts'

export type { TestReport }

/** One test that failed. */
export type TestFailure = TestReport['failures'][number]

const maxFailures = 50
const maxNameCharacters = 300
const maxMessageCharacters = 500

/** Collects results into a report of bounded size. */
export function collectReport(): {
  pass(count?: number): void
  skip(count?: number): void
  fail(name: string, message?: string): void
  report(): TestReport
} {
  let [passed, failed, skipped] = [0, 0, 0]
  const failures: TestFailure[] = []
  return {
    pass: (count = 1) => void (passed += count),
    skip: (count = 1) => void (skipped += count),
    fail: (name, message) => {
      failed++
      if (failures.length >= maxFailures) return
      const said = message?.trim().slice(0, maxMessageCharacters)
      failures.push({ name: name.trim().slice(0, maxNameCharacters), ...(said && { message: said }) })
    },
    report: () => ({ passed, failed, skipped, failures }),
  }
}
