import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { excerptOf, plain } from './outcome.mjs'

/**
 * Prints one line per test file and leaves the outcome, with the reasons of skips, in the file ROADSTEAD_OUTCOME_FILE.
 * (Vitest's own JSON report holds neither reasons nor errors outside of tests.)
 */
export default class OutcomeReporter {
  #root = process.cwd()
  #outcome = { passed: 0, failed: [], skipped: [], suites: [] }

  onInit(vitest) {
    this.#root = vitest.config.root
  }

  #place = (module) => path.relative(this.#root, module.moduleId)

  onTestModuleEnd(module) {
    const place = this.#place(module)
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const test of module.children.allTests()) {
      const name = `${place} > ${test.fullName}`
      const result = test.result()
      if (result.state === 'passed') {
        counts.passed += 1
        this.#outcome.passed += 1
      } else if (result.state === 'failed') {
        counts.failed += 1
        const errors = result.errors.map((error) =>
          [error.message, error.diff, firstOwnFrame(error.stack, this.#root)].filter(Boolean).join('\n'),
        )
        this.#outcome.failed.push({ name, excerpt: excerptOf(errors.join('\n')) })
      } else {
        counts.skipped += 1
        this.#outcome.skipped.push({
          name,
          reason: result.state === 'skipped' ? (result.note ?? '') : 'it never ran to its end',
        })
      }
    }
    const errors = module.errors()
    for (const suite of module.children.allSuites()) for (const error of suite.errors()) errors.push(error)
    for (const error of errors) {
      counts.failed += 1
      this.#outcome.failed.push({
        name: place,
        excerpt: excerptOf(`${error.message}\n${firstOwnFrame(error.stack, this.#root)}`),
      })
    }
    this.#outcome.suites.push({ place, collected: errors.length === 0 })
    const mark = counts.failed > 0 ? 'x' : '✓'
    const parts = [
      `${counts.passed} passed`,
      counts.failed && `${counts.failed} failed`,
      counts.skipped && `${counts.skipped} skipped`,
    ]
    process.stdout.write(
      `  ${mark} ${place} (${parts.filter(Boolean).join(', ')}) ${Math.round(module.diagnostic().duration)} ms\n`,
    )
  }

  onTestRunEnd(_modules, unhandledErrors) {
    for (const error of unhandledErrors)
      this.#outcome.failed.push({
        name: 'an error outside of any test',
        excerpt: excerptOf(error.stack ?? error.message),
      })
    const file = process.env['ROADSTEAD_OUTCOME_FILE']
    if (file) writeFileSync(file, JSON.stringify(this.#outcome))
  }
}

/** The first line of a stack that is ours. */
function firstOwnFrame(stack, root) {
  const line = plain(stack ?? '')
    .split('\n')
    .find((text) => /^\s*at /.test(text) && text.includes(root) && !text.includes('node_modules'))
  return line ? line.trim().replaceAll(`${root}/`, '').replaceAll('file://', '') : ''
}
