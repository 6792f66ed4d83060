import { spawn } from 'node:child_process'
import { root } from '../paths.mjs'

/** What is kept of an output: enough for any excerpt, bounded against an endless one. */
const KEPT_CHARACTERS = 2_000_000

/**
 * Runs a program to its end, or ends it and all it started when it takes longer than it may.
 * @param {string[]} command
 * @param {{limitMs: number, env?: Record<string, string>, cwd?: string, onLine?: (line: string) => void}} options
 *   `onLine` gets each line as it comes
 * @returns {Promise<{code: number, output: string, durationMs: number, hung: boolean}>}
 */
export function runCommand(command, { limitMs, env = {}, cwd = root, onLine }) {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), {
      cwd,
      env: { ...process.env, FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    let output = ''
    let hung = false
    const end = (signal) => {
      try {
        if (process.platform === 'win32' || child.pid === undefined) child.kill(signal)
        else process.kill(-child.pid, signal)
      } catch {
        // already gone
      }
    }
    const limit = setTimeout(() => {
      hung = true
      end('SIGKILL')
    }, limitMs)
    const interrupted = () => end('SIGTERM')
    process.once('SIGINT', interrupted)
    process.once('SIGTERM', interrupted)
    const read = (stream) => {
      let rest = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-KEPT_CHARACTERS)
        const lines = (rest + chunk).split('\n')
        rest = lines.pop() ?? ''
        if (onLine) lines.forEach(onLine)
      })
      stream.on('end', () => rest !== '' && onLine?.(rest))
    }
    read(child.stdout)
    read(child.stderr)
    const finish = (code) => {
      clearTimeout(limit)
      process.off('SIGINT', interrupted)
      process.off('SIGTERM', interrupted)
      const note = hung ? `\nIt was ended because it took longer than ${Math.round(limitMs / 1000)} s.` : ''
      resolve({ code, output: output + note, durationMs: performance.now() - startedAt, hung })
    }
    child.on('error', (error) => {
      output += error.message
      finish(127)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}
