import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in our place: same terminal, signals handed on, its exit code ours.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env] added to ours
 * @returns {Promise<number>} the exit code; 128 + number when a signal ended it
 */
export function runProgram(program, args, env = {}) {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  // A Ctrl-C in a terminal reaches the whole process group, the child included: it decides, we only wait for it.
  const forward = (signal) => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal))
  for (const signal of FORWARDED) process.on(signal, forward)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward)
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}
