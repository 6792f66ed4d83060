import { existsSync } from 'node:fs'
import { PROGRAMS, findProgram } from '../setup/system-packages.mjs'

const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** @returns {string | undefined} a Chromium to test with: ROADSTEAD_CHROMIUM, else one on the PATH, else Chrome on a Mac */
export function findChromium() {
  const named = process.env['ROADSTEAD_CHROMIUM']
  if (named) return existsSync(named) ? named : undefined
  const { names } = PROGRAMS.find((entry) => entry.program === 'chromium')
  return findProgram(names) ?? (process.platform === 'darwin' && existsSync(MAC) ? MAC : undefined)
}
