import { randomInt, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { connect, connectCuttable, createScriptedSession, say, stateWhen } from '../../../e2e/support/client.ts'
import { startHost } from '../../../e2e/support/host.ts'
import { descendants } from '../../../e2e/support/proc-files.ts'
import { until } from '../../../e2e/support/processes.ts'
import { makeRepository, scratchFolder } from '../../../e2e/support/repository.ts'
import type { HostClient } from '../../client/host-client.ts'
import { waitFor } from '../../client/readable.ts'
import { fileUri, ROOT_URI, terminalUri } from '../../protocol/uri.ts'
import { namesBelow, openFilesOf, readHostFigures, riseOf, type HostFigures } from './host-figures.ts'

/** How long the load goes on. */
const durationMs = Number(process.env['ROADSTEAD_SOAK_MS'] ?? 180_000)
const workers = 5
const watchers = 4
const everyMs = 2000
const mebibyte = 1024 * 1024

/** What may be different at the end from the second quarter of the run. */
const mostRise = 48 * mebibyte
const mostRss = 400 * mebibyte
/** SQLite writes the log back every 1000 pages of 4 KiB; a burst may go beyond once. */
const mostWal = 24 * mebibyte

const turnOf = (word: string, calls: readonly object[]) => ({
  when: { contains: word },
  rounds: [{ say: `I do ${word}.\n\n`.repeat(20), calls }, { say: 'Done.' }],
})
const command = (text: string) => ({ tool: 'run_command', input: { command: text } })
const script = {
  ...{ version: 1, name: 'Soak', pace: { charsPerSecond: 20_000 } },
  turns: [
    turnOf('reading', [
      { tool: 'read_file', input: { path: 'a.txt' } },
      { tool: 'list_directory', input: { path: '.' } },
      { tool: 'search_text', input: { pattern: 'a' } },
    ]),
    turnOf('changing', [command('date +%N >> notes.txt')]),
    turnOf('flooding', [command('seq 1 100000')]),
    turnOf('napping', [command('sleep 600')]),
    { when: { contains: 'hanging' }, rounds: [{ say: 'I wait.', hang: true }] },
    { when: { contains: 'failing' }, rounds: [{ say: 'Now.', fail: { message: 'It broke.' } }] },
  ],
}
const words = ['reading', 'reading', 'changing', 'changing', 'flooding', 'napping', 'hanging', 'failing'] as const

const tell = (fact: object) => process.stdout.write(`${JSON.stringify(fact)}\n`)

test('a host under load for long holds on to nothing, and every client ends with the same state', async (context) => {
  if (process.platform !== 'linux') return context.skip('reads /proc')
  const scratch = scratchFolder('soak')
  const folderOf = (name: string) => {
    const folder = path.join(scratch.path, name)
    fs.mkdirSync(folder, { recursive: true })
    return folder
  }
  const [dataDir, temporary] = [folderOf('data'), folderOf('tmp')]
  const host = await startHost({ dataDir, env: { TMPDIR: temporary } })
  const endsAt = performance.now() + durationMs
  const isOver = () => performance.now() > endsAt
  const driver = await connect(host)
  const live = new Set<string>()
  const counts = { turns: 0, sessions: 0, deleted: 0, cuts: 0, terminals: 0 }
  const samples: HostFigures[] = []
  const measure = () => readHostFigures(host.pid, dataDir, descendants(host.pid).length)
  const idle = measure()
  tell({ at: 'start', ...idle })

  async function playTurn(session: string, chat: string): Promise<void> {
    const word = words[randomInt(words.length)] ?? 'reading'
    const turnId = await say(driver, chat, `Please do some ${word}`)
    counts.turns += 1
    if (word === 'napping' || word === 'hanging') {
      await stateWhen(driver, chat, 'chat', ({ activeTurn }) => (activeTurn?.responseParts.length ?? 0) > 0)
      if (randomInt(4) === 0) return remove(session)
      await driver.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 })
    }
    await stateWhen(driver, chat, 'chat', ({ activeTurn }) => activeTurn === undefined)
  }

  async function remove(session: string): Promise<void> {
    live.delete(session)
    counts.deleted += 1
    await driver.request('disposeSession', { channel: session })
  }

  async function work(number: number): Promise<void> {
    const folder = folderOf(`work-${number}`)
    makeRepository(folder, { 'a.txt': 'a\n', 'b.txt': 'b\n' })
    while (!isOver()) {
      const { session, chat } = await createScriptedSession(driver, folder, script, { permissionLevel: 'auto' })
      live.add(session)
      counts.sessions += 1
      for (let turns = 2 + randomInt(5); turns > 0 && live.has(session) && !isOver(); turns--) {
        await playTurn(session, chat)
      }
      if (live.has(session) && live.size > workers) await remove(session)
    }
  }

  async function typeInto(number: number): Promise<void> {
    const folder = folderOf(`work-${number}`)
    while (!isOver()) {
      const channel = terminalUri(randomUUID())
      const claim = { kind: 'client' as const, clientId: driver.clientId }
      await driver.request('createTerminal', { channel, cwd: fileUri(folder), claim, cols: 80, rows: 24 })
      const watched = driver.watch(channel)
      await waitFor(watched.view, ({ status }) => status !== 'loading')
      counts.terminals += 1
      const marker = `end-${randomInt(1_000_000)}`
      const data = `seq 1 100000; echo ${marker.slice(0, 3)}''${marker.slice(3)}\r`
      await driver.dispatch(channel, { type: 'terminal/input', data })
      await stateWhen(driver, channel, 'terminal', ({ content }) => {
        const last = content.at(-1)
        return last !== undefined && (last.type === 'command' ? last.output : last.value).includes(marker)
      })
      watched.release()
      await driver.request('disposeTerminal', { channel })
    }
  }

  /** Looks at this and that, and loses its connection now and then. */
  async function look({ client, cut }: { client: HostClient; cut(): void }): Promise<void> {
    const watched: ReturnType<HostClient['watch']>[] = []
    while (!isOver()) {
      const view = client.sessions.get()
      const items = view.status === 'ready' ? view.items : []
      const one = items[randomInt(Math.max(1, items.length))]
      if (one !== undefined) watched.push(client.watch(one.resource))
      if (one?.defaultChat !== undefined) watched.push(client.watch(one.defaultChat))
      while (watched.length > 6) watched.shift()?.release()
      await pass(50 + randomInt(300))
      if (randomInt(12) > 0) continue
      counts.cuts += 1
      cut()
      await waitFor(client.connection, ({ status }) => status === 'in-sync')
    }
    for (const each of watched) each.release()
  }

  async function sample(): Promise<void> {
    while (!isOver()) {
      await pass(everyMs)
      const figures = measure()
      samples.push(figures)
      tell({ at: Math.round(performance.now()), ...figures, ...counts, live: live.size })
    }
  }

  const clients = await Promise.all(Array.from({ length: watchers }, () => connectCuttable(host)))
  const load = Array.from({ length: workers }, (_, number) => work(number))
  await Promise.all([...load, typeInto(0), typeInto(1), ...clients.map(look), sample()])

  const fresh = await connect(host)
  const channels = [ROOT_URI, ...live, ...(await chatsOf(fresh, [...live]))]
  const everybody = [driver, fresh, ...clients.map(({ client }) => client)]
  const held = everybody.map((client) => channels.map((channel) => client.watch(channel)))
  const seen = () =>
    held.map((watched) =>
      watched.map(({ view }) => {
        const now = view.get()
        return now.status === 'ready' ? JSON.stringify(now.channel.state) : now.status
      }),
    )
  await until(() => {
    const [first, ...others] = seen().map((states) => JSON.stringify(states))
    return first?.includes('"loading"') === false && others.every((other) => other === first)
  })
  expect(seen()[0]).not.toContain('gone')
  const lists = () => everybody.map(({ sessions }) => JSON.stringify(sessions.get()))
  await until(() => new Set(lists()).size === 1)
  for (const each of held.flat()) each.release()
  for (const client of [fresh, ...clients.map((each) => each.client)]) client.close()

  for (const session of live) await remove(session)
  await until(() => descendants(host.pid).length === 0)
  await until(() => measure().openFiles <= idle.openFiles + 2).catch((error: unknown) => {
    tell({ openFiles: openFilesOf(host.pid).toSorted() })
    throw error
  })
  const end = measure()
  const rise = riseOf(samples.map(({ rss }) => rss))
  const most = (of: (figures: HostFigures) => number) => Math.max(...samples.map(of))
  tell({ at: 'end', ...end, ...counts, rise, mostRss: most(({ rss }) => rss), mostWal: most(({ wal }) => wal) })

  expect(counts.turns).toBeGreaterThan(durationMs / 1000)
  expect(rise).toBeLessThan(mostRise)
  expect(most(({ rss }) => rss)).toBeLessThan(mostRss)
  expect(most(({ wal }) => wal)).toBeLessThan(mostWal)
  expect(namesBelow(path.join(dataDir, 'sessions'))).toEqual([])
  expect(namesBelow(path.join(dataDir, 'terminals'))).toEqual([])
  driver.close()
  expect(await host.stop()).toBe(0)
  expect(host.log()).not.toContain('"level":"error"')
  expect(filesIn(temporary)).toEqual([])
  scratch.remove()
})

async function chatsOf(client: HostClient, sessions: readonly string[]): Promise<string[]> {
  const states = await Promise.all(sessions.map((each) => stateWhen(client, each, 'session', () => true)))
  return states.flatMap(({ chats }) => chats.map(({ resource }) => resource))
}

function filesIn(folder: string): string[] {
  return namesBelow(folder).filter((name) => fs.statSync(path.join(folder, name)).isFile())
}

/** Lets time pass: the load is spread over time, nothing is awaited by it. */
function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
