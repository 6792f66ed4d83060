import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { build } from 'vite'
import { inRoot, root } from '../paths.mjs'

/** Entries of the program; what is not there is not built. */
const ENTRIES = { 'cli/index': 'src/cli/index.ts', 'host/entry-server': 'src/host/entry-server.ts' }

/**
 * Bundles command line and host for Node 24; packages stay outside, they are found in node_modules.
 * @returns {Promise<string[]>} the files written, relative to out/
 */
export async function buildProgram() {
  const { dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const outside = Object.keys(dependencies)
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
    ssr: { target: 'node', external: outside },
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
          outside.some((name) => id === name || id.startsWith(`${name}/`)),
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
