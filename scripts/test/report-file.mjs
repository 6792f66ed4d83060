import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * A place for a test reporter in another process to leave what it found.
 * @returns {{file: string, read(): unknown, dispose(): void}} `read` gives undefined when nothing whole was left
 */
export function reportFile() {
  const folder = mkdtempSync(path.join(tmpdir(), 'roadstead-tests-'))
  const file = path.join(folder, 'outcome.json')
  return {
    file,
    read() {
      try {
        return JSON.parse(readFileSync(file, 'utf8'))
      } catch {
        return undefined
      }
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}
