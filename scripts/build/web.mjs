import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { inRoot } from '../paths.mjs'
import { precompress } from './precompress.mjs'

/** Everything a page loads before anything is asked for: the entry and what it imports without `import()`. */
function firstLoadOf(output) {
  const chunks = new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const found = new Set(['index.html'])
  const visit = (name) => {
    const chunk = chunks.get(name)
    if (!chunk || found.has(name)) return
    found.add(name)
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
    chunk.imports.forEach(visit)
  }
  for (const chunk of chunks.values()) if (chunk.isEntry) visit(chunk.fileName)
  return [...found]
}

/** Files that vite copies as they are, without naming them in its output. */
function publicFiles() {
  const folder = inRoot('src', 'renderer', 'public')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
}

/**
 * Builds the page that the host serves, with its compressed siblings.
 * @returns {Promise<{files: string[], firstLoad: string[]}>} file names relative to out/web
 */
export async function buildWeb() {
  const result = await build({ configFile: inRoot('vite.config.ts'), logLevel: 'warn' })
  const files = [...result.output.map((file) => file.fileName), ...publicFiles()]
  await precompress(files.map((name) => inRoot('out', 'web', name)))
  return { files, firstLoad: firstLoadOf(result.output) }
}
