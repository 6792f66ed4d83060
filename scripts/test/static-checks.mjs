import { inRoot } from '../paths.mjs'
import { failed, passed } from './outcome.mjs'
import { runCommand } from './run-command.mjs'

const MINUTE = 60_000
const packaged = (...parts) => inRoot('node_modules', ...parts)

/** Each is one program that says yes or no about the sources; each counts as one test. */
const CHECKS = {
  types: { name: 'type check', command: (node) => [node, packaged('typescript', 'bin', 'tsc'), '-b'] },
  lint: {
    name: 'lint',
    command: (node) => [node, packaged('oxlint', 'bin', 'oxlint'), '--deny-warnings', '-f', 'unix'],
  },
  format: {
    name: 'format',
    command: (node) => [node, packaged('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'],
  },
  imports: {
    name: 'import table',
    command: (node) => [
      node,
      packaged('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
      'src',
    ],
  },
}

/**
 * @param {keyof typeof CHECKS} id
 * @param {string} node
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function staticCheck(id, node) {
  const { name, command } = CHECKS[id]
  const { code, output } = await runCommand(command(node), { limitMs: 5 * MINUTE })
  return code === 0 ? passed(name) : failed(name, output, 40)
}

export const staticChecks = Object.entries(CHECKS).map(([id, { name }]) => ({ id, name }))
