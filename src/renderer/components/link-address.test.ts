import { expect, test } from 'vitest'
import { differs, readLink } from './link-address.ts'

test('only web and mail addresses lead anywhere', () => {
  const addresses = [
    'https://a.example/x',
    'mailto:a@b.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:a',
    '#a',
    undefined,
  ]
  expect(addresses.map((each) => readLink(each)?.href)).toEqual([
    'https://a.example/x',
    'mailto:a@b.example',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a host that is not written as it is asked for is shown both ways', () => {
  expect(readLink('https://аpple.com/')).toMatchObject({ shown: 'https://аpple.com/', asciiHost: 'xn--pple-43d.com' })
  expect(readLink('https://xn--pple-43d.com/')).toMatchObject({ asciiHost: 'xn--pple-43d.com' })
  expect(readLink('https://%D0%B0pple.com/')).toMatchObject({
    shown: 'https://аpple.com/',
    asciiHost: 'xn--pple-43d.com',
  })
  expect(readLink('https://apple.com/a?b#c')).not.toHaveProperty('asciiHost')
})

test('what cannot be seen in an address is told', () => {
  expect(readLink('https://a.example/%E2%80%AEtxt')?.hasHidden).toBe(true)
  expect(readLink('https://a.example/txt')?.hasHidden).toBe(false)
  expect(readLink('http://a.example/')?.isInsecure).toBe(true)
  expect(readLink('http://localhost:3000/')?.isInsecure).toBe(false)
})

test('words that are the address of another place are told', () => {
  const bad = readLink('https://evil.example/')!
  expect(
    ['bank.example', 'https://bank.example/login', 'www.evil.example', 'my bank', 'a.b'].map((words) =>
      differs(words, bad),
    ),
  ).toEqual([true, true, false, false, false])
})
