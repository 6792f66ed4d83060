import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { sessionState } from '../testing/states.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openStore } from './open-store.ts'

const child = path.resolve(import.meta.dirname, '../testing/report-opened-store.ts')
const isRoot = process.getuid?.() === 0
const kept = 'Everything already there is kept and can be read; nothing new is saved.'

/** A data folder that holds one session; `clean` or as a killed host leaves it, with the write-ahead log not folded in. */
function fillFolder(dataDir: string, clean: boolean): void {
  const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
  if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened))
  const { store } = opened
  const seq = store.nextSeq()
  store.append([
    { kind: 'opened', seq, channel: 'ahp-session:/s1', at: '2026-01-01T00:00:00.000Z', initial: sessionState() },
  ])
  const files = clean ? [] : ['roadstead.db', 'roadstead.db-wal']
  const copies = files.map((name) => [name, fs.readFileSync(path.join(dataDir, name))] as const)
  store.close()
  for (const [name, bytes] of copies) fs.writeFileSync(path.join(dataDir, name), bytes)
}

/** What a host finds that is not root: root may write anywhere. */
function openAsOrdinaryUser(dataDir: string): unknown {
  const ids = isRoot ? { uid: 65_534, gid: 65_534 } : {}
  const run = spawnSync(process.execPath, [child, dataDir], { encoding: 'utf8', cwd: '/', ...ids })
  if (run.stdout === '') throw new Error(run.stderr)
  return JSON.parse(run.stdout)
}

beforeEach((context) => context.skip(process.platform === 'win32', 'Windows has no such permissions'))

test.each([{ clean: true }, { clean: false }])(
  'a folder without write permission is opened read-only with the reason (closed cleanly: $clean)',
  ({ clean }) => {
    const dataDir = temporaryFolder()
    fillFolder(dataDir, clean)
    execFileSync('chmod', ['-R', 'a+rX', dataDir])
    fs.chmodSync(dataDir, 0o555)
    onTestFinished(() => fs.chmodSync(dataDir, 0o700))
    expect(openAsOrdinaryUser(dataDir)).toEqual({
      kind: 'opened',
      mode: { status: 'read-only', reason: `This account may not write in ${dataDir} (EACCES). ${kept}` },
      channels: ['ahp-session:/s1'],
      refusal: `StoreFailure: This account may not write in ${dataDir} (EACCES). ${kept}`,
    })
  },
)

test('an empty folder without write permission fails and says that nothing is lost', () => {
  const dataDir = temporaryFolder()
  fs.chmodSync(dataDir, 0o555)
  onTestFinished(() => fs.chmodSync(dataDir, 0o700))
  expect(openAsOrdinaryUser(dataDir)).toEqual({
    kind: 'failed',
    code: 'EACCES',
    reason: `This account may not write in ${dataDir} (EACCES). There is no database in it yet, so nothing can be opened and nothing is lost.`,
  })
})

test('a data folder whose path runs through a file fails with the cause', () => {
  const file = path.join(temporaryFolder(), 'file')
  fs.writeFileSync(file, '')
  const dataDir = path.join(file, 'data')
  expect(openStore({ dataDir, clock: systemClock, logger: silentLogger })).toEqual({
    kind: 'failed',
    code: 'ENOTDIR',
    reason: `${dataDir} is not a folder (ENOTDIR). No data folder could be made there.`,
  })
})

/** A small file system of its own, where this process may mount one. */
function mountSmall(context: { skip(reason: string): void }): string {
  const folder = temporaryFolder()
  const mounted = isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
  if (!mounted) context.skip('this process may not mount a file system')
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}

test('a disk that is full at the start is named, and what is there can be read', (context) => {
  const dataDir = mountSmall(context)
  fillFolder(dataDir, false)
  const filler = fs.openSync(path.join(dataDir, 'filler'), 'w')
  expect(() => {
    for (;;) fs.writeSync(filler, Buffer.alloc(4096))
  }).toThrow('ENOSPC')
  fs.closeSync(filler)
  const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
  if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened))
  expect(opened.store.mode).toEqual({
    status: 'read-only',
    reason: `The disk that holds ${dataDir} is full (ENOSPC). ${kept}`,
  })
  expect(opened.store.channels()).toHaveLength(1)
  opened.store.close()
})

test('a read-only file system is named, and what is there can be read', (context) => {
  const dataDir = mountSmall(context)
  fillFolder(dataDir, false)
  expect(spawnSync('mount', ['-o', 'remount,ro', dataDir]).status).toBe(0)
  const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
  if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened))
  expect(opened.store.mode).toEqual({
    status: 'read-only',
    reason: `The file system that holds ${dataDir} is read-only (EROFS). ${kept}`,
  })
  expect(opened.store.channels()).toHaveLength(1)
  opened.store.close()
})
