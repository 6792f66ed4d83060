import { fileURLToPath } from 'node:url'
import path from 'node:path'

/** The checkout: the folder that holds package.json. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** @param {...string} parts below the checkout */
export const inRoot = (...parts) => path.join(root, ...parts)

/** The built command line, the one program everything starts. */
export const builtCommandLine = inRoot('out', 'cli', 'index.js')
