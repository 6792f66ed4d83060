import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  annotationsUri,
  changesetUri,
  chatUri,
  filePathOf,
  fileUri,
  parseChannelUri,
  resourceWatchUri,
  ROOT_URI,
  sessionUri,
  terminalUri,
} from './uri.ts'

describe('a channel URI', () => {
  it('comes apart as it was put together', () => {
    expect(parseChannelUri(ROOT_URI)).toEqual({ kind: 'root' })
    expect(parseChannelUri(sessionUri('s1'))).toEqual({ kind: 'session', id: 's1', uri: 'ahp-session:/s1' })
    expect(parseChannelUri(chatUri('c1'))).toEqual({ kind: 'chat', id: 'c1', uri: 'ahp-chat:/c1' })
    expect(parseChannelUri(terminalUri('t1'))).toEqual({ kind: 'terminal', id: 't1', uri: 'ahp-terminal:/t1' })
    expect(parseChannelUri(resourceWatchUri('w'))).toEqual({
      kind: 'resourceWatch',
      id: 'w',
      uri: 'ahp-resource-watch:/w',
    })
    expect(parseChannelUri(changesetUri('s1', 'turn', 'a/b ü'))).toEqual({
      kind: 'changeset',
      id: 's1',
      uri: 'ahp-changeset:/s1/turn/a%2Fb%20%C3%BC',
      path: ['turn', 'a/b ü'],
    })
    expect(parseChannelUri(annotationsUri(sessionUri('s1')))).toEqual({
      kind: 'annotations',
      id: 's1',
      uri: 'ahp-session:/s1/annotations',
      session: 'ahp-session:/s1',
    })
  })

  it('may have a provider as its scheme only if the host has that provider', () => {
    const providers = new Set(['claude'])
    expect(parseChannelUri('claude:/x-1', providers)).toEqual({
      kind: 'session',
      id: 'x-1',
      uri: 'claude:/x-1',
      provider: 'claude',
    })
    expect(parseChannelUri('claude:/x-1/annotations', providers)).toMatchObject({
      kind: 'annotations',
      session: 'claude:/x-1',
    })
    expect(parseChannelUri('claude:/x-1')).toBeUndefined()
    expect(parseChannelUri('codex:/x-1', providers)).toBeUndefined()
  })

  it.each([
    '',
    'ahp-root:/',
    'ahp-root://x',
    'javascript:alert(1)',
    'ahp-session:/',
    'ahp-session:/..',
    'ahp-session:/a/../b',
    'ahp-session:/a b',
    'ahp-session:/a\\b',
    'ahp-session:/\ud800',
    'ahp-session:/a\u0000',
    'ahp-session:/ü',
    'ahp-chat://id/base64',
    'ahp-changeset:/s1',
    'ahp-changeset:/s1/',
    'ahp-changeset:/s1/%ff',
    'AHP-SESSION:/s1',
    `ahp-session:/${'x'.repeat(257)}`,
  ])('is not %j', (text) => expect(parseChannelUri(text)).toBeUndefined())

  it('is never longer than 4,096 characters', () => {
    const segments = (count: number) => `ahp-changeset:/s${'/abc'.repeat(count)}`
    expect(parseChannelUri(segments(1000))).toBeDefined()
    expect(parseChannelUri(segments(1100))).toBeUndefined()
  })

  it('cannot be built of what is no id', () => {
    expect(() => sessionUri('a/b')).toThrow(RangeError)
    expect(() => chatUri('')).toThrow(RangeError)
    expect(() => terminalUri('..')).toThrow(RangeError)
  })

  it('never makes the parser throw', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((rest) => `ahp-changeset:/${rest}`),
    )
    fc.assert(fc.property(text, (each) => void parseChannelUri(each, new Set([each]))))
  })
})

describe('a file URI', () => {
  it.each([
    ['/', 'file:///'],
    ['/w/proj', 'file:///w/proj'],
    ['/a b#c?d%e', 'file:///a%20b%23c%3Fd%25e'],
    ['/größe/日本/🙂', 'file:///gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC/%F0%9F%99%82'],
    ['/odd\\name/a:b@c', 'file:///odd%5Cname/a:b@c'],
    ['C:\\w\\proj x', 'file:///C:/w/proj%20x'],
    ['C:\\', 'file:///C:/'],
  ])('names %s', (path, uri) => {
    expect(fileUri(path)).toBe(uri)
    expect(filePathOf(uri)).toBe(path)
  })

  it('takes forward slashes of a Windows path, and an escaped colon as other clients write it', () => {
    expect(fileUri('c:/w/proj')).toBe('file:///c:/w/proj')
    expect(filePathOf('file:///c%3A/w/proj')).toBe('c:\\w\\proj')
    expect(filePathOf('file://localhost/w')).toBe('/w')
  })

  it.each([
    'https://example.com/',
    'file://evil.example/x',
    'file:////server/share',
    '/plain/path',
    'file:///a?b',
    'file:///a#b',
    'file:///a%2Fb',
    'file:///a%00b',
    'file:///a\0b',
    'file:///%ff',
    'file:///C:/a%5Cb',
    '',
  ])('is not %j', (uri) => expect(filePathOf(uri)).toBeUndefined())

  it('leaves dots to whoever resolves the path', () => {
    expect(filePathOf('file:///w/%2e%2e/etc')).toBe('/w/../etc')
  })

  it('cannot name a relative path', () => {
    expect(() => fileUri('w/proj')).toThrow(RangeError)
  })

  it('gives back every absolute POSIX path', () => {
    const segment = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((each) => !/[/\0]/.test(each) && !/\p{Surrogate}/u.test(each))
    const path = fc.array(segment).map((segments) => `/${segments.join('/')}`)
    const isDrive = (text: string) => /^\/[A-Za-z]:(\/|$)/.test(text)
    const isPath = (text: string) => !isDrive(text) && !text.startsWith('//')
    fc.assert(
      fc.property(path.filter(isPath), (each) => {
        expect(filePathOf(fileUri(each))).toBe(each)
      }),
    )
  })
})
