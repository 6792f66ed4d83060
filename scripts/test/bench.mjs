import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../paths.mjs'
import { failed, join, passed, skipped } from './outcome.mjs'
import { runCommand } from './run-command.mjs'

const LIMIT_MS = 20 * 60_000

/**
 * @typedef {{name: string, value: number, unit: string} | {name: string, skipped: string}} Figure one line of a bench
 * @typedef {{unit: string, max?: number, min?: number}} Floor what a figure must stay within
 */

/** @param {string} line @returns {Figure | undefined} the figure in it; other lines are talk */
export function parseFigure(line) {
  if (!line.startsWith('{')) return undefined
  try {
    const figure = JSON.parse(line)
    return typeof figure.name === 'string' && (typeof figure.value === 'number' || typeof figure.skipped === 'string')
      ? figure
      : undefined
  } catch {
    return undefined
  }
}

/**
 * @param {Figure} figure
 * @param {Floor | undefined} floor
 * @returns {{outcome: import('./outcome.mjs').Outcome, line: string}} `line`: the absolute number with the ratio beside it
 */
export function judgeFigure(figure, floor) {
  if ('skipped' in figure)
    return { outcome: skipped(figure.name, figure.skipped), line: `${figure.name}: not measured` }
  const absolute = `${figure.name}: ${Number(figure.value.toFixed(3))} ${figure.unit}`
  if (!floor)
    return { outcome: failed(figure.name, `${absolute}, but bench/floors says nothing about it`), line: absolute }
  if (floor.unit !== figure.unit)
    return { outcome: failed(figure.name, `measured in ${figure.unit}, the floor is in ${floor.unit}`), line: absolute }
  const bound = floor.max ?? floor.min
  const ratio = bound === 0 ? '' : `, ${(figure.value / bound).toFixed(2)} of the bound`
  const line = `${absolute} (${floor.max === undefined ? 'at least' : 'at most'} ${bound} ${floor.unit}${ratio})`
  const within =
    (floor.max === undefined || figure.value <= floor.max) && (floor.min === undefined || figure.value >= floor.min)
  return { outcome: within ? passed(figure.name) : failed(figure.name, line), line }
}

/** @returns {Record<string, Floor>} of all files in bench/floors */
function readFloors() {
  const folder = inRoot('bench', 'floors')
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))))
}

/**
 * Runs each bench as a program; its JSON lines are printed as they are and compared with the floors. A figure that a
 * floor names and no bench gives is a failure.
 * @param {string} node
 * @param {{env?: Record<string, string>, only?: string}} options
 * @returns {Promise<import('./outcome.mjs').Outcome>}
 */
export async function runBenches(node, { env = {}, only = '' }) {
  const floors = readFloors()
  const seen = new Set()
  const outcomes = []
  const benches = readdirSync(inRoot('bench'))
    .filter((name) => /\.bench\.(mjs|ts)$/.test(name) && name.includes(only))
    .sort()
  for (const bench of benches) {
    const figures = []
    const onLine = (line) => {
      const figure = parseFigure(line)
      if (!figure) return
      figures.push(figure)
      process.stdout.write(`${line}\n`)
    }
    const { code, output } = await runCommand([node, inRoot('bench', bench)], { limitMs: LIMIT_MS, env, onLine })
    if (code !== 0) outcomes.push(failed(`bench/${bench}`, output.slice(-2000)))
    for (const figure of figures) {
      seen.add(figure.name)
      const { outcome, line } = judgeFigure(figure, floors[figure.name])
      process.stdout.write(`  ${line}\n`)
      outcomes.push(outcome)
    }
  }
  if (only === '')
    for (const name of Object.keys(floors).filter((entry) => !seen.has(entry)))
      outcomes.push(failed(name, 'bench/floors names it, but no bench gave it'))
  return join(outcomes)
}
