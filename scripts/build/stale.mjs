import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * Removes what neither this build nor the one before it wrote. The one before is kept because a host or a tab that
 * started with it still loads its later parts on demand.
 * @param {string} folder
 * @param {ReadonlySet<string>} kept relative to the folder, `/` between parts
 */
export function removeStale(folder, kept) {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    if (!kept.has(name) && !kept.has(name.replace(/\.(br|gz)$/, ''))) rmSync(file)
  }
}
