import { existsSync, readFileSync, statSync } from 'node:fs'
import { inRoot } from '../paths.mjs'
import { readStamp } from '../build/inputs.mjs'
import { failed, join, passed, skipped } from './outcome.mjs'

/** What a page may load before Monaco and xterm, compressed. */
export const FIRST_LOAD_LIMIT_BYTES = 400_000

/** Traces in a bundle of things that only exist outside of a browser, or only in the desktop shell. */
const FORBIDDEN = [
  [/["'`]node:[a-z_/]+["'`]/, 'node:'],
  [/(?:from|import|require)\s*\(?\s*["'`]electron(?:\/[a-z]+)?["'`]/, 'electron'],
  [/(?:from|require\s*\()\s*["'`](?:fs|path|child_process|os|net|crypto)["'`]/, 'a module of Node'],
  [/__vite-browser-external|has been externalized for browser compatibility/, 'a module of Node that vite left empty'],
]

/**
 * @param {string} source text of a bundled file
 * @returns {string[]} what is in it that must not be
 */
export function forbiddenIn(source) {
  return FORBIDDEN.filter(([pattern]) => pattern.test(source)).map(([, what]) => what)
}

/**
 * @param {string} html
 * @returns {string[]} what a policy without inline scripts would refuse
 */
export function inlineIn(html) {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
  return [
    ...scripts
      .filter(([, attributes, text]) => !/\bsrc\s*=/.test(attributes) || text.trim() !== '')
      .map(() => 'an inline script'),
    ...[...html.matchAll(/\son[a-z]+\s*=\s*["']/gi)].map(() => 'an inline event handler'),
  ]
}

const compressedBytes = (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size

/**
 * @returns {{bytes: number, files: {name: string, bytes: number}[]} | undefined} the first load of the web build as brotli;
 *   undefined when it is not built
 */
export function measureFirstLoad() {
  const stamp = readStamp('web')
  if (!stamp?.firstLoad) return undefined
  const files = stamp.firstLoad.map((name) => ({ name, bytes: compressedBytes(inRoot('out', name)) }))
  return { bytes: files.reduce((sum, file) => sum + file.bytes, 0), files }
}

/** Looks into the web build: nothing of Node or electron, nothing inline, and a first load that is small enough. */
export function checkWebBuild() {
  const stamp = readStamp('web')
  const firstLoad = measureFirstLoad()
  if (!stamp || !firstLoad) return skipped('web build', 'there is none')
  const scripts = stamp.files.filter((name) => /\.m?js$/.test(name))
  const traces = scripts.flatMap((name) =>
    forbiddenIn(readFileSync(inRoot('out', name), 'utf8')).map((what) => `${name} contains ${what}`),
  )
  const inline = inlineIn(readFileSync(inRoot('out', 'web', 'index.html'), 'utf8'))
  const big = firstLoad.files.filter((file) => /(monaco|xterm)[^/]*$/.test(file.name))
  const list = firstLoad.files.map((file) => `${file.name} ${file.bytes} bytes`).join('\n')
  const total = `${(firstLoad.bytes / 1000).toFixed(1)} kB of ${FIRST_LOAD_LIMIT_BYTES / 1000} kB, compressed`
  process.stdout.write(`  first load ${total}\n`)
  const answer = (name, faults) => (faults.length === 0 ? passed(name) : failed(name, faults.join('\n')))
  return join([
    answer('the browser bundle holds no node: and no electron', traces),
    answer('the page holds nothing inline', inline),
    answer(
      'Monaco and xterm are not in the first load',
      big.map((file) => file.name),
    ),
    answer(
      'the first load is within its budget',
      firstLoad.bytes < FIRST_LOAD_LIMIT_BYTES ? [] : [`${total}\n${list}`],
    ),
  ])
}
