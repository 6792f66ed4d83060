import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 100

/**
 * Runs `work` while no other process does under the same file. Waits for whoever holds it; one that died holding it is
 * passed over.
 * @template T
 * @param {string} file is made, holds the process id, and is removed
 * @param {() => Promise<T>} work
 * @param {{onWait?: (pid: number) => void}} [options] `onWait`: called once, when another process is at it
 * @returns {Promise<T>}
 */
export async function withLock(file, work, { onWait = () => {} } = {}) {
  mkdirSync(path.dirname(file), { recursive: true })
  let told = false
  while (!take(file)) {
    const holder = holderOf(file)
    if (holder !== undefined && isAlive(holder)) {
      if (!told) onWait(holder)
      told = true
      await pause(POLL_MS)
    } else if (holder !== undefined) release(file, holder)
  }
  try {
    return await work()
  } finally {
    release(file, process.pid)
  }
}

/** Makes the file with its content in one step, so that nobody ever reads it empty. */
function take(file) {
  const own = `${file}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function release(file, holder) {
  if (holderOf(file) === holder) rmSync(file, { force: true })
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
