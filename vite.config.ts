import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** The web build: the page that the host serves itself, under a policy that allows no inline script. */
export default defineConfig({
  root: path.join(root, 'src/renderer'),
  base: '/',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: path.join(root, 'out/web'),
    // scripts/build.mjs keeps the files of the build before for tabs that are open, and removes older ones.
    emptyOutDir: false,
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsDir: 'assets',
    // A data: URL would need a wider policy for fonts and images than 'self'.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 5_000,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Only the two big ones are named, each loaded when its view opens; the rest follows the `import()`s. What
          // every chunk needs comes first, or the big ones would take it with them and be loaded at once.
          groups: [
            { name: 'loader', test: /vite[\\/]preload-helper|rolldown[\\/]runtime/, priority: 1 },
            // Not its translations: each is loaded, before the editor, by those who read that language.
            { name: 'monaco', test: /node_modules[\\/]monaco-editor[\\/](?!.*[\\/]nls[\\/]lang[\\/])/ },
            { name: 'xterm', test: /node_modules[\\/]@xterm[\\/]/ },
          ],
        },
      },
    },
  },
})
