import { expect, test } from 'vitest'
import { ConnectionRefused } from '../../client/connection.ts'
import type { CredentialStore } from './credential-store.ts'
import { readFragment } from './launch.ts'
import { createWebPlatform, deviceName } from './web.ts'

function memoryStore(initial?: string): CredentialStore & { kept: string | undefined } {
  return {
    kept: initial,
    async read() {
      return this.kept
    },
    async write(credential) {
      this.kept = credential
    },
    async clear() {
      this.kept = undefined
    },
  }
}

function openPage(hash: string, store: CredentialStore, answer: (path: string, init: RequestInit) => Response) {
  window.history.replaceState(null, '', `/${hash}`)
  const asked: { path: string; body: unknown; authorization: string | null; hashThen: string }[] = []
  const platform = createWebPlatform({
    window,
    credentials: store,
    fetch: async (address, init = {}) => {
      const path = address instanceof Request ? address.url : address.toString()
      asked.push({
        path,
        body: JSON.parse(typeof init.body === 'string' ? init.body : ''),
        authorization: new Headers(init.headers).get('authorization'),
        hashThen: window.location.hash,
      })
      return answer(path, init)
    },
    createSocket: () => {
      throw new Error('no socket in this test')
    },
  })
  return { platform, asked }
}
const json = (value: object, status = 200) => new Response(JSON.stringify(value), { status })

test('a code in the address is exchanged once and is gone from the address before anything is asked', async () => {
  const store = memoryStore()
  const { platform, asked } = openPage('#pair=ABCD2345&demo=1', store, () => json({ credential: 'secret' }))
  expect(window.location.hash).toBe('')
  expect(await Promise.all([platform.host.admit(), platform.host.admit()])).toEqual([
    { status: 'admitted' },
    { status: 'admitted' },
  ])
  expect(asked.map(({ path, hashThen }) => ({ path, hashThen }))).toEqual([{ path: '/pair', hashThen: '' }])
  expect({ kept: store.kept, demo: platform.launch.demo }).toEqual({ kept: 'secret', demo: true })
})

test('a wrong code in the address is told, unless the device is paired already', async () => {
  const refuse = () => new Response('no', { status: 403 })
  expect(await openPage('#pair=X', memoryStore(), refuse).platform.host.admit()).toEqual({
    status: 'unpaired',
    failed: { kind: 'wrong-code' },
  })
  expect(await openPage('#pair=X', memoryStore('old'), refuse).platform.host.admit()).toEqual({ status: 'admitted' })
})

test('a credential the host does not know is refused for good, not retried', async () => {
  const { platform, asked } = openPage('', memoryStore('old'), () => new Response('', { status: 401 }))
  const failure = await platform.host.open().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConnectionRefused)
  expect(asked.map(({ path, authorization }) => ({ path, authorization }))).toEqual([
    { path: '/ticket', authorization: 'Bearer old' },
  ])
})

test('the fragment may ask for the demo or a session', () => {
  expect(readFragment('#demo')).toEqual({ demo: true })
  expect(readFragment('#session=ahp-session%3A%2Fa')).toEqual({ demo: false, session: 'ahp-session:/a' })
  expect(readFragment('#session=javascript:alert(1)')).toEqual({ demo: false })
})

test('a device is named by browser and system', () => {
  expect(deviceName('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150 Safari/537.36')).toBe(
    'Chrome on Linux',
  )
})
