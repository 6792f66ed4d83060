import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Long runs are a suite of their own: `npm run soak` sets ROADSTEAD_SOAK=1. */
const soak = process.env['ROADSTEAD_SOAK'] === '1'
const long = process.env['ROADSTEAD_LONG'] === '1' || soak

const left = ['**/node_modules/**', 'out/**', 'e2e/**', 'artifacts/**']
const pattern = (folders: string) =>
  soak ? `${folders}/**/*.soak.test.{ts,tsx,mjs}` : `${folders}/**/*.test.{ts,tsx,mjs}`
const exclude = soak ? left : [...left, '**/*.soak.test.*']

export default defineConfig({
  plugins: [react()],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Limits against hanging, not expectations of speed.
    testTimeout: long ? 30 * 60_000 : 30_000,
    hookTimeout: 30_000,
    passWithNoTests: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: [pattern('{src,scripts,bench}')],
          exclude: [...exclude, 'src/renderer/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          include: [pattern('src/renderer')],
          exclude,
          setupFiles: ['scripts/test/clean-up-dom.mjs'],
        },
      },
    ],
  },
})
