import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../platform/logger.ts'

/** Kept in memory at most when the disk takes no more. */
const memoryLimit = 256 * 1024

/** All output that is still kept, and whether some of the oldest is gone. */
export interface KeptOutput {
  readonly text: string
  readonly truncated: boolean
}

/** File name for an id. Ids come from clients and are never used as paths. */
function baseName(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

/** The segments of an id on disk, oldest first. Their numbers count up from 0, so the first one tells whether any is gone. */
function findSegments(folder: string, id: string): { path: string; number: number }[] {
  const start = `${baseName(id)}.`
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => ({ path: join(folder, name), number: Number(name.slice(start.length)) }))
    .sort((a, b) => a.number - b.number)
}

/** Bytes as text, without the halves of characters that cutting left at either end. */
export function decodeWhole(bytes: Uint8Array): string {
  let start = 0
  while (start < Math.min(3, bytes.length) && (bytes[start]! & 0xc0) === 0x80) start += 1
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start), { stream: true })
}

/** What is kept on disk for an id; undefined if nothing is. */
export function readKept(folder: string, id: string): KeptOutput | undefined {
  const segments = findSegments(folder, id)
  if (segments.length === 0) return undefined
  const bytes = Buffer.concat(segments.map(({ path }) => readFileSync(path)))
  return { text: decodeWhole(bytes), truncated: segments[0]!.number > 0 }
}

/** Removes what is kept on disk for an id. */
export function removeKept(folder: string, id: string): void {
  for (const { path } of findSegments(folder, id)) rmSync(path, { force: true })
}

/**
 * The newest output of one terminal on disk, at most `limit` bytes in two append-only files (0600) of half of that: when the
 * newer is full the older goes. A kill at any moment leaves readable text. If the disk takes no more, the newest output is kept in memory.
 */
export class OutputRing {
  private readonly folder: string
  private readonly id: string
  private readonly half: number
  private readonly logger: Logger
  private file: number | undefined
  private number = -1
  private size = 0
  private memory: Buffer | undefined
  private memoryTruncated = false

  /** Begins anew; what was kept for the id is removed. Throws if the folder cannot be written. */
  constructor(folder: string, id: string, limit: number, logger: Logger) {
    this.folder = folder
    this.id = id
    this.half = Math.max(1, Math.floor(limit / 2))
    this.logger = logger
    removeKept(folder, id)
    this.beginSegment()
  }

  append(text: string): void {
    const bytes = Buffer.from(text, 'utf8')
    if (this.memory) return this.appendToMemory(bytes)
    let rest = bytes
    try {
      while (rest.length > 0) {
        if (this.size >= this.half) this.beginSegment()
        const part = rest.subarray(0, this.half - this.size)
        this.write(part)
        rest = rest.subarray(part.length)
      }
    } catch (error) {
      this.logger.warn('Terminal output can no longer be kept on disk', { reason: String(error) })
      this.memory = Buffer.alloc(0)
      this.appendToMemory(rest)
    }
  }

  read(): KeptOutput {
    const kept = readKept(this.folder, this.id) ?? { text: '', truncated: false }
    if (!this.memory) return kept
    return { text: kept.text + decodeWhole(this.memory), truncated: kept.truncated || this.memoryTruncated }
  }

  /** Closes the file; what is kept stays readable. */
  close(): void {
    if (this.file !== undefined) closeSync(this.file)
    this.file = undefined
  }

  private write(bytes: Buffer): void {
    if (this.file === undefined) throw new Error('the file is closed')
    let written = 0
    while (written < bytes.length) written += writeSync(this.file, bytes, written)
    this.size += bytes.length
  }

  private beginSegment(): void {
    this.close()
    this.number += 1
    this.file = openSync(join(this.folder, `${baseName(this.id)}.${this.number}`), 'w', 0o600)
    this.size = 0
    for (const { path, number } of findSegments(this.folder, this.id))
      if (number < this.number - 1) rmSync(path, { force: true })
  }

  private appendToMemory(bytes: Buffer): void {
    const all = Buffer.concat([this.memory ?? Buffer.alloc(0), bytes])
    this.memoryTruncated ||= all.length > memoryLimit
    this.memory = Buffer.from(all.subarray(Math.max(0, all.length - memoryLimit)))
  }
}
