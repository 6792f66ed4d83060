import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createAudit } from '../audit/audit.ts'
import { createSessionFiles } from '../audit/session-files.ts'
import { createChannels } from '../channels/create-channels.ts'
import { createSecretBook } from '../platform/create-secret-book.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { createSessionIndex } from '../sessions/session-index.ts'
import type { Store } from '../store/store.ts'
import { openStore } from '../store/open-store.ts'
import { keepingLogger, openTestStore } from '../testing/open-test-store.ts'
import { chatState, sessionState } from '../testing/states.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { keepAudit } from './keep-audit.ts'
import { keepSessionFiles } from './keep-session-files.ts'

const s1 = 'ahp-session:/s1'
const main = 'ahp-chat:/main'
const facts = { 'x-roadstead': { createdAt: '2026-01-31T10:00:00.000Z', folderTrust: 'trusted' } }

/** The reactor on real channels; its timers go off when `pass` is called. */
function keep(dataDir: string, store: Store = openTestStore(dataDir)) {
  const timers = new Map<object, { ms: number; task: () => void }>()
  const waited: number[] = []
  const channels = createChannels({ store, clock: systemClock, logger: silentLogger })
  const index = createSessionIndex(channels)
  const audit = createAudit(store)
  const stopAudit = keepAudit({ channels, index, audit, clock: systemClock }).dispose
  const logger = keepingLogger()
  const folder = path.join(dataDir, 'sessions')
  const files = createSessionFiles(store, folder)
  const dispose = keepSessionFiles({
    ...{ channels, index, audit, files, logger, monotonic: () => systemClock.monotonic() },
    after(ms, task) {
      const key = {}
      timers.set(key, { ms, task })
      waited.push(ms)
      return () => void timers.delete(key)
    },
  })
  return {
    ...{ channels, audit, logger, folder, waited, files },
    async pass() {
      await channels.settled()
      while (timers.size > 0) {
        const due = [...timers]
        timers.clear()
        for (const [, { task }] of due) task()
      }
    },
    async begin(session = s1, chat = main) {
      const { state } = sessionState()
      channels.open(session, { kind: 'session', state: { ...state, _meta: facts } }, { session })
      channels.open(chat, chatState(chat), { session })
      index.add(chat, session)
      channels.apply(session, { type: 'session/chatAdded', summary: { ...chatState(chat).state } })
      ask(channels, chat, 'Fix the clock')
      await channels.settled()
    },
    async stop() {
      await channels.settled()
      stopAudit()
      dispose()
      channels.stop()
    },
    names: () => (fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : []),
    text: (name: string) => fs.readFileSync(path.join(folder, name), 'utf8'),
  }
}

function ask(channels: ReturnType<typeof createChannels>, chat: string, text: string, turnId = 't1'): void {
  const message = { text, origin: { kind: 'user' as const } }
  channels.apply(chat, { type: 'chat/turnStarted', turnId, startedAt: '2026-01-31T10:00:01.000Z', message })
}

test('the file is written as the session goes, for its owner only, and keeps its name when the session is renamed', async () => {
  const kept = keep(temporaryFolder())
  await kept.begin()
  expect(kept.names()).toEqual([])
  await kept.pass()
  const name = '2026-01-31_fix-the-clock.md'
  expect(kept.names()).toEqual([name])
  expect(fs.statSync(path.join(kept.folder, name)).mode & 0o777).toBe(0o600)
  expect(kept.text(name)).toContain('- Still running')

  kept.channels.apply(main, { type: 'chat/turnComplete', turnId: 't1', duration: 5 })
  kept.channels.apply(s1, { type: 'session/titleChanged', title: 'Another name' })
  await kept.pass()
  expect(kept.names()).toEqual([name])
  expect(kept.text(name)).toMatch(/^# Another name\n/)
  expect(kept.text(name)).toContain('- Turn ended: complete after 5 ms')
})

test('many changes become one writing, and streamed text starts none', async () => {
  const kept = keep(temporaryFolder())
  await kept.begin()
  await kept.pass()
  kept.waited.length = 0
  const part = { kind: 'markdown' as const, id: 'p', content: '' }
  kept.channels.apply(main, { type: 'chat/responsePart', turnId: 't1', part })
  for (let n = 0; n < 50; n++) {
    kept.channels.apply(s1, { type: 'session/titleChanged', title: `${n}` })
  }
  await kept.channels.settled()
  expect(kept.waited).toHaveLength(1)
  await kept.pass()
  kept.waited.length = 0
  kept.channels.apply(main, { type: 'chat/delta', turnId: 't1', partId: 'p', content: 'words' })
  await kept.channels.settled()
  expect(kept.waited).toEqual([])
})

test('deleting a session removes its file, also where a writing was waiting', async () => {
  const kept = keep(temporaryFolder())
  await kept.begin()
  await kept.begin('ahp-session:/s2', 'ahp-chat:/two')
  await kept.pass()
  expect(kept.names()).toEqual(['2026-01-31_fix-the-clock-2.md', '2026-01-31_fix-the-clock.md'])
  kept.channels.apply(s1, { type: 'session/titleChanged', title: 'x' })
  kept.channels.close(s1)
  await kept.pass()
  expect(kept.names()).toEqual(['2026-01-31_fix-the-clock-2.md'])
  expect(kept.files.sessions()).toEqual(['ahp-session:/s2'])
})

test('stopping writes what was waiting', async () => {
  const kept = keep(temporaryFolder())
  await kept.begin()
  await kept.stop()
  expect(kept.names()).toEqual(['2026-01-31_fix-the-clock.md'])
})

test('after a start files that are missing or older than the log are written again, others are left alone', async () => {
  const dataDir = temporaryFolder()
  const life = async (use: (kept: ReturnType<typeof keep>) => Promise<void>) => {
    const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
    if (opened.kind !== 'opened') throw new Error(opened.kind)
    const kept = keep(dataDir, opened.store)
    await use(kept)
    opened.store.close()
  }
  const name = '2026-01-31_fix-the-clock.md'
  await life(async (kept) => {
    await kept.begin()
    await kept.stop()
  })
  const file = path.join(dataDir, 'sessions', name)
  const whole = fs.readFileSync(file, 'utf8')
  fs.rmSync(file)
  await life(async (kept) => {
    await kept.pass()
    expect(kept.text(name)).toBe(whole)
    fs.utimesSync(file, 1, 1)
    // As after a kill: something happened, and the file was not written any more.
    kept.channels.apply(s1, { type: 'session/titleChanged', title: 'Later' })
    await kept.channels.settled()
  })
  await life(async (kept) => {
    await kept.pass()
    expect(kept.text(name)).toMatch(/^# Later\n/)
    await kept.stop()
    fs.utimesSync(file, 1, 1)
  })
  await life(async (kept) => {
    await kept.pass()
    expect(fs.statSync(file).mtimeMs).toBe(1000)
  })
})

test('a file of a session that is gone is removed at the next start, files of others are never touched', async () => {
  const dataDir = temporaryFolder()
  const store = openTestStore(dataDir)
  const files = createSessionFiles(store, path.join(dataDir, 'sessions'))
  files.write('ahp-session:/gone', 'text\n', { createdAt: '2026-01-31', title: 'Gone' })
  fs.writeFileSync(path.join(dataDir, 'sessions', 'notes.md'), 'mine')
  const kept = keep(dataDir, store)
  await kept.pass()
  expect(kept.names()).toEqual(['notes.md'])
})

test('a name somebody else has is not taken; the own file of a lost database is', () => {
  const folder = path.join(temporaryFolder(), 'sessions')
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(folder, '2026-01-31_a.md'), 'of another')
  fs.writeFileSync(path.join(folder, '2026-01-31_a-2.md'), `# a\n\n- Session: \`${s1}\`\n`)
  const files = createSessionFiles(openTestStore(temporaryFolder()), folder)
  files.write(s1, 'new\n', { createdAt: '2026-01-31', title: 'a' })
  expect(fs.readFileSync(path.join(folder, '2026-01-31_a.md'), 'utf8')).toBe('of another')
  expect(fs.readFileSync(path.join(folder, '2026-01-31_a-2.md'), 'utf8')).toBe('new\n')
  expect(fs.readdirSync(folder)).toHaveLength(2)
})

test('where the file cannot be written it is said once and the session goes on', async () => {
  const dataDir = temporaryFolder()
  fs.writeFileSync(path.join(dataDir, 'sessions'), 'in the way')
  const kept = keep(dataDir)
  await kept.begin()
  await kept.pass()
  kept.channels.apply(s1, { type: 'session/titleChanged', title: 'Goes on' })
  await kept.pass()
  expect(kept.channels.state(s1, 'session')?.title).toBe('Goes on')
  expect(kept.logger.lines.filter((line) => line.startsWith('warn'))).toHaveLength(1)

  fs.rmSync(path.join(dataDir, 'sessions'))
  kept.channels.apply(s1, { type: 'session/titleChanged', title: 'Works' })
  await kept.pass()
  expect(kept.text('2026-01-31_works.md')).toMatch(/^# Works\n/)
})

test('guard session file: it is without secrets, those that became known since the session spoke of them included', () => {
  const folder = path.join(temporaryFolder(), 'sessions')
  const secrets = createSecretBook()
  const files = createSessionFiles(openTestStore(temporaryFolder()), folder, secrets)
  secrets.hold('the-own-key-7f3a', 'own key')
  files.write(s1, 'with the-own-key-7f3a\n', { createdAt: '2026-01-31', title: 'a' })
  expect(files.read(s1)).toBe('with [removed: own key]\n')
})
