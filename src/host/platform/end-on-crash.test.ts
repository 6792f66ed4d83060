import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const source = (name: string) => JSON.stringify(join(import.meta.dirname, name))

/** A program that holds a key and ends with an error nobody catches. */
const program = (crash: string) => `
  import { createSecretBook } from ${source('create-secret-book.ts')}
  import { endOnCrash } from ${source('end-on-crash.ts')}
  const secrets = createSecretBook()
  secrets.hold('the-own-key-7f3a', 'own key')
  endOnCrash(process, (text) => secrets.redact(text))
  const error = Object.assign(new Error('refused the-own-key-7f3a'), { headers: { authorization: 'the-own-key-7f3a' } })
  ${crash}
`

test.each(['setTimeout(() => { throw error })', 'void Promise.reject(error)', 'throw error'])(
  'guard crash: what is printed of %s is its stack without secrets, and the process ends',
  async (crash) => {
    const node = join(import.meta.dirname, '../../../node_modules/.bin/node')
    const failed = (await run(node, ['--input-type=module', '-e', program(crash)]).catch(
      (error: unknown) => error,
    )) as {
      code: number
      stderr: string
    }
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(/^Error: refused \[removed: own key\]\n {4}at /)
    expect(failed.stderr).not.toContain('the-own-key-7f3a')
  },
)
