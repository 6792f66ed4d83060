import { existsSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { build } from 'vite'
import { inRoot, root } from '../paths.mjs'

/** Entries of the program; what is not there is not built. */
const ENTRIES = { 'cli/index': 'src/cli/index.ts', 'host/entry-server': 'src/host/entry-server.ts' }

/** Packages with files of their own that are not JavaScript: they are found in node_modules. */
const OUTSIDE = ['better-sqlite3', 'node-pty', '@vscode/ripgrep']

/**
 * Node's module for HTTP, imported as a module, fills in names that load the whole of `fetch`: 12 MB and 15 ms. Required, it
 * does not. Its names are those of the real one.
 */
const leanHttp = {
  name: 'lean-http',
  // Vite would leave Node's modules outside without asking.
  enforce: 'pre',
  resolveId(id, importer, { kind } = {}) {
    if (!HTTP.test(id) || importer === undefined) return null
    return kind === 'require-call' ? { id, external: true } : `\0lean:${id.replace('node:', '')}`
  },
  load(id) {
    if (!id.startsWith('\0lean:')) return null
    const name = `node:${id.slice('\0lean:'.length)}`
    const names = Object.keys(process.getBuiltinModule(name)).filter((key) => !LOADS_FETCH.has(key))
    return [
      `import { createRequire } from 'node:module'`,
      `const own = createRequire(import.meta.url)('${name}')`,
      'export default own',
      ...names.map((key) => `export const ${key} = own.${key}`),
    ].join('\n')
  },
}

const HTTP = /^(node:)?https?$/
const LOADS_FETCH = new Set(['WebSocket', 'CloseEvent', 'MessageEvent'])

/**
 * One character outside Latin-1 doubles what the engine holds of a whole file's text, for as long as the program runs.
 * @param {string} code
 * @returns {string} the same program in ASCII: an escape means the same in texts, patterns and names
 */
function toAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The last step, because what makes a text shorter writes characters out again. */
function writeAscii(_options, bundle) {
  for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = toAscii(file.code)
}

/**
 * Bundles command line and host for Node 24, with the packages they use: a few files start in half the time of hundreds.
 * @returns {Promise<string[]>} the files written, relative to out/
 */
export async function buildProgram() {
  // What the engine kept of the last build; see src/cli/index.ts.
  rmSync(inRoot('out', 'compiled'), { recursive: true, force: true })
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
    plugins: [leanHttp],
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
          (!HTTP.test(id) && (id.startsWith('node:') || builtinModules.includes(id))) ||
          OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
        plugins: [{ name: 'ascii', generateBundle: writeAscii }],
        // See src/host/models/headers.ts.
        transform: { inject: { Headers: [inRoot('src/host/models/headers.ts'), 'Headers'] } },
        output: {
          format: 'esm',
          // Names stay, for stack traces; what goes is what only makes the text longer.
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  })
  return result.output.map((file) => file.fileName)
}
