import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { findNode } from './setup/node.mjs'
import { installPackages, isInstalled } from './setup/packages.mjs'
import { decideSystemPackages, installDebianPackages, machineFacts, missingPrograms } from './setup/system-packages.mjs'
import { inRoot, root } from './paths.mjs'

/** A "no" is remembered beside the packages, so that the question comes once per installation. */
const declinedFile = inRoot('node_modules', '.roadstead-declined.json')

function declinedBefore() {
  return existsSync(declinedFile) ? JSON.parse(readFileSync(declinedFile, 'utf8')) : []
}

async function askYesNo(question) {
  const asked = createInterface({ input: process.stdin, output: process.stdout })
  try {
    // An input that ends without an answer is a no.
    const ended = new Promise((resolve) => asked.once('close', () => resolve('no')))
    return /^(y|yes|)$/i.test((await Promise.race([asked.question(`${question} [Y/n] `), ended])).trim())
  } finally {
    asked.close()
  }
}

/**
 * @param {'start' | 'test'} purpose
 * @param {(line: string) => void} say
 * @returns {Promise<void>} when what can be done has been done; what stays missing has been named
 */
async function setUpSystemPackages(purpose, say) {
  const facts = machineFacts()
  const missing = missingPrograms(purpose)
  const decision = decideSystemPackages({ ...facts, missing })
  if (decision.kind === 'nothing') return
  const reasons = missing.map((entry) => `  ${entry.program}: ${entry.need}`).join('\n')
  const tell = (line) => say(`Missing on this machine:\n${reasons}\nTo install: ${line}\nGoing on with what works.`)
  if (decision.kind === 'tell') return tell(decision.line)
  if (decision.kind === 'ask') {
    const declined = declinedBefore()
    if (decision.packages.every((name) => declined.includes(name))) return tell(decision.line)
    say(`Missing on this machine:\n${reasons}`)
    if (!(await askYesNo(`Run "${decision.line}" now?`))) {
      writeFileSync(declinedFile, JSON.stringify([...new Set([...declined, ...decision.packages])]))
      return say('Going on with what works.')
    }
  } else say(`Installing ${decision.packages.join(', ')} …`)
  const done = installDebianPackages(decision.packages, facts)
  if (done.kind === 'failed') tell(`${decision.line}\n(it was tried and failed:\n${done.output})`)
}

/**
 * Brings a checkout to where it can be built and run: packages as the lock asks, system packages as far as allowed, and
 * the Node to go on with. Runs under any Node that passes the check.
 * @param {{purpose: 'start' | 'test', say: (line: string) => void}} options
 * @returns {Promise<{kind: 'ready', node: string} | {kind: 'failed', text: string}>}
 */
export async function setUp({ purpose, say }) {
  if (!isInstalled(root)) {
    const installed = await installPackages(root, say)
    if (installed.kind === 'failed') return installed
  }
  const found = findNode(root)
  if (found.kind === 'missing') return { kind: 'failed', text: found.text }
  await setUpSystemPackages(purpose, say)
  return { kind: 'ready', node: found.node }
}
