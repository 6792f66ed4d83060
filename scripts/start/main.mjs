import { readFileSync } from 'node:fs'
import { builtCommandLine, inRoot } from '../paths.mjs'
import { setUp } from '../setup.mjs'
import { launchEnvironment, nodeFlags } from './node-flags.mjs'
import { runProgram } from './run-program.mjs'

const say = (line) => process.stderr.write(`${line}\n`)

/**
 * `npm start`: sets up, builds what changed, and starts Roadstead.
 * @param {string[]} args for the command line's `start`
 * @returns {Promise<number>} the exit code
 */
export default async function start(args) {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(readFileSync(inRoot('scripts', 'start', 'help.txt'), 'utf8'))
    return 0
  }
  const ready = await setUp({ purpose: 'start', say })
  if (ready.kind === 'failed') {
    say(ready.text)
    return 1
  }
  const { isBuilt } = await import('../build/inputs.mjs')
  if (!isBuilt()) {
    const built = await runProgram(ready.node, [inRoot('scripts', 'build.mjs')])
    if (built !== 0) return built
  }
  return runProgram(ready.node, [...nodeFlags, builtCommandLine, 'start', ...args], launchEnvironment(process.env))
}
