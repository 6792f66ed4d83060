import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Programs that npm cannot bring. `need` says what goes wrong without it; `purposes` for which command it is wanted.
 * @type {{program: string, names: string[], debian: string, platforms: string[], purposes: string[], need: string}[]}
 */
export const PROGRAMS = [
  {
    program: 'git',
    names: ['git'],
    debian: 'git',
    platforms: ['linux', 'darwin', 'win32'],
    purposes: ['start', 'test'],
    need: 'without it changes cannot be shown or committed',
  },
  {
    program: 'bubblewrap',
    names: ['bwrap'],
    debian: 'bubblewrap',
    platforms: ['linux'],
    purposes: ['start', 'test'],
    need: 'without it no command of an agent runs',
  },
  {
    program: 'socat',
    names: ['socat'],
    debian: 'socat',
    platforms: ['linux'],
    purposes: ['start', 'test'],
    need: 'without it sandboxed commands have no way to the network',
  },
  {
    program: 'chromium',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
    debian: 'chromium',
    platforms: ['linux'],
    purposes: ['test'],
    need: 'without it the browser tests are skipped',
  },
]

/**
 * @param {string[]} names
 * @param {string} searchPath as in PATH
 * @returns {string | undefined} the first of them that can be run
 */
export function findProgram(names, searchPath = process.env.PATH ?? '') {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  for (const name of names)
    for (const folder of searchPath.split(path.delimiter))
      for (const ending of endings) {
        const file = path.join(folder, name + ending)
        try {
          accessSync(file, constants.X_OK)
          return file
        } catch {
          // not here: look on
        }
      }
  return undefined
}

/** @param {'start' | 'test'} purpose @returns {typeof PROGRAMS} those that are wanted and not there */
export function missingPrograms(purpose) {
  return PROGRAMS.filter(
    (entry) =>
      entry.purposes.includes(purpose) && entry.platforms.includes(process.platform) && !findProgram(entry.names),
  )
}

/** @returns {'debian' | 'fedora' | 'arch' | 'suse' | 'other'} the family of this Linux */
export function linuxFamily(osRelease) {
  const words = [...osRelease.matchAll(/^(?:ID|ID_LIKE)=(.*)$/gm)].flatMap((match) =>
    match[1].replaceAll('"', '').split(' '),
  )
  if (words.some((word) => word === 'debian' || word === 'ubuntu')) return 'debian'
  if (words.some((word) => word === 'fedora' || word === 'rhel')) return 'fedora'
  if (words.includes('arch')) return 'arch'
  if (words.some((word) => word === 'suse' || word.startsWith('opensuse'))) return 'suse'
  return 'other'
}

const INSTALL_LINES = {
  debian: 'apt-get install -y',
  fedora: 'dnf install -y',
  arch: 'pacman -S --needed',
  suse: 'zypper install',
}

/**
 * What to do about missing programs. Unasked only as root on Debian or Ubuntu without a terminal: nobody is there to
 * answer and nobody's machine is changed behind their back.
 * @param {{missing: {program: string, debian: string}[], platform: string, family: string, isRoot: boolean, hasTerminal: boolean}} facts
 * @returns {{kind: 'nothing'} | {kind: 'install' | 'ask', packages: string[], line: string} | {kind: 'tell', line: string}}
 */
export function decideSystemPackages({ missing, platform, family, isRoot, hasTerminal }) {
  if (missing.length === 0) return { kind: 'nothing' }
  const packages = missing.map((entry) => entry.debian)
  if (platform === 'darwin') return { kind: 'tell', line: 'xcode-select --install' }
  if (platform === 'win32') return { kind: 'tell', line: 'winget install --id Git.Git' }
  const install = INSTALL_LINES[family]
  if (!install) return { kind: 'tell', line: `install with your package manager: ${packages.join(' ')}` }
  const line = `${isRoot ? '' : 'sudo '}${install} ${packages.join(' ')}`
  if (family !== 'debian') return { kind: 'tell', line }
  if (hasTerminal) return { kind: 'ask', packages, line }
  return isRoot ? { kind: 'install', packages, line } : { kind: 'tell', line }
}

/** @returns {{family: string, isRoot: boolean, hasTerminal: boolean, platform: string}} the facts of this machine */
export function machineFacts() {
  const file = '/etc/os-release'
  return {
    platform: process.platform,
    family: existsSync(file) ? linuxFamily(readFileSync(file, 'utf8')) : 'other',
    isRoot: process.getuid?.() === 0,
    hasTerminal: Boolean(process.stdin.isTTY && process.stdout.isTTY),
  }
}

function hasPackageLists() {
  try {
    return readdirSync('/var/lib/apt/lists').some((name) => name.endsWith('Packages') || /Packages\.\w+$/.test(name))
  } catch {
    return false
  }
}

/**
 * Installs Debian packages; the package lists are fetched only when there are none or when they turn out stale.
 * @param {string[]} packages
 * @param {{isRoot: boolean, hasTerminal: boolean}} facts
 * @returns {{kind: 'installed'} | {kind: 'failed', output: string}}
 */
export function installDebianPackages(packages, { isRoot, hasTerminal }) {
  const run = (...args) => {
    const command = isRoot ? ['apt-get', ...args] : ['sudo', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    const stdio = hasTerminal ? 'inherit' : ['ignore', 'pipe', 'pipe']
    const done = spawnSync(command[0], command.slice(1), {
      encoding: 'utf8',
      stdio,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return { ok: done.status === 0, output: `${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}` }
  }
  const install = () => run('install', '-y', '--no-install-recommends', ...packages)
  const hadLists = hasPackageLists()
  if (!hadLists) run('update')
  let last = install()
  if (!last.ok && hadLists) {
    run('update')
    last = install()
  }
  return last.ok
    ? { kind: 'installed' }
    : { kind: 'failed', output: last.output.trim().split('\n').slice(-8).join('\n') }
}
