import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, createScriptedSession, say, stateWhen } from '../e2e/support/client.ts'
import { startHost } from '../e2e/support/host.ts'
import { scratchFolder } from '../e2e/support/repository.ts'
import { offer, turnEnded } from '../e2e/support/turns.ts'
import { openBenchPage, type BenchPage } from './support/browser-page.ts'
import { tellFigure, tellSkipped } from './support/figure.ts'
import { streamedRounds } from './support/long-chat.ts'

/**
 * A day's page: 35 sessions that rest, three that stream. A minute of it in the ordinary run; `--long`, or ROADSTEAD_LONG in the
 * environment, makes it ten.
 */
const IDLE = 35
const STREAMING = 3
const isLong = process.argv.includes('--long') || process.env['ROADSTEAD_LONG'] !== undefined
const STREAM_MS = isLong ? 600_000 : 60_000
const IDLE_MS = 20_000
const SETTLE_MS = 5_000

const names = {
  hostIdle: 'processor of the host, 35 sessions idle',
  tabIdle: 'processor of the tab, 35 sessions idle',
  streaming: 'heap of the tab after three sessions streamed',
  closed: 'heap of the tab after closing them, against before',
}

const scratch = scratchFolder('bench-idle')
const folder = path.join(scratch.path, 'folder')
mkdirSync(folder)
const host = await startHost({ dataDir: path.join(scratch.path, 'data') })
const client = await connect(host)

/** Seconds of the processor a process has taken so far, as Linux counts them. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  // utime and stime, in hundredths of a second on every Linux there is.
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function showBeside({ page }: BenchPage, sessions: readonly string[]): Promise<void> {
  for (const [at, session] of sessions.entries()) {
    const row = page.locator(`[data-line="${session}"] .session-row__main`)
    if (at === 0) await row.click()
    else {
      await row.focus()
      await page.keyboard.press('Control+Enter')
    }
  }
}

let bench: BenchPage | undefined
try {
  const turns = [
    { when: { contains: 'stream' }, rounds: streamedRounds(STREAM_MS / 1000 + 60) },
    { rounds: [{ say: 'It is **done**.\n\n```ts\nexport const a = 1\n```' }] },
  ]
  const script = { version: 1, name: 'Bench', pace: 'instant', turns }
  for (let made = 0; made < IDLE; made++) {
    const { chat } = await createScriptedSession(client, folder, script)
    await turnEnded(client, chat, await say(client, chat, `Task ${made + 1}`))
  }
  bench = process.platform === 'linux' ? await openBenchPage(host) : undefined
  if (bench === undefined)
    for (const name of Object.values(names)) tellSkipped(name, 'it takes Linux, which has /proc, and a Chromium')
  else {
    const { page } = bench
    await page.locator('[data-transcript]').waitFor()
    await wait(SETTLE_MS)
    const hostBefore = processorSeconds(host.pid)
    const tabBefore = await bench.processorSeconds()
    const startedAt = performance.now()
    await wait(IDLE_MS)
    const seconds = (performance.now() - startedAt) / 1000
    tellFigure(names.hostIdle, ((processorSeconds(host.pid) - hostBefore) / seconds) * 100, '%')
    tellFigure(names.tabIdle, (((await bench.processorSeconds()) - tabBefore) / seconds) * 100, '%')

    const streaming: { session: string; chat: string }[] = []
    while (streaming.length < STREAMING) streaming.push(await createScriptedSession(client, folder, script))
    // What is loaded once, for any session that is shown, is not what streaming leaves behind.
    await showBeside(
      bench,
      streaming.map(({ session }) => session),
    )
    for (let closing = 0; closing < STREAMING; closing++) await page.keyboard.press('Alt+W')
    await page.locator('[data-transcript]').waitFor({ state: 'detached' })
    const heapBefore = await bench.heapMegabytes()
    for (const { session, chat } of streaming) {
      await offer(client, session, { type: 'session/titleChanged', title: `Streams ${session.slice(-4)}` })
      await say(client, chat, 'stream')
    }
    await showBeside(
      bench,
      streaming.map(({ session }) => session),
    )
    await page.waitForFunction((count) => document.querySelectorAll('[data-transcript]').length === count, STREAMING)
    await wait(STREAM_MS)
    const heapAfter = await bench.heapMegabytes()
    const more = { seconds: STREAM_MS / 1000, before: heapBefore, nodes: await bench.nodes() }
    tellFigure(names.streaming, heapAfter, 'MB', more)

    for (const { chat } of streaming) {
      await offer(client, chat, { type: 'chat/turnCancelled', turnId: await runningTurn(chat), duration: STREAM_MS })
    }
    for (let closing = 0; closing < STREAMING; closing++) await page.keyboard.press('Alt+W')
    await page.locator('[data-transcript]').waitFor({ state: 'detached' })
    await wait(SETTLE_MS)
    const heapClosed = await bench.heapMegabytes()
    tellFigure(names.closed, heapClosed / heapBefore, 'times', { before: heapBefore, after: heapClosed })
  }
} finally {
  client.close()
  await bench?.close()
  await host.stop()
  scratch.remove()
}

async function runningTurn(chat: string): Promise<string> {
  const { activeTurn } = await stateWhen(client, chat, 'chat', (state) => state.activeTurn !== undefined)
  return activeTurn!.id
}
