import { readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { faultOf, parseTest, readGuards } from './guard-list.mjs'
import { failed, join, passed } from './outcome.mjs'
import { scratchCopy } from './scratch-copy.mjs'
import { runVitest } from './unit.mjs'

const LIMIT_MS = 5 * 60_000

const escapePattern = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** What to give to vitest for the tests of one guard; a pattern of names only when every test has one. */
function argumentsFor(tests) {
  const parsed = tests.map(parseTest)
  const names = parsed.every((test) => test.name !== undefined) ? parsed.map((test) => escapePattern(test.name)) : []
  return [...new Set(parsed.map((test) => test.file)), ...(names.length > 0 ? ['-t', names.join('|')] : [])]
}

/** A switched-off guard must still parse: a file that is only broken would fail every test and prove nothing. */
function syntaxFault(file, source) {
  if (!file.endsWith('.ts')) return undefined
  try {
    stripTypeScriptTypes(source)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Switches one guard off and runs the tests that name it.
 * @param {string} node
 * @param {import('./guard-list.mjs').Guard} guard
 * @param {string} folder a scratch copy
 * @param {Record<string, string>} env
 * @param {Map<string, import('./outcome.mjs').Outcome>} green what the same tests gave with every guard in place
 * @returns {Promise<import('./outcome.mjs').Outcome>} passed when a test noticed
 */
async function switchOff(node, guard, folder, env, green) {
  const place = path.join(folder, guard.file)
  const source = readFileSync(place, 'utf8')
  const without = source.replace(guard.find, () => guard.replace)
  const broken = syntaxFault(guard.file, without)
  if (broken !== undefined) return failed(guard.name, `Without it ${guard.file} does not parse: ${broken}`)
  const run = (...more) =>
    runVitest(node, { limitMs: LIMIT_MS, args: [...argumentsFor(guard.tests), ...more], env, folder, quiet: true })
  const tests = JSON.stringify(argumentsFor(guard.tests))
  const before = green.get(tests) ?? (await run()).outcome
  green.set(tests, before)
  if (before.failed.length > 0 || before.passed === 0)
    return failed(
      guard.name,
      `Its tests are not green with it in place:\n${before.failed.map((test) => `${test.name}\n${test.excerpt}`).join('\n') || 'none ran'}`,
    )
  writeFileSync(place, without)
  try {
    // One test that notices is enough. Bailing out can cut off the very report of it; then everything runs.
    const isTest = (test) => test.name.includes(' > ')
    let { outcome } = await run('--bail=1')
    if (outcome.failed.length > 0 && !outcome.failed.some(isTest)) outcome = (await run()).outcome
    const noticed = outcome.failed.filter(isTest)
    if (noticed.length > 0) return passed(guard.name)
    if (outcome.failed.length > 0)
      return failed(
        guard.name,
        `Without it the tests could not even start, which proves nothing:\n${outcome.failed[0].excerpt}`,
      )
    return failed(guard.name, `All ${outcome.passed} tests stay green without it: ${guard.tests.join(', ')}`)
  } finally {
    writeFileSync(place, source)
  }
}

/**
 * Switches off one guard after the other, in a copy, and fails for each that no test misses.
 * @param {string} node
 * @param {{root: string, env?: Record<string, string>, only?: string, say?: (line: string) => void}} options `only`: a part of the guards' names
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function testGuards(node, { root, env = {}, only = '', say = () => {} }) {
  const copy = scratchCopy(root)
  try {
    const outcomes = []
    const green = new Map()
    for (const guard of readGuards(root).filter((entry) => entry.name?.includes(only))) {
      const fault = faultOf(guard, root)
      const outcome =
        fault === undefined
          ? await switchOff(
              node,
              guard,
              copy.folder,
              { ROADSTEAD_SHARED: path.join(root, '..', 'shared'), ...env },
              green,
            )
          : failed(guard.name, fault)
      say(`  ${outcome.failed.length === 0 ? '✓' : 'x'} ${guard.name}`)
      outcomes.push(outcome)
    }
    return join(outcomes)
  } finally {
    copy.dispose()
  }
}
