import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { excerptOf, plain } from './outcome.mjs'

/** Prints one line per browser test and leaves the outcome, with the reasons of skips, in the file ROADSTEAD_OUTCOME_FILE. */
export default class OutcomeReporter {
  #root = process.cwd()
  #errors = []
  #suite

  onBegin(config, suite) {
    this.#root = config.rootDir
    this.#suite = suite
  }

  #name = (test) =>
    `${path.relative(path.dirname(this.#root), test.location.file)} > ${test.titlePath().slice(3).join(' > ')}`

  onTestEnd(test, result) {
    const mark = result.status === 'skipped' ? '-' : test.outcome() === 'unexpected' ? 'x' : '✓'
    process.stdout.write(`  ${mark} ${this.#name(test)} ${result.duration} ms\n`)
  }

  onError(error) {
    this.#errors.push(error)
  }

  onEnd() {
    const outcome = { passed: 0, failed: [], skipped: [] }
    for (const test of this.#suite?.allTests() ?? []) {
      const name = this.#name(test)
      const last = test.results.at(-1)
      if (test.outcome() === 'skipped') {
        const note = [...test.annotations, ...(last?.annotations ?? [])].find(
          (entry) => entry.type === 'skip' || entry.type === 'fixme',
        )
        outcome.skipped.push({ name, reason: note?.description ?? (last ? '' : 'the run ended before it') })
      } else if (test.outcome() === 'expected') outcome.passed += 1
      else {
        const texts = (last?.errors ?? []).map((error) =>
          plain(`${error.message ?? error.value ?? ''}\n${error.snippet ?? ''}`),
        )
        const flaky = test.outcome() === 'flaky' ? 'It failed first and passed when tried again.\n' : ''
        outcome.failed.push({ name, excerpt: excerptOf(flaky + texts.join('\n'), 20) })
      }
    }
    for (const error of this.#errors)
      outcome.failed.push({
        name: 'an error outside of any browser test',
        excerpt: excerptOf(error.message ?? String(error.value)),
      })
    const file = process.env['ROADSTEAD_OUTCOME_FILE']
    if (file) writeFileSync(file, JSON.stringify(outcome))
  }

  printsToStdio() {
    return true
  }
}
