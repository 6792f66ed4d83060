import { lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A folder only this user can enter (0700), at `path` if that can be had: somebody else may have put a folder or a link
 * there before us, in a place all users share. Else a fresh one in the system's temporary folder.
 */
export function privateFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const found = lstatSync(path)
    const isOwn = process.getuid === undefined || found.uid === process.getuid()
    if (found.isDirectory() && isOwn && (found.mode & 0o077) === 0) return path
  } catch {
    // A fresh one below.
  }
  return mkdtempSync(join(tmpdir(), 'roadstead-'))
}
