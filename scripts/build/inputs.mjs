import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { builtCommandLine, inRoot, root } from '../paths.mjs'

const SHARED_INPUTS = ['package.json', 'package-lock.json', 'scripts/build', 'scripts/build.mjs']

/**
 * The things that are built: what each is made of and the file that shows it is there.
 * @type {Record<'program' | 'web', {inputs: string[], result: string}>}
 */
export const TARGETS = {
  program: {
    inputs: ['src/protocol', 'src/client', 'src/host', 'src/cli', ...SHARED_INPUTS],
    result: builtCommandLine,
  },
  web: {
    inputs: ['src/protocol', 'src/client', 'src/renderer', 'src/preload/bridge.ts', 'vite.config.ts', ...SHARED_INPUTS],
    result: inRoot('out', 'web', 'index.html'),
  },
}

function filesOf(input) {
  const place = path.join(root, input)
  if (!existsSync(place)) return []
  if (path.extname(input) !== '') return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

/** @param {'program' | 'web'} target @returns {string} a hash of everything it is made of */
export function inputsHash(target) {
  const hash = createHash('sha256')
  for (const file of TARGETS[target].inputs.flatMap(filesOf))
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const stampFile = (target) => inRoot('out', 'stamps', `${target}.json`)

/**
 * @typedef {object} Stamp what is known of the last build of a target
 * @property {string} inputs hash of what it was made of
 * @property {string[]} files what it wrote, relative to out/
 * @property {string[]} [firstLoad] files of the web build that a page needs before anything is asked for
 */

/** @param {'program' | 'web'} target @returns {Stamp | undefined} */
export function readStamp(target) {
  try {
    return JSON.parse(readFileSync(stampFile(target), 'utf8'))
  } catch {
    return undefined
  }
}

export { stampFile }

/** @param {'program' | 'web'} target @returns {boolean} whether the last build is of the sources as they are */
export function isTargetBuilt(target) {
  return existsSync(TARGETS[target].result) && readStamp(target)?.inputs === inputsHash(target)
}

/** @returns {boolean} whether nothing needs building */
export function isBuilt() {
  return isTargetBuilt('program') && isTargetBuilt('web')
}
