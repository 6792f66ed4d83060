import Database from 'better-sqlite3'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { StateAction } from '../../protocol/actions.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { sessionState } from '../testing/states.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openStore } from './open-store.ts'
import { StoreFailure, type LogRecord, type Store } from './store.ts'

const at = '2026-01-01T00:00:00.000Z'
const s1 = 'ahp-session:/s1'

function open(dataDir: string): Store {
  const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
  if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened))
  onTestFinished(() => opened.store.close())
  return opened.store
}

function renamed(store: Store, title: string, channel = s1): LogRecord {
  return { kind: 'action', seq: store.nextSeq(), channel, at, action: { type: 'session/titleChanged', title } }
}

function opened(store: Store, channel = s1): LogRecord {
  return { kind: 'opened', seq: store.nextSeq(), channel, at, initial: sessionState('first'), session: s1 }
}

const modeOf = (file: string) => (fs.statSync(file).mode & 0o777).toString(8)

test('a new data folder and everything in it is readable by this account only', () => {
  const dataDir = path.join(temporaryFolder(), 'new', 'data')
  const store = open(dataDir)
  store.append([opened(store)])
  store.putBlob('text', s1)
  expect(modeOf(dataDir)).toBe('700')
  for (const name of fs.readdirSync(dataDir)) {
    expect([name, modeOf(path.join(dataDir, name))]).toEqual([name, name === 'blobs' ? '700' : '600'])
  }
  expect(store.mode).toEqual({ status: 'writable' })
  expect(store.database.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(store.database.pragma('synchronous', { simple: true })).toBe(2)
})

test('what was appended is folded at the next start, unknown actions survive', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  const unknown = { type: 'x-other/thing', deep: { kept: [1, null, '\u2028 \ud800'] } } as unknown as StateAction // a type of another version
  const records: LogRecord[] = [
    opened(store),
    renamed(store, 'second'),
    {
      kind: 'action',
      seq: store.nextSeq(),
      channel: s1,
      at,
      action: unknown,
      origin: { clientId: 'c1', clientSeq: 7 },
    },
    renamed(store, 'third'),
  ]
  store.append(records)
  const last = store.lastSeq
  store.close()

  const again = open(dataDir)
  expect(again.channels()).toEqual([{ channel: s1, state: sessionState('third'), seq: last, session: s1 }])
  expect(again.since(records[0]!.seq, new Set([s1]))).toEqual(records.slice(1))
  expect(again.since(0, new Set([s1]))).toBeUndefined()
  expect(again.lastSeq).toBe(last)
})

test('a snapshot is where the fold begins, and closing a channel ends it', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  const other = 'ahp-session:/s2'
  store.append([opened(store), opened(store, other), renamed(store, 'logged')])
  store.snapshot(s1, sessionState('from the snapshot'), store.lastSeq)
  store.append([{ kind: 'closed', seq: store.nextSeq(), channel: other, at }])
  const seq = store.lastSeq - 1
  expect(store.channels()).toEqual([])
  expect(store.channels()).toEqual([{ channel: s1, state: sessionState('from the snapshot'), seq, session: s1 }])
  store.close()
  expect(open(dataDir).channels()).toEqual([
    { channel: s1, state: sessionState('from the snapshot'), seq, session: s1 },
  ])
})

test('a second start finds the owner and what endpoint.json says about it', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  fs.writeFileSync(
    path.join(dataDir, 'endpoint.json'),
    JSON.stringify({ pid: 41, url: 'ws://127.0.0.1:9/ahp', token: 'x' }),
  )
  const second = () => openStore({ dataDir, clock: systemClock, logger: silentLogger })
  expect(second()).toEqual({ kind: 'owned', pid: 41, url: 'ws://127.0.0.1:9/ahp' })
  fs.writeFileSync(path.join(dataDir, 'endpoint.json'), '{"pid":')
  expect(second()).toEqual({ kind: 'owned' })
  store.close()
  expect(open(dataDir).mode.status).toBe('writable')
})

test('a folder written by a newer version is opened read-only and left as it is', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  store.append([opened(store)])
  store.database.pragma('user_version = 99')
  store.close()
  const before = fs.readFileSync(path.join(dataDir, 'roadstead.db'))

  const newer = open(dataDir)
  expect(newer.mode).toEqual({
    status: 'read-only',
    reason: `${dataDir} was written by a newer version of Roadstead. Everything already there is kept and can be read; nothing new is saved.`,
  })
  expect(newer.channels().map(({ channel }) => channel)).toEqual([s1])
  expect(() => newer.append([renamed(newer, 'no')])).toThrow(StoreFailure)
  expect(() => newer.putBlob('no', s1)).toThrow(StoreFailure)
  newer.close()
  expect(fs.readFileSync(path.join(dataDir, 'roadstead.db')).equals(before)).toBe(true)
})

test('a full disk keeps nothing of the batch, names the cause, and writing goes on when there is room', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  store.append([opened(store)])
  const pages = Number(store.database.pragma('page_count', { simple: true }))
  store.database.pragma(`max_page_count = ${pages}`)
  const batch = [renamed(store, 'small'), renamed(store, 'x'.repeat(100_000))]
  expect(() => store.append(batch)).toThrow(
    new StoreFailure('SQLITE_FULL', `The disk that holds ${dataDir} is full (SQLITE_FULL).`),
  )
  expect(store.since(batch[0]!.seq - 1, new Set([s1]))).toEqual([])
  store.database.pragma('max_page_count = 1000000')
  store.append(batch)
  expect(store.since(batch[0]!.seq - 1, new Set([s1]))).toEqual(batch)
})

test('numbers go on above the reserved block when the host did not close in good order', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  const first = store.nextSeq()
  // What a killed host leaves: the files as they are on disk at this moment.
  const copy = temporaryFolder()
  for (const name of ['roadstead.db', 'roadstead.db-wal'])
    fs.copyFileSync(path.join(dataDir, name), path.join(copy, name))
  const next = open(copy).nextSeq()
  expect(first).toBe(1)
  expect(next).toBeGreaterThan(1000)
})

test('the write-ahead log stays below its cap while the host never pauses', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  let largest = 0
  for (let round = 0; round < 400; round++) {
    store.append([renamed(store, 'x'.repeat(100_000))])
    largest = Math.max(largest, fs.statSync(path.join(dataDir, 'roadstead.db-wal')).size)
  }
  expect(largest).toBeGreaterThan(4 * 1024 * 1024)
  expect(largest).toBeLessThan(16 * 1024 * 1024)
})

test('blobs are kept by their hash and come back as they were', () => {
  const store = open(temporaryFolder())
  const hash = store.putBlob('abc', s1)
  expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(store.putBlob(Buffer.from('abc'), s1)).toBe(hash)
  expect(Buffer.from(store.getBlob(hash)!).toString()).toBe('abc')
  expect(store.getBlob('0'.repeat(64))).toBeUndefined()
  expect(store.getBlob('../../etc/passwd')).toBeUndefined()
})

test('named values are JSON and are there after a restart', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  store.values.set('trust', { '/w': true })
  store.values.set('gone', 1)
  store.values.delete('gone')
  store.close()
  const again = open(dataDir)
  expect([again.values.get('trust'), again.values.get('gone')]).toEqual([{ '/w': true }, undefined])
})

test('a file that is no database is set aside unchanged and a new one is started', () => {
  const dataDir = temporaryFolder()
  fs.writeFileSync(path.join(dataDir, 'roadstead.db'), 'this is not a database, whatever its name says'.repeat(100))
  const store = open(dataDir)
  const aside = fs.readdirSync(dataDir).find((name) => name.startsWith('roadstead.db.damaged-'))
  expect(store.mode).toEqual({ status: 'writable' })
  expect(store.notice).toBe(
    `The database was damaged (file is not a database) and was set aside as ${aside}, unchanged. Nothing in it could be read; a new one was started.`,
  )
  expect(fs.readFileSync(path.join(dataDir, aside!), 'utf8')).toContain('this is not a database')
  store.append([opened(store), renamed(store, 'goes on')])
  expect(store.lastSeq).toBeGreaterThan(1_700_000_000_000)
})

test('of a database with damaged pages everything readable is copied into a new one', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  store.database.exec('CREATE TABLE devices (id TEXT PRIMARY KEY, name TEXT)')
  store.database.exec("INSERT INTO devices VALUES ('d1', 'phone')")
  store.append([opened(store)])
  for (let round = 0; round < 200; round++) store.append([renamed(store, `${round} ${'x'.repeat(2000)}`)])
  const last = store.lastSeq
  store.values.set('kept', 'yes')
  store.close()
  const file = path.join(dataDir, 'roadstead.db')
  const bytes = fs.readFileSync(file)
  // Overwrites the heads of a few pages in the middle, which hold log entries.
  const middle = Math.floor(bytes.length / 4096 / 2)
  for (const page of [middle, middle + 3]) bytes.fill(0xee, page * 4096, page * 4096 + 64)
  fs.writeFileSync(file, bytes)

  const saved = open(dataDir)
  expect(saved.notice).toMatch(/^The database was damaged .* was set aside as roadstead\.db\.damaged-/)
  expect(saved.channels()).toMatchObject([
    { channel: s1, seq: last, state: { state: { title: expect.stringMatching(/^199 /) } } },
  ])
  const count = saved.database.prepare<[], { n: number }>('SELECT count(*) AS n FROM log').get()!.n
  expect(count).toBeGreaterThan(150)
  expect(count).toBeLessThan(201)
  expect(saved.values.get('kept')).toBe('yes')
  expect(saved.database.prepare('SELECT * FROM devices').all()).toEqual([{ id: 'd1', name: 'phone' }])
  expect(saved.nextSeq()).toBeGreaterThan(last)
  saved.close()
  expect(open(dataDir).notice).toBeUndefined()
})

test('an entry overwritten with NUL bytes is passed over and told, not where reading ends', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  store.append([opened(store), renamed(store, 'lost'), renamed(store, 'last')])
  store.close()
  const raw = new Database(path.join(dataDir, 'roadstead.db'))
  raw.prepare('UPDATE log SET body = ? WHERE seq = 2').run('\0'.repeat(40))
  raw.close()
  const again = open(dataDir)
  expect(again.notice).toBe(
    '1 entries of the event log could not be read and were passed over. They are kept as they are.',
  )
  expect(again.channels()).toEqual([{ channel: s1, state: sessionState('last'), seq: 3, session: s1 }])
})

test('an entry of which a letter was overwritten is not taken for what was written', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  store.append([opened(store), renamed(store, 'kept'), renamed(store, 'changed')])
  store.close()
  const raw = new Database(path.join(dataDir, 'roadstead.db'))
  raw.prepare("UPDATE log SET body = replace(body, 'changed', 'chanXed') WHERE seq = 3").run()
  raw.close()
  expect(open(dataDir).channels()).toEqual([{ channel: s1, state: sessionState('kept'), seq: 3, session: s1 }])
})

/** Everything that lies in the data folder, as one text. */
function bytesIn(folder: string): string {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

test('guard prune: of a closed channel nothing is left on disk but that it was closed', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  store.append([opened(store), renamed(store, 'a very private title')])
  store.append([opened(store, 'ahp-session:/s2'), renamed(store, 'a title that stays', 'ahp-session:/s2')])
  store.snapshot(s1, sessionState('a very private title'), store.lastSeq)
  expect(bytesIn(dataDir)).toContain('a very private title')
  const closed: LogRecord = { kind: 'closed', seq: store.nextSeq(), channel: s1, at }
  store.append([closed])
  store.foldIn()
  expect(bytesIn(dataDir)).not.toContain('a very private title')
  expect(store.since(0, new Set([s1]))).toEqual([closed])
  expect(store.since(closed.seq, new Set([s1]))).toEqual([])
  store.close()
  const again = open(dataDir)
  expect(
    again.channels().map(({ channel, state }) => [channel, state.kind === 'session' && state.state.title]),
  ).toEqual([['ahp-session:/s2', 'a title that stays']])
  expect(again.nextSeq()).toBeGreaterThan(closed.seq)
})

test('content is kept for as long as somebody keeps it', () => {
  const dataDir = temporaryFolder()
  const store = open(dataDir)
  const shared = store.putBlob('kept by two', 'one')
  expect(store.putBlob('kept by two', 'two')).toBe(shared)
  const own = store.putBlob('kept by one', 'one')
  store.releaseBlobs('one')
  expect([store.getBlob(own), Buffer.from(store.getBlob(shared) ?? []).toString()]).toEqual([undefined, 'kept by two'])
  store.releaseBlobs('two')
  expect(store.getBlob(shared)).toBeUndefined()
  expect(bytesIn(path.join(dataDir, 'blobs'))).toBe('')
})
