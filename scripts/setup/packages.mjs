import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What is kept of an installation: for which lock and machine it was made. */
const stampFile = (root) => path.join(root, 'node_modules', '.roadstead-setup.json')

/** @param {string} root @returns {string} a hash that changes when the lock or the kind of machine does */
export function installationKey(root) {
  const lock = readFileSync(path.join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Whether npm's own note of what lies in node_modules agrees with the lock, so that somebody who ran `npm ci` by hand
 * does not wait for a second one. Packages the lock calls optional may be absent: other machines' binaries are.
 * @param {{packages?: Record<string, {version?: string, integrity?: string, optional?: boolean}>} | undefined} lock
 * @param {{packages?: Record<string, {version?: string, integrity?: string}>} | undefined} installed
 */
export function agreesWithLock(lock, installed) {
  if (!lock?.packages || !installed?.packages) return false
  const wanted = Object.entries(lock.packages).filter(([place]) => place !== '')
  const places = new Set(wanted.map(([place]) => place))
  if (Object.keys(installed.packages).some((place) => !places.has(place))) return false
  return wanted.every(([place, entry]) => {
    const found = installed.packages[place]
    if (!found) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/**
 * @param {string} root
 * @returns {boolean} whether node_modules is what the lock asks for
 */
export function isInstalled(root) {
  const key = installationKey(root)
  if (readJson(stampFile(root))?.key === key) return true
  const agrees = agreesWithLock(
    readJson(path.join(root, 'package-lock.json')),
    readJson(path.join(root, 'node_modules', '.package-lock.json')),
  )
  if (agrees) writeFileSync(stampFile(root), JSON.stringify({ key }))
  return agrees
}

const CAUSES = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/,
    'the package registry could not be reached. Check the network connection or the proxy (npm config get proxy).',
  ],
  [/ENOSPC/, 'the disk is full. About 900 MB are needed.'],
  [/EACCES|EPERM|EROFS/, 'this folder may not be written to. Check who owns node_modules.'],
  [
    /\bE40[13]\b/,
    'the package registry refused access. Check the registry and its credentials in your npm configuration.',
  ],
  [
    /ESTRICTALLOWSCRIPTS/,
    'a package wants to run an install script that package.json does not list under allowScripts.',
  ],
  [
    /ENOTEMPTY|EBUSY/,
    'something else changed node_modules meanwhile, perhaps another npm. Let it end, then run this again.',
  ],
  [/EUSAGE|in sync/, 'package-lock.json does not fit package.json. Take both from the same commit.'],
]

/**
 * @param {string} output what npm wrote
 * @returns {string} the cause in a sentence, with the way out
 */
export function explainFailedInstall(output) {
  const cause = CAUSES.find(([pattern]) => pattern.test(output))
  return cause ? cause[1] : 'npm gave no reason that is known here; its last lines are above.'
}

/** npm is run by the Node that came with it, never by the one inside the node_modules that it is about to replace. */
function environmentForNpm(root) {
  const own = path.join(root, 'node_modules', '.bin')
  const kept = (process.env.PATH ?? '').split(path.delimiter).filter((entry) => path.resolve(entry) !== own)
  const { npm_config_prefix: _prefix, NODE_ENV: _mode, ...rest } = process.env
  return { ...rest, PATH: kept.join(path.delimiter) }
}

/**
 * Installs what the lock asks for; quiet unless it fails.
 * @param {string} root
 * @param {(line: string) => void} say
 * @returns {Promise<{kind: 'installed'} | {kind: 'failed', text: string}>}
 */
export async function installPackages(root, say) {
  rmSync(stampFile(root), { force: true })
  say(`Installing packages (about a minute${existsSync(path.join(root, 'node_modules')) ? '' : ', the first time'}) …`)
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await new Promise((resolve) => {
    const npm = spawn('npm', args, {
      cwd: root,
      env: environmentForNpm(root),
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    npm.stdout.on('data', (chunk) => (text += chunk))
    npm.stderr.on('data', (chunk) => (text += chunk))
    npm.on('error', (error) => resolve({ code: 1, output: `${text}\n${error.message}` }))
    npm.on('close', (exit) => resolve({ code: exit ?? 1, output: text }))
  })
  if (code !== 0) {
    const told = output.trim().split('\n')
    const last = told
      .filter((line) => !/^npm (error|ERR!)\s*(at |[{}]|$)/.test(line))
      .slice(-8)
      .join('\n')
    return { kind: 'failed', text: `${last}\n\nThe packages could not be installed: ${explainFailedInstall(output)}` }
  }
  writeFileSync(stampFile(root), JSON.stringify({ key: installationKey(root) }))
  return { kind: 'installed' }
}
