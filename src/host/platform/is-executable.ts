import { accessSync, constants, statSync } from 'node:fs'

/** Whether a path leads to a file this user may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
