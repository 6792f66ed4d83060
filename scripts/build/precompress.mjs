import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const COMPRESSIBLE = /\.(js|mjs|css|html|svg|json|webmanifest|ttf|txt|map)$/
/** Above this, the best brotli takes seconds per file for a few percent. */
const BEST_UP_TO_BYTES = 600_000

/**
 * Writes `.br` and `.gz` beside each file that gains from it, so that the host serves them as they are. A file with a hash
 * in its name never changes, so its compressed siblings are kept.
 * @param {string[]} files absolute
 * @returns {Promise<void>}
 */
export async function precompress(files) {
  for (const file of files.filter((name) => COMPRESSIBLE.test(name))) {
    const hashed = /-[\w-]{8}\.\w+$/.test(file)
    if (hashed && existsSync(`${file}.br`) && existsSync(`${file}.gz`)) continue
    const bytes = readFileSync(file)
    const quality = bytes.length <= BEST_UP_TO_BYTES ? 11 : 9
    const [br, gz] = await Promise.all([
      brotli(bytes, {
        params: {
          [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
          [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
      gzip(bytes, { level: 9 }),
    ])
    writeFileSync(`${file}.br`, br)
    writeFileSync(`${file}.gz`, gz)
  }
}
