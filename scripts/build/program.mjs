import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { build } from 'vite'
import { inRoot, root } from '../paths.mjs'

/** Entries of the program; what is not there is not built. */
const ENTRIES = { 'cli/index': 'src/cli/index.ts', 'host/entry-server': 'src/host/entry-server.ts' }

/** Packages with files of their own that are not JavaScript: they are found in node_modules. */
const OUTSIDE = ['better-sqlite3', 'node-pty', '@vscode/ripgrep']

/**
 * Bundles command line and host for Node 24, with the packages they use: a few files start in half the time of hundreds.
 * @returns {Promise<string[]>} the files written, relative to out/
 */
export async function buildProgram() {
  const input = Object.fromEntries(
    Object.entries(ENTRIES)
      .map(([name, file]) => [name, inRoot(file)])
      .filter(([, file]) => existsSync(file)),
  )
  const result = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    ssr: { target: 'node', external: OUTSIDE, noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: inRoot('out'),
      emptyOutDir: false,
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        external: (id) =>
          id.startsWith('node:') ||
          builtinModules.includes(id) ||
          OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
        output: {
          format: 'esm',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  })
  return result.output.map((file) => file.fileName)
}
