import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder of the running test; removed when the test is over. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'roadstead-test-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
