import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * A guard and how it is switched off.
 * @typedef {object} Guard
 * @property {string} name a sentence: what the guard sees to
 * @property {string} file where it stands, relative to the checkout
 * @property {string} find exact text that stands there once
 * @property {string} replace what takes its place; the file still parses
 * @property {string[]} tests the test files that name the guard, `file` or `file -t part of the test's name`
 */

/** @param {string} root @returns {Guard[]} of all files in scripts/guards, one file per room */
export function readGuards(root) {
  const folder = path.join(root, 'scripts', 'guards')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
}

/** @param {string} test @returns {{file: string, name: string | undefined}} */
export function parseTest(test) {
  const [file, name] = test.split(/ -t (.*)/s)
  return { file: file.trim(), name: name?.trim() }
}

/**
 * @param {Guard} guard
 * @param {string} root
 * @returns {string | undefined} why it cannot be switched off as written
 */
export function faultOf(guard, root) {
  for (const key of ['name', 'file', 'find'])
    if (typeof guard[key] !== 'string' || guard[key] === '') return `"${key}" must be a text`
  if (typeof guard.replace !== 'string') return '"replace" must be a text'
  if (!Array.isArray(guard.tests) || guard.tests.length === 0) return '"tests" must name at least one test file'
  const place = path.join(root, guard.file)
  if (!existsSync(place)) return `${guard.file} is not there`
  const times = readFileSync(place, 'utf8').split(guard.find).length - 1
  if (times !== 1) return `its text stands ${times} times in ${guard.file}, not once`
  const gone = guard.tests.map((test) => parseTest(test).file).find((file) => !existsSync(path.join(root, file)))
  return gone === undefined ? undefined : `the test file ${gone} is not there`
}
