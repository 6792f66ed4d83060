import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isWithin, overlap } from './path-relation.ts'
import { secretsInHome } from './protected-names.ts'

/** Folders of a home that hold programs and what those need to run, and nothing secret. */
const toolchainsInHome = [
  '.nvm',
  '.fnm',
  '.local/share/fnm',
  '.volta',
  '.nodenv',
  '.n',
  '.local/share/pnpm',
  '.bun/bin',
  '.deno/bin',
  '.asdf',
  '.local/share/mise',
  '.local/share/uv',
  '.local/pipx',
  '.local/share/pipx',
  '.local/bin',
  '.local/lib',
  '.pyenv',
  '.rbenv',
  '.rvm',
  '.goenv',
  '.jenv',
  '.sdkman',
  '.cargo/bin',
  '.cargo/registry',
  '.cargo/git',
  '.rustup',
  'go/bin',
  'go/pkg/mod',
  '.m2/repository',
  '.dotnet',
  '.opam',
  '.ghcup/bin',
  '.elan',
  '.juliaup',
]

const tooWide = new Set([
  '/',
  '/home',
  '/root',
  '/tmp',
  '/var',
  '/run',
  '/etc',
  '/dev',
  '/proc',
  '/sys',
  '/mnt',
  '/media',
])

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** What a `bin` folder on PATH needs beside it: the folder above, if that holds a `lib` and is no general folder. */
function installation(folder: string, home: string): string {
  const above = dirname(folder)
  const general = new Set([home, join(home, '.local'), join(home, '.config'), join(home, '.cache')])
  const isOne = basename(folder) === 'bin' && (existsSync(join(above, 'lib')) || existsSync(join(above, 'libexec')))
  return isOne && !general.has(above) && !tooWide.has(above) ? above : folder
}

/** The folder of the real program behind a link on PATH, such as the `node` that a package brought. */
function realProgramFolder(path: string): string | undefined {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() || !existsSync(path)) return undefined
  return dirname(realpathSync(path))
}

/**
 * Folders outside the system's own that commands may read because programs run from there: known toolchains in the home and
 * what the person's PATH names. Never one that is, holds or lies in a secret or hidden folder, or holds the home.
 */
export function findToolchains(home: string, path: readonly string[], hidden: readonly string[]): string[] {
  const rootsHome = isWithin(home, '/root') ? [] : ['/root']
  const secrets = [...secretsInHome.map((name) => join(home, name)), ...rootsHome, ...hidden]
  const named = path.filter((folder) => isFolder(folder)).map((folder) => installation(folder, home))
  const programs = path.flatMap((folder) => realProgramFolder(join(folder, 'node')) ?? [])
  const candidates = [...toolchainsInHome.map((name) => join(home, name)), ...named, ...programs]
  const fit = [...new Set(candidates)].filter(
    (folder) =>
      isFolder(folder) &&
      !tooWide.has(folder) &&
      !isWithin(home, folder) &&
      !secrets.some((secret) => overlap(secret, folder)),
  )
  return fit.filter((folder) => !fit.some((other) => other !== folder && isWithin(folder, other)))
}
