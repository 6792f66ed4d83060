/* Old JavaScript on purpose: any Node back to 8 must be able to parse this file and say what is wrong. */
'use strict'

/** The lock brings Node 24 for these, so an older Node that npm runs on is enough to begin with. */
var BROUGHT_BY_THE_LOCK = ['linux-x64', 'linux-arm64']

/**
 * Says whether a Node is new enough to begin with: 20.19 where the lock brings Node 24 (Linux x64 and arm64), else 24.
 * An older one would crash in the database driver, without a word.
 * @param {{version: string, platform: string, arch: string}} node as `process.versions.node`, `.platform`, `.arch` have them
 * @returns {{kind: 'usable'} | {kind: 'too-old', text: string}}
 */
function checkNode(node) {
  var parts = node.version.replace(/^v/, '').split('.')
  var major = Number(parts[0])
  var minor = Number(parts[1])
  var brought = BROUGHT_BY_THE_LOCK.indexOf(node.platform + '-' + node.arch) !== -1
  var usable = brought ? major > 20 || (major === 20 && minor >= 19) : major >= 24
  if (usable) return { kind: 'usable' }
  var wanted = brought ? '20.19 or newer' : '24 or newer'
  return {
    kind: 'too-old',
    text:
      'Roadstead needs Node ' +
      wanted +
      ' on ' +
      node.platform +
      ' ' +
      node.arch +
      '; this is Node ' +
      node.version.replace(/^v/, '') +
      '.\nInstall Node 24 (LTS) from https://nodejs.org/en/download or with your version manager ' +
      '(nvm install 24, fnm install 24, volta install node@24), then run the same command again.\nNothing was changed.',
  }
}

/** Ends the process with code 1 and says what to install when the running Node is too old. */
function requireUsableNode() {
  var answer = checkNode({ version: process.versions.node, platform: process.platform, arch: process.arch })
  if (answer.kind === 'usable') return
  process.stderr.write(answer.text + '\n')
  process.exit(1)
}

module.exports = { checkNode: checkNode, requireUsableNode: requireUsableNode }
