import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { MessageAttachment } from '../../protocol/channels/chat/message.ts'
import type { Turn } from '../../protocol/channels/chat/turn.ts'
import { fileUri } from '../../protocol/uri.ts'
import { messageOf, openSessionScene, sceneChat, sceneSession } from '../testing/session-scene.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createAttachmentReader } from './read-attachment.ts'

const png = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'), Buffer.alloc(20)])

async function open() {
  const scene = await openSessionScene()
  const { channels, folder } = scene
  const outside = temporaryFolder()
  const needs = {
    ...{ channels, home: path.join(outside, 'home'), dataFolder: path.join(outside, 'data') },
    readOwn: async (uri: string) =>
      uri === 'x-roadstead-blob:/kept'
        ? ({ kind: 'content', data: Buffer.from('kept') } as const)
        : uri.startsWith('x-roadstead-blob:')
          ? ({ kind: 'missing' } as const)
          : undefined,
    readRetired: (session: string, uri: string) =>
      session === sceneSession && uri === 'ahp-terminal:/old' ? { text: 'old output' } : undefined,
  }
  const read = createAttachmentReader(needs, { session: sceneSession, workspace: folder })
  const write = (name: string, content: string | Uint8Array) => {
    const file = path.join(folder, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, content)
    return fileUri(file)
  }
  const resource = (uri: string, more: object = {}): MessageAttachment => ({
    type: 'resource',
    label: 'L',
    uri,
    ...more,
  })
  return { ...scene, read, write, resource, outside, folder }
}

test('a file is read as text, the selected part of it, or an image by its first bytes', async () => {
  const { read, write, resource } = await open()
  const uri = write('src/a b.ts', 'one\ntwo \u{1F600} x\nthree\n')
  expect(await read(resource(uri))).toEqual({
    kind: 'text',
    label: 'src/a b.ts',
    text: 'one\ntwo \u{1F600} x\nthree\n',
  })
  const range = { start: { line: 0, character: 2 }, end: { line: 1, character: 6 } }
  expect(await read(resource(uri, { selection: { range } }))).toEqual({
    ...{ kind: 'text', label: 'src/a b.ts, lines 1–2', text: 'e\ntwo \u{1F600}' },
  })
  const picture = write('picture.txt', png)
  const data = png.toString('base64')
  expect(await read(resource(picture))).toEqual({ kind: 'image', label: 'picture.txt', contentType: 'image/png', data })
  expect(await read(resource(write('x.png', Buffer.from([0, 1, 2]))))).toMatchObject({ kind: 'unreadable' })
  expect(await read(resource(write('big.png', Buffer.concat([png, Buffer.alloc(5_000_000)]))))).toMatchObject({
    reason: expect.stringContaining('at most'),
  })
})

test('a folder is listed, and a long text is cut with words that say so', async () => {
  const { read, write, resource, folder } = await open()
  write('lib/b.ts', '')
  write('lib/sub/c.ts', '')
  expect(await read(resource(fileUri(path.join(folder, 'lib'))))).toEqual({
    ...{ kind: 'text', label: 'lib', text: 'b.ts\nsub/' },
  })
  const long = await read(resource(write('long.txt', 'x'.repeat(200_007))))
  expect(long.kind === 'text' && long.text.slice(199_999)).toBe('x\n… 7 more characters are left out …')
})

test('guard workspace: what lies outside, is secret or leads elsewhere is not read', async () => {
  const { read, write, resource, outside, folder } = await open()
  const secret = path.join(outside, 'secret.txt')
  fs.writeFileSync(secret, 'canary')
  fs.symlinkSync(secret, path.join(folder, 'link.txt'))
  const uris = [
    fileUri(secret),
    fileUri(path.join(folder, 'link.txt')),
    fileUri(`${folder}/../${path.basename(outside)}/secret.txt`),
    write('.env', 'KEY=canary'),
    fileUri(path.join(folder, 'missing.txt')),
    'https://example.com/canary',
    'x-roadstead-blob:/gone',
  ]
  for (const uri of uris) {
    const answer = await read(resource(uri))
    expect([uri, answer.kind]).toEqual([uri, 'unreadable'])
    expect(JSON.stringify(answer)).not.toContain('canary')
  }
  expect(await read(resource('x-roadstead-blob:/kept'))).toEqual({ kind: 'text', label: 'L', text: 'kept' })
})

test('guard terminals: those of this session and the person own are read, those of other sessions not', async () => {
  const { read, resource, channels } = await open()
  const terminal = (id: string, claim: object, value: string) =>
    channels.open(
      `ahp-terminal:/${id}`,
      {
        kind: 'terminal',
        state: {
          title: id,
          content: [{ type: 'unclassified', value }],
          lifecycle: { status: 'running' },
          claim: claim as { kind: 'client'; clientId: string },
        },
      },
      { logged: false },
    )
  terminal('own', { kind: 'session', session: sceneSession, chat: sceneChat }, '\u001B[31mred\u001B[0m')
  terminal('person', { kind: 'client', clientId: 'c' }, '$ ls')
  terminal('other', { kind: 'session', session: 'ahp-session:/s2', chat: 'ahp-chat:/k2' }, 'theirs')
  const answers = await Promise.all(
    ['own', 'person', 'old', 'other', 'none'].map((id) => read(resource(`ahp-terminal:/${id}`))),
  )
  expect(answers.map((answer) => (answer.kind === 'text' ? answer.text : answer.kind))).toEqual([
    ...['red', '$ ls', 'old output', 'unreadable', 'unreadable'],
  ])
})

test('what a message carries itself is read as it is', async () => {
  const { read } = await open()
  const simple = { type: 'simple', label: 'L' } as const
  expect(await read({ ...simple, modelRepresentation: 'as told' })).toEqual({
    kind: 'text',
    label: 'L',
    text: 'as told',
  })
  expect(await read(simple)).toMatchObject({ kind: 'unreadable' })
  const embedded = (data: Uint8Array | string, contentType: string): MessageAttachment => ({
    ...{ type: 'embeddedResource', label: 'L', contentType, data: Buffer.from(data).toString('base64') },
  })
  expect(await read(embedded('plain', 'text/plain'))).toEqual({ kind: 'text', label: 'L', text: 'plain' })
  expect(await read(embedded(png, 'image/jpeg'))).toMatchObject({ kind: 'image', contentType: 'image/png' })
  expect(await read(embedded(Buffer.from([1, 0]), 'application/pdf'))).toMatchObject({ kind: 'unreadable' })
  const annotations = { type: 'annotations', label: 'L', resource: `${sceneSession}/annotations` } as const
  expect(await read(annotations)).toMatchObject({ kind: 'unreadable' })
  const unknown = { type: 'hologram', label: 'L' } as unknown as MessageAttachment // a newer peer's
  expect(await read(unknown)).toMatchObject({ kind: 'unreadable' })
})

test('all attachments of a turn together have a bound', async () => {
  const { read } = await open()
  const long: MessageAttachment = { type: 'simple', label: 'L', modelRepresentation: 'x'.repeat(190_000) }
  const kinds = []
  for (let times = 0; times < 4; times++) kinds.push((await read(long)).kind)
  expect(kinds).toEqual(['text', 'text', 'text', 'unreadable'])
})

test('a chat is read through the turn that was named, or the last one that is over; what it attached is not followed', async () => {
  const { read, chat, startTurn } = await open()
  const attachment = { type: 'chat', label: 'L', resource: sceneChat } as const
  expect(await read(attachment)).toMatchObject({ text: 'Nothing was said in that chat yet.' })
  const message = { ...messageOf('Look'), attachments: [{ ...attachment, label: 'itself' }] }
  chat({ type: 'chat/turnStarted', turnId: 't1', startedAt: '2026-01-01T00:00:00.000Z', message })
  const part = (content: Turn['responseParts'][number]) =>
    chat({ type: 'chat/responsePart', turnId: 't1', part: content })
  part({ kind: 'reasoning', id: 'p1', content: 'secret thoughts' })
  part({ kind: 'markdown', id: 'p2', content: 'I looked.' })
  const call = { turnId: 't1', toolCallId: 'c1' }
  chat({ type: 'chat/toolCallStart', ...call, toolName: 'read_file', displayName: 'Read file' })
  chat({ type: 'chat/toolCallReady', ...call, invocationMessage: 'Read a.ts', confirmed: 'not-needed' })
  chat({ type: 'chat/toolCallComplete', ...call, result: { success: true, pastTenseMessage: 'Read a.ts' } })
  chat({ type: 'chat/turnComplete', turnId: 't1', duration: 1 })
  startTurn('t2', 'And now?')
  const first = 'Person: Look\n[attached: itself]\nAgent:\nI looked.\n[Read a.ts]'
  expect(await read(attachment)).toEqual({ kind: 'text', label: 'L', text: first })
  chat({ type: 'chat/turnCancelled', turnId: 't2', duration: 1 })
  expect(await read(attachment)).toMatchObject({ text: `${first}\n\nPerson: And now?\n[stopped]` })
  expect(await read({ ...attachment, endTurn: 't1' })).toMatchObject({ text: first })
  expect(await read({ ...attachment, endTurn: 'gone' })).toMatchObject({ kind: 'unreadable' })
  expect(await read({ ...attachment, resource: 'ahp-chat:/none' })).toMatchObject({ kind: 'unreadable' })
})
