import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** The program's own folder: `resources` and `out` are in it. Two levels up, from the source and from the build alike. */
export const programFolder = path.join(import.meta.dirname, '..', '..')

/** The version in package.json. */
export function programVersion(): string {
  const text = readFileSync(path.join(programFolder, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
