'use strict'
const path = require('node:path')
const { pathToFileURL } = require('node:url')

/**
 * Runs the default export of a module beside this file; what it resolves to becomes the exit code. In a file of its own,
 * because a Node that is too old cannot even parse `import()`, and the check before it must still get to speak.
 * @param {string} file relative to this folder
 */
module.exports = (file) => {
  import(pathToFileURL(path.join(__dirname, file)).href)
    .then((module) => module.default(process.argv.slice(2)))
    .then(
      (code) => {
        process.exitCode = code
      },
      (error) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
        process.exitCode = 1
      },
    )
}
