import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { keysInContext, madeUpKeys, madeUpPrivateKey } from '../testing/made-up-keys.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { createSecretBook } from './create-secret-book.ts'

const root = resolve(import.meta.dirname, '../../..')
const key = 'a-key/without+a:look=of_its"own-7f3a'
const anthropic = madeUpKeys['Anthropic key']![0]!

function bookWith(secret = key, name = 'key of Example') {
  const book = createSecretBook()
  return { book, release: book.hold(secret, name) }
}

/** Texts in which people keep things, and where a key follows letters that are none of its own. */
const surroundings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `the key is ${secret}, keep it`,
  (secret) => `KEY=${secret}\nOTHER=1`,
  (secret) => JSON.stringify({ text: JSON.stringify({ text: `a\n${secret}\t` }) }),
  (secret) => `\x1b[31m${secret}\x1b[0m`,
  (secret) => `https://host/?key=${secret}&x=%3D${secret}#`,
  (secret) => `("${secret}")`,
]

describe('shapes of known keys', () => {
  for (const [name, keys] of Object.entries(madeUpKeys)) {
    test(`${name}: replaced wherever it stands`, () => {
      const { redact } = createSecretBook()
      for (const each of keys) {
        for (const around of surroundings) expect(redact(around(each))).toBe(around(`[removed: ${name}]`))
      }
    })
  }

  test('a key without a look of its own is known by the words before it', () => {
    const { redact } = createSecretBook()
    for (const [text, secret] of keysInContext) {
      const redacted = redact(text)
      expect(redacted).not.toContain(secret)
      expect(redacted).toMatch(/\[removed: .*\]/)
      expect(redacted.slice(0, 6)).toBe(text.slice(0, 6))
    }
  })

  test('a private key goes whole, however its lines are ended, numbered or quoted, and without its last line', () => {
    const { redact } = createSecretBook()
    for (const kind of ['', 'RSA ', 'OPENSSH ', 'ENCRYPTED ']) {
      for (const lineEnd of ['\n', '\r\n', '\\n', '\n   12\t', '",\n"', '\\n" +\n  "']) {
        const secret = madeUpPrivateKey(lineEnd, kind)
        expect(redact(`before ${secret} after`)).toBe('before [removed: private key] after')
        const cut = secret.slice(0, secret.lastIndexOf('Zm9v'))
        expect(redact(`${cut}\n… and so on, in many short words of a person`)).not.toMatch(/[A-Za-z0-9]{20}/)
      }
    }
  })

  test('a key that is cut off after its first part is replaced too', () => {
    const { redact } = createSecretBook()
    expect(redact(`${anthropic.slice(0, 40)}… (cut)`)).toBe('[removed: Anthropic key]… (cut)')
  })

  test('the sources of this program and its lock file are left alone', () => {
    const { redact } = createSecretBook()
    const files = ['src', 'e2e', 'docs', 'scripts', 'resources'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(?:test|spec)\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    expect(files.length).toBeGreaterThan(300)
    const changed = [...files, join(root, 'package-lock.json')].filter((file) => {
      const text = readFileSync(file, 'utf8')
      return redact(text) !== text
    })
    expect(changed).toEqual([])
  })

  test('hashes, ids, encoded data and code about keys are left alone', () => {
    const { redact } = createSecretBook()
    const texts = [
      '3f786850e387550fdab836ed7e6dc881de23001b',
      'sha512-3xT6c0RmjvJ8fs0fS9A2hKJb9cWc3QzX0dGGJHpzCJ7Y4z2mQ0yTg8z5KbQzA2Zkq6pR4v8b1wYcX0m3nL5t7w==',
      '550e8400-e29b-41d4-a716-446655440000 task-550e8400e29b41d4a716446655440000',
      'disk-0123456789abcdef0123456789abcdef',
      'const apiKey = process.env.OPENAI_API_KEY ?? config.anthropicApiKeyFromTheEnvironment',
      'OPENAI_API_KEY=sk-your-key-goes-here-and-nowhere-else',
      'ANTHROPIC_API_KEY=sk-ant-xxxxxxxxxxxxxxxxxxxxxxxx',
      'Authorization: Bearer ${token}',
      'Bearer authentication-is-described-below',
      'if (!text.startsWith("sk-ant-")) throw new Error("AIza… or ghp_…")',
      "const begin = '-----BEGIN PRIVATE KEY-----'; const end = '-----END PRIVATE KEY-----'",
      'export const npm_config_registry = `${hf_home}/hub`',
      `data:image/png;base64,${Buffer.from(Array.from({ length: 60_000 }, (_, n) => (n * 2654435761) >>> 13)).toString('base64')}`,
    ]
    for (const text of texts) expect(redact(text)).toBe(text)
  })
})

describe('secrets the host holds', () => {
  test('are replaced by their name, in each form they are the same secret in', () => {
    const { book } = bookWith()
    const json = JSON.stringify({ key }).slice(8, -2)
    for (const form of [key, json, encodeURIComponent(key)]) {
      expect(book.redact(`before ${form} after`)).toBe('before [removed: key of Example] after')
    }
    for (const before of ['', 'u', 'us', 'user:']) {
      const encoded = Buffer.from(`${before}${key} and more`).toString('base64')
      expect(book.redact(encoded)).toMatch(/^.{0,8}\[removed: key of Example\].{0,24}$/)
      expect(book.redact(Buffer.from(`${before}${key}`).toString('base64url'))).toContain('[removed: key of Example]')
    }
  })

  test('are replaced where only one half of them is left', () => {
    const { book } = bookWith()
    expect(book.redact(`… ${key.slice(0, 24)}… cut`)).toBe('… [removed: key of Example]… cut')
    expect(book.redact(`cut …${key.slice(18)} …`)).toBe('cut …[removed: key of Example] …')
  })

  test('are held until the last holder lets go', () => {
    const { book, release } = bookWith()
    const again = book.hold(` ${key}\n`, 'key of Example')
    release()
    release()
    expect(book.redact(key)).toBe('[removed: key of Example]')
    again()
    expect(book.redact(key)).toBe(key)
  })

  test('are not words that people put where no key is needed', () => {
    for (const word of ['', 'x', 'ollama', 'not-needed', 'sk-no-key-required', 'lm-studio', 'EMPTY']) {
      const text = `a sentence with ${word} in it`
      expect(bookWith(word).book.redact(text)).toBe(text)
    }
  })

  test('go by their own name, and no character of them is left where they also have a known shape', () => {
    const { book } = bookWith(anthropic, 'Anthropic key (environment)')
    expect(book.redact(`<${anthropic}>`)).toBe('<[removed: Anthropic key (environment)]>')
    expect(book.redact(`Be${'arer'} ${anthropic}`)).toBe('Bearer [removed: Anthropic key (environment)]')
  })
})

describe('values', () => {
  test('guard values: texts and keys of objects are redacted, all else is the same, and without a find it is the same object', () => {
    const { book } = bookWith()
    const value = { type: 'a', n: 1, list: [{ text: 'x' }, null, true], deep: { text: `my ${key}` }, [key]: 'value' }
    expect(book.redactValue(value)).toEqual({
      ...{ type: 'a', n: 1, list: [{ text: 'x' }, null, true] },
      deep: { text: 'my [removed: key of Example]' },
      '[removed: key of Example]': 'value',
    })
    expect(book.redactValue(value).list).toBe(value.list)
    const clean = { a: ['b', { c: 'd' }] }
    expect(book.redactValue(clean)).toBe(clean)
  })

  test('guard signatures: what a provider signed comes back byte for byte', () => {
    const { book } = bookWith()
    const signed = {
      anthropic: { signature: `Er${anthropic}/${key}`, redactedData: anthropic },
      openai: { reasoningEncryptedContent: `gAAAA${anthropic}`, itemId: 'rs_1' },
      google: { thoughtSignature: anthropic },
      list: [
        { type: 'reasoning', encrypted_content: anthropic },
        { type: 'reasoning.encrypted', data: anthropic },
      ],
    }
    expect(book.redactValue(signed)).toBe(signed)
  })

  test('what is nested beyond all measure is cut off', () => {
    const nested = (levels: number, inside: unknown) => {
      let value = inside
      for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value }
      return value
    }
    const { book } = bookWith()
    expect(book.redactValue(nested(200, key))).toEqual(nested(200, '[removed: key of Example]'))
    expect(JSON.stringify(book.redactValue(nested(50_000, key)))).toMatch(/^[^k]*\[removed: nested too deep\][^k]*$/)
  })

  test('names of things keep their looks, and lose what is held', () => {
    const { book } = bookWith('0123456789-held')
    const named = { turnId: anthropic, uri: `file:///${anthropic}`, workingDirectory: `file:///a/${anthropic}` }
    expect(book.redactValue(named)).toBe(named)
    expect(book.redactValue({ id: 'x0123456789-held' })).toEqual({ id: 'x[removed: key of Example]' })
    expect(book.redactValue({ content: `file:///${anthropic}` })).toEqual({
      content: 'file:///[removed: Anthropic key]',
    })
  })

  test('guard encoded data: a text is looked at decoded, an image only for what is held', () => {
    const { book } = bookWith()
    const encode = (text: string) => Buffer.from(text).toString('base64')
    const text = { data: encode(`key: ${anthropic}`), contentType: 'text/plain' }
    expect(book.redactValue(text)).toEqual({ ...text, data: encode('key: [removed: Anthropic key]') })
    const image = { data: `iVBORw0KGgo/${madeUpKeys['AWS key']![0]}/`, contentType: 'image/png' }
    expect(book.redactValue(image)).toBe(image)
    expect(book.redactValue({ ...image, data: encode(`a ${key} b`) }).data).toContain('[removed: key of Example]')
    expect(book.redactValue({ type: 'terminal/data', data: anthropic }).data).toBe('[removed: Anthropic key]')
  })
})

describe('a text that comes in pieces', () => {
  const secrets = [
    key,
    anthropic,
    madeUpPrivateKey(),
    ...Object.values(madeUpKeys).flat(),
    ...keysInContext.map(([text]) => text),
  ]
  const words = [
    'task',
    ' ',
    'sk-',
    'Bearer',
    '\n',
    '-----',
    'AIza',
    ' is "',
    '=',
    '_API_KEY',
    'e',
    'yJ',
    'x'.repeat(30),
    '。',
    '\x1b[1m',
  ]
  const text = fc.array(fc.oneof(fc.constantFrom(...secrets), fc.constantFrom(...words), fc.string()), {
    maxLength: 12,
  })
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 })

  test('guard streams: comes out as it does in one piece, wherever it is cut', () => {
    const { book } = bookWith()
    fc.assert(
      fc.property(text, cuts, (parts, lengths) => {
        const whole = parts.join('')
        const stream = book.stream()
        let out = ''
        for (let at = 0, n = 0; at < whole.length; n++) {
          const length = lengths[n % lengths.length]!
          out += stream.write(whole.slice(at, at + length))
          at += length
        }
        expect(out + stream.end()).toBe(book.redact(whole))
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  test('no more than a possible beginning is held back', () => {
    const { book } = bookWith()
    const stream = book.stream()
    expect(stream.write('The words of ')).toBe('The words of ')
    expect(stream.write('a sentence. Then sk')).toBe('a sentence. Then ')
    expect(stream.write('ill and ris')).toBe('skill and ri')
    expect(stream.write('k. ')).toBe('sk. ')
    expect(stream.end()).toBe('')
  })

  test('what was let go undecided takes nothing of its rest along when it turns out to be a secret', () => {
    for (const secret of [key, anthropic]) {
      const { book } = bookWith()
      const stream = book.stream()
      const out =
        stream.write(`key ${secret.slice(0, 10)}`) + stream.end() + stream.write(`${secret.slice(10)} and more`)
      expect(out + stream.end()).toMatch(/^key .{10}\[removed: .*\] and more$/)
    }
  })

  test('what never ends is not held back for ever', () => {
    const stream = createSecretBook().stream()
    let out = ''
    for (let n = 0; n < 4000; n++) out += stream.write('sk-ant-'.repeat(3))
    expect(out.length).toBeGreaterThan(0)
    expect(stream.end().length).toBeLessThan(30_000)
  })
})

describe('time', () => {
  const best = (run: () => void) => {
    let least = Infinity
    for (let n = 0; n < 15; n++) {
      const start = performance.now()
      run()
      least = Math.min(least, performance.now() - start)
    }
    return least
  }

  test('a megabyte without secrets is searched in milliseconds, a short piece in microseconds', () => {
    const { book } = bookWith()
    const line = 'const answer = await ask("What is it?") // the files are src/host/platform and task-list.ts\n'
    const megabyte = line.repeat(Math.ceil(2 ** 20 / line.length))
    expect(best(() => book.redact(megabyte))).toBeLessThan(25)
    const stream = book.stream()
    const pieces = best(() => {
      for (let n = 0; n < 1000; n++) stream.write('a few words ')
    })
    expect(pieces).toBeLessThan(50)
  })

  test('no text makes the search slow', () => {
    const { redact } = createSecretBook()
    const bad = [
      ...[
        'sk-ant-',
        'eyJ',
        'eyJa.eyJ',
        '-----BEGIN',
        '-----BEGIN RSA PRIVATE KEY-----',
        '_API_KEY',
        '_API_KEY = ',
        'Bearer ',
      ],
      ...[
        'Bearer a',
        'uthorization: Basic ',
        'sk-aaaaaaaa',
        '"\\\\',
        'AKIA',
        'hooks.slack.com/services/',
        '-----BEGIN A PRIVATE KEY-----AAAA',
      ],
    ]
    for (const unit of bad) {
      const text = unit.repeat(Math.ceil(200_000 / unit.length))
      expect(
        best(() => redact(text)),
        unit,
      ).toBeLessThan(400)
      expect(
        best(() => redact(`eyJ${text.replaceAll(/[^A-Za-z]/g, 'a')}`)),
        unit,
      ).toBeLessThan(400)
    }
  })
})
