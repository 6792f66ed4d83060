import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Content by its SHA-256, one file each, under two-letter folders. */
export interface Blobs {
  put(content: Uint8Array | string): string
  get(hash: string): Uint8Array | undefined
  remove(hash: string): void
}

/** Files appear whole or not at all, and are readable by this account only. Throws the system's errors. */
export function createBlobs(folder: string): Blobs {
  const fileOf = (hash: string) => path.join(folder, hash.slice(0, 2), hash)

  return {
    put(content) {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
      const hash = createHash('sha256').update(bytes).digest('hex')
      const file = fileOf(hash)
      if (fs.existsSync(file)) return hash
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      const temporary = `${file}.${randomBytes(6).toString('hex')}`
      try {
        writeSynced(temporary, bytes)
        fs.renameSync(temporary, file)
        syncFolder(path.dirname(file))
      } catch (error) {
        fs.rmSync(temporary, { force: true })
        throw error
      }
      return hash
    },
    get(hash) {
      if (!/^[0-9a-f]{64}$/.test(hash)) return undefined
      try {
        return fs.readFileSync(fileOf(hash))
      } catch {
        return undefined
      }
    },
    remove(hash) {
      if (/^[0-9a-f]{64}$/.test(hash)) fs.rmSync(fileOf(hash), { force: true })
    },
  }
}

function writeSynced(file: string, bytes: Uint8Array): void {
  const opened = fs.openSync(file, 'wx', 0o600)
  try {
    fs.writeFileSync(opened, bytes)
    fs.fsyncSync(opened)
  } finally {
    fs.closeSync(opened)
  }
}

/** Makes the rename itself durable; Windows cannot sync folders and needs no such thing. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(opened)
  } finally {
    fs.closeSync(opened)
  }
}
