import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { codeOf } from './storage-words.ts'

/** Enough that a disk with a few free bytes of slack still counts as full. */
const probeBytes = 64 * 1024

/** Writes and removes a small file. Returns the system's error code when `folder` takes no writes. */
export function probeWrites(folder: string): string | undefined {
  const file = path.join(folder, `.probe-${randomBytes(6).toString('hex')}`)
  let opened: number | undefined
  try {
    opened = fs.openSync(file, 'wx', 0o600)
    fs.writeSync(opened, Buffer.alloc(probeBytes))
    fs.fsyncSync(opened)
    return undefined
  } catch (error) {
    return codeOf(error)
  } finally {
    if (opened !== undefined) {
      fs.closeSync(opened)
      fs.rmSync(file, { force: true })
    }
  }
}
