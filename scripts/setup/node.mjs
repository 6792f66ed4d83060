import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The Node that everything runs on: the lock's where it brings one, else the one that is running, which the check at the
 * door has found new enough.
 * @param {string} root
 * @returns {{kind: 'found', node: string} | {kind: 'missing', text: string}}
 */
export function findNode(root) {
  const brought = path.join(root, 'node_modules', '.bin', 'node')
  if (process.platform === 'linux' && existsSync(brought)) return { kind: 'found', node: brought }
  if (Number(process.versions.node.split('.')[0]) >= 24) return { kind: 'found', node: process.execPath }
  return {
    kind: 'missing',
    text:
      `Node 24 is missing from node_modules, and this is Node ${process.versions.node}. ` +
      'npm leaves it out when told to omit optional packages (npm config get omit). Run: npm ci --include=optional',
  }
}
