import fs from 'node:fs'

/**
 * The database as bytes in memory, with everything committed in its write-ahead log folded in: so that a folder that
 * takes no writes, or a file that must stay as it was found, can still be read. Formats: SQLite's file format,
 * sections 1.3 and 4. The file must not be open in this process: closing it here would drop SQLite's locks.
 */
export function readDatabaseImage(file: string): Buffer {
  const main = fs.readFileSync(file)
  const image = foldLog(main, readIfPresent(`${file}-wal`))
  // A database in memory has no write-ahead log; the two version bytes say "rollback journal" instead.
  if (image.length >= 20) image[18] = image[19] = 1
  return image
}

function readIfPresent(file: string): Buffer | undefined {
  try {
    return fs.readFileSync(file)
  } catch {
    return undefined
  }
}

const logHeaderBytes = 32
const frameHeaderBytes = 24

function foldLog(main: Buffer, log: Buffer | undefined): Buffer {
  if (log === undefined || log.length < logHeaderBytes) return main
  const magic = log.readUInt32BE(0)
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return main
  const sum = checksum(magic === 0x377f0683)
  const pageSize = log.readUInt32BE(8)
  const salts = log.subarray(16, 24)
  let running = sum([0, 0], log.subarray(0, 24))
  if (!matchesAt(log, 24, running) || pageSize < 512 || pageSize > 65536) return main

  let image = main
  const pages = new Map<number, Buffer>()
  for (let at = logHeaderBytes; at + frameHeaderBytes + pageSize <= log.length; at += frameHeaderBytes + pageSize) {
    const header = log.subarray(at, at + frameHeaderBytes)
    const page = log.subarray(at + frameHeaderBytes, at + frameHeaderBytes + pageSize)
    running = sum(sum(running, header.subarray(0, 8)), page)
    if (!header.subarray(8, 16).equals(salts) || !matchesAt(header, 16, running)) break
    pages.set(header.readUInt32BE(0), page)
    const pagesAfterCommit = header.readUInt32BE(4)
    if (pagesAfterCommit === 0) continue
    const next = Buffer.alloc(pagesAfterCommit * pageSize)
    image.copy(next, 0, 0, Math.min(image.length, next.length))
    for (const [number, content] of pages) if (number <= pagesAfterCommit) content.copy(next, (number - 1) * pageSize)
    pages.clear()
    image = next
  }
  return image
}

type Sums = readonly [number, number]

function matchesAt(bytes: Buffer, at: number, sums: Sums): boolean {
  return bytes.readUInt32BE(at) === sums[0] && bytes.readUInt32BE(at + 4) === sums[1]
}

function checksum(bigEndian: boolean): (start: Sums, bytes: Buffer) => Sums {
  return (start, bytes) => {
    let [a, b] = start
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      const x = bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)
      const y = bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)
      a = (a + x + b) >>> 0
      b = (b + y + a) >>> 0
    }
    return [a, b]
  }
}
