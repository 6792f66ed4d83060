import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFrame } from './json-rpc.ts'

const ping = { jsonrpc: '2.0', id: 5, method: 'ping', params: { channel: 'ahp-root://' } }
const with_ = (fields: object) => JSON.stringify({ ...ping, ...fields })
const nested = (depth: number) =>
  `{"jsonrpc":"2.0","id":5,"method":"ping","params":${'{"a":'.repeat(depth - 1)}1${'}'.repeat(depth - 1)}}`
const outcome = (text: string) => {
  const frame = parseFrame(text)
  return frame.kind === 'invalid' ? [frame.id, frame.code] : frame
}

describe('a frame', () => {
  it('is a request with an id, a notification without, a response without a method', () => {
    expect(parseFrame(JSON.stringify(ping))).toEqual({
      kind: 'request',
      id: 5,
      method: 'ping',
      params: { channel: 'ahp-root://' },
    })
    expect(parseFrame('{"jsonrpc":"2.0","method":"x"}')).toEqual({
      kind: 'notification',
      method: 'x',
      params: undefined,
    })
    expect(parseFrame('{"jsonrpc":"2.0","id":"a","result":null}')).toEqual({ kind: 'response', id: 'a', result: null })
    expect(parseFrame('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no","data":[1]}}')).toEqual({
      kind: 'response',
      id: 1,
      error: { code: -32601, message: 'no', data: [1] },
    })
  })

  it.each([
    '{',
    `${JSON.stringify(ping)} x`,
    "{'jsonrpc':'2.0'}",
    '{"a":1,}',
    '',
    'nonsense',
    '['.repeat(100_000),
    '"open',
  ])('that is not JSON is answered -32700 without an id (case %#)', (text) =>
    expect(outcome(text)).toEqual([null, -32700]),
  )

  it.each(['[]', `[${JSON.stringify(ping)}]`, '"ping"', 'null', '7'])(
    'that is no object is answered -32600: %s',
    (text) => expect(outcome(text)).toEqual([null, -32600]),
  )

  it.each([null, 1.5, 9007199254740993, 'x'.repeat(257), true, {}, []])(
    'with an id that is none is answered -32600 without it: %j',
    (id) => expect(outcome(with_({ id }))).toEqual([null, -32600]),
  )

  it.each(['', 'x'.repeat(256), 0, -1, Number.MAX_SAFE_INTEGER])('may have the id %j', (id) =>
    expect(parseFrame(with_({ id })).kind).toBe('request'),
  )

  it.each([{ jsonrpc: '1.0' }, { jsonrpc: 2 }, { jsonrpc: undefined }, { method: 7 }, { method: null }])(
    'with %j is answered -32600 with its id',
    (fields) => expect(outcome(with_(fields))).toEqual([5, -32600]),
  )

  it('may be nested 64 deep and no deeper', () => {
    expect(parseFrame(nested(64)).kind).toBe('request')
    expect(outcome(nested(65))).toEqual([null, -32600])
    expect(outcome(nested(5000))).toEqual([null, -32600])
  })

  it('may have any brackets inside strings', () => {
    expect(parseFrame(with_({ params: { channel: `${'['.repeat(200)}\\"{` } })).kind).toBe('request')
  })

  it.each(['"params":{"__proto__":{"admin":true}}', '"params":{"a":[[{"__proto__":1}]]}', '"__proto__":{}'])(
    'with a key named __proto__ at any depth is answered -32600 with its id: %s',
    (field) => {
      expect(outcome(`{"jsonrpc":"2.0","id":5,"method":"ping",${field}}`)).toEqual([5, -32600])
      expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
    },
  )

  it('with a repeated key counts the last one', () => {
    expect(outcome('{"jsonrpc":"2.0","id":5,"method":"ping","method":"nope"}')).toMatchObject({ method: 'nope' })
  })

  it('without a method is never answered, or two peers would answer each other for ever', () => {
    const texts = [
      '{}',
      '{"id":null,"error":{}}',
      '{"jsonrpc":"1.0","id":5}',
      '{"jsonrpc":"2.0","id":5,"result":{"__proto__":1}}',
    ]
    expect(texts.map((text) => parseFrame(text).kind)).toEqual(['response', 'response', 'response', 'response'])
  })

  it('with a broken response fails the request it answers', () => {
    expect(parseFrame('{"jsonrpc":"2.0","id":5,"error":"no"}')).toMatchObject({ id: 5, error: { code: -32603 } })
    expect(parseFrame('{"jsonrpc":"1.0","id":5,"result":1}')).toMatchObject({ id: 5, error: { code: -32600 } })
  })

  it.each([
    ['open brackets only', '['.repeat(8 * 1024 * 1024), -32700],
    ['closed brackets', '['.repeat(4 * 1024 * 1024) + ']'.repeat(4 * 1024 * 1024), -32600],
  ])('of 8 MiB of %s is refused without being parsed', (_, text, code) => {
    const heapBefore = process.memoryUsage().heapUsed
    expect(outcome(text)).toEqual([null, code])
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(32 * 1024 * 1024)
  })

  it('never throws, whatever the text', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ':',
      ',',
      '"jsonrpc":"2.0"',
      '"id":1',
      '"method":"x"',
      '1e999',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((each) => each.join('')),
        ),
        (text) => void parseFrame(text),
      ),
    )
    fc.assert(fc.property(fc.json(), (text) => void parseFrame(text)))
  })
})
