import { join } from 'node:path'
import { isExecutable } from '../platform/is-executable.ts'
import { absoluteEntries } from './git-environment.ts'

/** The absolute place of `name` on the search path; relative entries are skipped, so a repository cannot offer its own. */
export function findProgram(name: string, searchPath: string, platform: NodeJS.Platform): string | undefined {
  const fileName = platform === 'win32' ? `${name}.exe` : name
  for (const folder of absoluteEntries(searchPath)) {
    const candidate = join(folder, fileName)
    if (isExecutable(candidate)) return candidate
  }
  return undefined
}
