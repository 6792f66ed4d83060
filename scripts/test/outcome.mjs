/**
 * What a stage of the tests found.
 * @typedef {{passed: number, failed: {name: string, excerpt: string}[], skipped: {name: string, reason: string}[]}} Outcome
 */

/** @param {string} text @returns {string} without colour codes and other escape sequences */
// oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
export const plain = (text) => text.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '')

/**
 * @param {string} text
 * @param {number} [lines]
 * @returns {string} its first lines, shortened, so that a failure can be read in a list
 */
export function excerptOf(text, lines = 12) {
  const all = plain(text)
    .trimEnd()
    .split('\n')
    .map((line) => (line.length > 220 ? `${line.slice(0, 219)}…` : line))
  return all.length <= lines
    ? all.join('\n')
    : [...all.slice(0, lines), `… ${all.length - lines} more lines`].join('\n')
}

/** @returns {Outcome} */
export const nothing = () => ({ passed: 0, failed: [], skipped: [] })
/** @param {string} name @returns {Outcome} */
export const passed = (_name) => ({ passed: 1, failed: [], skipped: [] })
/** @param {string} name @param {string} text @param {number} [lines] @returns {Outcome} */
export const failed = (name, text, lines) => ({
  passed: 0,
  failed: [{ name, excerpt: excerptOf(text, lines) }],
  skipped: [],
})
/** @param {string} name @param {string} reason @returns {Outcome} */
export const skipped = (name, reason) => ({ passed: 0, failed: [], skipped: [{ name, reason }] })

/** @param {Outcome[]} outcomes @returns {Outcome} */
export function join(outcomes) {
  return {
    passed: outcomes.reduce((sum, outcome) => sum + outcome.passed, 0),
    failed: outcomes.flatMap((outcome) => outcome.failed),
    skipped: outcomes.flatMap((outcome) => outcome.skipped),
  }
}

/**
 * A skip has to say why; one that does not is a failure of the test that skips.
 * @param {Outcome} outcome
 * @returns {Outcome}
 */
export function refuseSilentSkips(outcome) {
  const silent = outcome.skipped.filter((skip) => skip.reason.trim() === '')
  return {
    passed: outcome.passed,
    failed: [
      ...outcome.failed,
      ...silent.map((skip) => ({ name: skip.name, excerpt: "It is skipped without a reason: use ctx.skip('why')." })),
    ],
    skipped: outcome.skipped.filter((skip) => skip.reason.trim() !== ''),
  }
}

const indent = (text) => text.replaceAll(/^/gm, '    ')

/**
 * The end of every run: skips with their reasons, failures with an excerpt, and last, alone, the line of counts.
 * @param {Outcome} outcome
 * @returns {string} ends with a line feed
 */
export function formatSummary({ passed: passes, failed: failures, skipped: skips }) {
  const parts = []
  if (skips.length > 0)
    parts.push(['Skipped:', ...skips.map((skip) => `  ${skip.name}\n    because ${skip.reason}`)].join('\n'))
  if (failures.length > 0)
    parts.push(['Failed:', ...failures.map((failure) => `  ${failure.name}\n${indent(failure.excerpt)}`)].join('\n'))
  parts.push(`${passes} passed, ${failures.length} failed, ${skips.length} skipped`)
  return `\n${parts.join('\n\n')}\n`
}
