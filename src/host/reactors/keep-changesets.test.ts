import { expect, onTestFinished, test } from 'vitest'
import { changesetUri } from '../../protocol/uri.ts'
import type { Git } from '../git/git.ts'
import { scratchRepository } from '../testing/scratch-repository.ts'
import { keepingLogger } from '../testing/open-test-store.ts'
import { openSessionScene, sceneSession } from '../testing/session-scene.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createChangesetKeeper } from './keep-changesets.ts'
import { createUndoBook } from './undo-book.ts'

const uncommitted = changesetUri('s1', 'uncommitted')
const since = changesetUri('s1', 'session')

/**
 * A keeper over a session in a repository with one commit. `pass` lets the time go by that the keeper waits for, which `waits` has
 * in milliseconds; each look at `clock` costs `stepMs`.
 */
async function openScene(change: (git: Git) => Git = (git) => git) {
  const repository = scratchRepository()
  onTestFinished(() => repository.dispose())
  repository.write('a.txt', 'one\n')
  repository.plain('add', '.')
  repository.plain('commit', '-qm', 'Begin')
  const scene = await openSessionScene({ folder: repository.root })
  const logger = keepingLogger()
  const waiting = new Set<() => void>()
  const waits: number[] = []
  const clock = { nowMs: 0, stepMs: 0 }
  const keeper = createChangesetKeeper({
    ...{ channels: scene.channels, index: scene.index, logger, dataFolder: temporaryFolder() },
    git: change(repository.git),
    undoBook: createUndoBook(scene.store.values),
    readingTools: new Set(),
    trustedFolderOf: () => repository.root,
    monotonic: () => (clock.nowMs += clock.stepMs),
    after(ms, task) {
      waits.push(ms)
      waiting.add(task)
      return () => waiting.delete(task)
    },
  })
  onTestFinished(() => keeper.dispose())
  const pass = () => [...waiting].forEach((task) => waiting.delete(task) && task())
  return { ...scene, repository, keeper, logger, pass, waits, clock }
}

test('what git throws while a session is prepared is told in the log, and the session goes on without changesets', async () => {
  const { keeper, logger, repository, sessionState } = await openScene((git) => ({
    ...git,
    facts: () => Promise.reject(new Error('no more processes')),
  }))
  await keeper.prepare(sceneSession, repository.root)
  expect(await keeper.findPlace(sceneSession)).toEqual({
    kind: 'none',
    reason: 'The changes of this folder could not be looked for.',
  })
  expect(logger.lines[0]).toContain('no more processes')
  expect(sessionState().changesets).toBeUndefined()
})

test('a changeset is let go of when nobody has looked at it for a while, and opened again for whoever asks', async () => {
  const { channels, keeper, repository, pass } = await openScene()
  await keeper.prepare(sceneSession, repository.root)
  keeper.subscribersChanged(uncommitted, 1)
  pass()
  expect([channels.has(uncommitted), channels.has(since)]).toEqual([true, true])
  keeper.subscribersChanged(uncommitted, 0)
  pass()
  expect([channels.has(uncommitted), channels.has(since)]).toEqual([false, false])

  repository.write('a.txt', 'two\n')
  await keeper.prepareFor(since)
  await keeper.refreshed(sceneSession)
  const shown = [uncommitted, since].map((uri) => channels.state(uri, 'changeset'))
  expect(shown.map((state) => [state?.status, state?.files.length])).toEqual([
    ['ready', 1],
    ['ready', 1],
  ])
})

test('a session that works keeps its changesets although nobody looks', async () => {
  const { channels, keeper, repository, startTurn, pass } = await openScene()
  await keeper.prepare(sceneSession, repository.root)
  startTurn()
  await channels.settled()
  pass()
  expect(channels.has(since)).toBe(true)
})

test('a commit is offered to be taken back only while it is the newest', async () => {
  const { channels, keeper, repository, store } = await openScene()
  const undoBook = createUndoBook(store.values)
  undoBook.note(sceneSession, {
    commit: { hash: repository.plain('rev-parse', 'HEAD').trim(), summary: 'Begin' },
  })
  await keeper.prepare(sceneSession, repository.root)
  await keeper.refreshed(sceneSession)
  const offered = () => channels.state(uncommitted, 'changeset')?.operations?.map(({ id }) => id)
  expect(offered()).toEqual(['undo-commit'])
  repository.plain('commit', '-qm', 'Another', '--allow-empty')
  await keeper.refreshed(sceneSession)
  expect(offered()).toEqual([])
})

test('while an agent works and nobody looks, changes are looked for now and then; whoever looks, and the end of the turn, see them at once', async () => {
  let runs = 0
  const { channels, keeper, repository, startTurn, chat } = await openScene((git) => ({
    ...git,
    run(...args) {
      runs++
      return git.run(...args)
    },
  }))
  await keeper.prepare(sceneSession, repository.root)
  await keeper.refreshed(sceneSession)
  keeper.subscribersChanged(uncommitted, 0)
  startTurn()
  await channels.settled()
  await keeper.refreshed(sceneSession)
  const before = runs
  repository.write('a.txt', 'changed\n')
  for (let times = 0; times < 5; times++) keeper.refresh(sceneSession)
  await channels.settled()
  expect(runs).toBe(before)
  keeper.subscribersChanged(uncommitted, 1)
  await keeper.refreshed(sceneSession)
  expect(runs).toBeGreaterThan(before)
  keeper.subscribersChanged(uncommitted, 0)
  const then = runs
  keeper.refresh(sceneSession)
  chat({ type: 'chat/turnComplete', turnId: 't1', duration: 1 })
  await channels.settled()
  await expect.poll(() => runs).toBeGreaterThan(then)
})

test.each([
  ['a look that takes long is followed by a longer rest', 300, 6_000],
  ['no look is put off for more than half a minute', 60_000, 30_000],
])('%s', async (_name, lookMs, restMs) => {
  const { channels, keeper, repository, startTurn, waits, clock } = await openScene()
  clock.stepMs = lookMs
  await keeper.prepare(sceneSession, repository.root)
  await keeper.refreshed(sceneSession)
  startTurn()
  await channels.settled()
  keeper.refresh(sceneSession)
  expect(waits.at(-1)).toBe(restMs)
})
