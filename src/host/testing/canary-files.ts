import fs from 'node:fs'
import path from 'node:path'

/**
 * Fills a folder with names nobody may be told: ignored, secret, of git, or leading out to `outside`. Only `canary.txt` is an
 * ordinary file.
 */
export function writeCanaryFiles(folder: string, outside: string): void {
  for (const name of ['canary.txt', '.env', 'sub/.env.local', '.git/canary', 'node_modules/canary.js']) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), '')
  }
  fs.writeFileSync(path.join(folder, '.gitignore'), 'node_modules\n')
  fs.writeFileSync(path.join(outside, 'canary-out.txt'), '')
  fs.symlinkSync(path.join(outside, 'canary-out.txt'), path.join(folder, 'canary-link.txt'))
  fs.symlinkSync(outside, path.join(folder, 'canary-folder'))
}
