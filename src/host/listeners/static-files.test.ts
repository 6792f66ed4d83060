import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectRaw, request, requestText } from './testing/raw-client.ts'
import type { HttpAnswer } from './testing/raw-client.ts'
import { startListener } from './testing/started-listener.ts'
import type { StartedListener } from './testing/started-listener.ts'

let folder: string
let started: StartedListener
let unbuilt: StartedListener
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-files-'))
  const web = join(folder, 'web')
  await mkdir(join(web, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(web, 'index.html'), '<p>app</p>')
  await writeFile(join(web, 'sw.js'), 'self')
  await writeFile(join(web, 'empty.txt'), '')
  await writeFile(join(web, '.env'), 'secret')
  await writeFile(join(web, 'assets', 'app-1a2b.js'), 'plain')
  await writeFile(join(web, 'assets', 'app-1a2b.js.br'), 'brotli')
  await writeFile(join(web, 'assets', 'app-1a2b.js.gz'), 'gzip')
  await symlink(join(folder, 'secret.txt'), join(web, 'link.txt'))
  started = await startListener({ webRoot: web })
  unbuilt = await startListener({ webRoot: join(folder, 'nothing') })
})
afterAll(async () => {
  await started.listener.stop()
  await unbuilt.listener.stop()
  await rm(folder, { recursive: true })
})

function get(path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
  return request(started.port, requestText(started.port, 'GET', path, headers))
}

function shown({ status, headers, body }: HttpAnswer) {
  return { status, type: headers.get('content-type'), cache: headers.get('cache-control'), body }
}

const page = { status: 200, type: 'text/html; charset=utf-8', cache: 'no-cache', body: '<p>app</p>' }

it.each(['/', '/sessions', '/sessions/s1/chat', '/index.html', '/?x=1'])('serves the app at %s', async (path) => {
  expect(shown(await get(path))).toEqual(page)
})

it('lets hashed assets be kept for good and nothing else', async () => {
  const type = 'text/javascript; charset=utf-8'
  const kept = 'public, max-age=31536000, immutable'
  expect(shown(await get('/assets/app-1a2b.js'))).toEqual({ status: 200, type, cache: kept, body: 'plain' })
  expect(shown(await get('/sw.js'))).toEqual({ status: 200, type, cache: 'no-cache', body: 'self' })
})

it.each([
  ['br, gzip', 'br', 'brotli'],
  ['gzip, deflate', 'gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip', 'gzip'],
  ['identity', undefined, 'plain'],
])('serves what was packed beforehand to a client that accepts %s', async (accepted, encoding, body) => {
  const answer = await get('/assets/app-1a2b.js', { 'Accept-Encoding': accepted })
  expect([answer.headers.get('content-encoding'), answer.body]).toEqual([encoding, body])
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

it.each([
  '/missing.js',
  '/assets/missing.js',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2f../secret.txt',
  '/..%5csecret.txt',
  '/%2e%2e%2fsecret.txt',
  '/link.txt',
  '/.env',
  '/a%00.txt',
  '/%zz.txt',
  '//etc/passwd.txt',
])('has nothing at %s', async (path) => {
  expect(await get(path)).toMatchObject({ status: 404, body: 'There is nothing here.\n' })
})

it('answers HEAD with the length and no body', async () => {
  const client = await connectRaw(started.port)
  client.write(requestText(started.port, 'HEAD', '/') + requestText(started.port, 'GET', '/healthz'))
  const text = await client.waitFor((received) => {
    const all = received.toString()
    return all.endsWith('\r\n\r\nok') ? all : undefined
  }, 'second answer')
  client.end()
  expect(text.split('\r\n')).toContain(`Content-Length: ${page.body.length}`)
  expect(text).not.toContain(page.body)
})

it('answers 304 for the version the browser has', async () => {
  const tag = (await get('/')).headers.get('etag') ?? ''
  expect(await get('/', { 'If-None-Match': tag })).toMatchObject({ status: 304, body: '' })
})

it('serves an empty file', async () => {
  expect(await get('/empty.txt')).toMatchObject({ status: 200, body: '' })
})

it('says what to run when the page is not built', async () => {
  const { port } = unbuilt
  const answer = await request(port, requestText(port, 'GET', '/'))
  expect(answer.status).toBe(503)
  expect(answer.body).toContain('npm run build')
})
