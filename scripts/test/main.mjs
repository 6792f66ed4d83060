import { inRoot } from '../paths.mjs'
import { setUp } from '../setup.mjs'
import { runProgram } from '../start/run-program.mjs'

const HELP = `npm test                 type check, lint, format, import table, web build, unit and property tests, browser tests
npm run test:long        the full-size counts of the property, kill, fuzz and differential tests
npm run test:guards      switches off one guard after the other; a test must notice
npm run soak             the long runs
npm run bench            the figures, as JSON lines, compared with bench/floors
npm run screens          pictures of every view, size, theme and language, into artifacts/screens

Options, after --:
  --only A,B    of npm test, only these stages: types lint format imports build web unit browser;
                of guards and bench, those whose name contains the text
  --help        this text

Everything after a further -- goes to vitest (with --only unit) or playwright (with --only browser).
`

const say = (line) => process.stdout.write(`${line}\n`)

/**
 * `npm test` and its kin: sets up, then goes on under the Node of the lock.
 * @param {string[]} args
 * @returns {Promise<number>} 1 when something failed
 */
export default async function test(args) {
  if (args.includes('--help')) {
    process.stdout.write(HELP)
    return 0
  }
  const ready = await setUp({ purpose: 'test', say })
  if (ready.kind === 'failed') {
    say(`${ready.text}\n\n0 passed, 1 failed, 0 skipped`)
    return 1
  }
  return runProgram(ready.node, [
    '--disable-warning=ExperimentalWarning',
    inRoot('scripts', 'test', 'run.mjs'),
    ...args,
  ])
}
