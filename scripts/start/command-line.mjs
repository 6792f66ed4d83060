import { existsSync } from 'node:fs'
import { builtCommandLine, root } from '../paths.mjs'
import { findNode } from '../setup/node.mjs'
import { launchEnvironment, nodeFlags } from './node-flags.mjs'
import { runProgram } from './run-program.mjs'

/**
 * The `roadstead` program of a checkout: hands everything to the built command line.
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export default async function commandLine(args) {
  if (!existsSync(builtCommandLine)) {
    process.stderr.write(
      'Roadstead is not built yet. Run: npm start (or npm run build once the packages are installed)\n',
    )
    return 1
  }
  const found = findNode(root)
  if (found.kind === 'missing') {
    process.stderr.write(`${found.text}\n`)
    return 1
  }
  return runProgram(found.node, [...nodeFlags, builtCommandLine, ...args], launchEnvironment(process.env))
}
