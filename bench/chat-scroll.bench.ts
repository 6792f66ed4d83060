import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { connect, createScriptedSession, say } from '../e2e/support/client.ts'
import { startHost } from '../e2e/support/host.ts'
import { scratchFolder } from '../e2e/support/repository.ts'
import { turnEnded } from '../e2e/support/turns.ts'
import { openBenchPage, type BenchPage } from './support/browser-page.ts'
import { tellFigure, tellSkipped } from './support/figure.ts'
import { lengthenChat, patternRounds } from './support/long-chat.ts'

/** A chat of so many turns, text, code and steps mixed. */
const TURNS = 5_000
/** Whatever else runs on the machine can only make a frame longer, so the least disturbed of a few passes counts. */
const PASSES = 3
const names = {
  open: 'time to open a chat of 5,000 turns',
  older: 'longest frame while earlier turns come',
  down: 'longest frame from top to bottom of 5,000 turns',
  wheel: 'longest frame by wheel while a turn streams',
  nodes: 'elements in the page of a chat of 5,000 turns',
  heap: 'heap of the page of a chat of 5,000 turns',
}

const scratch = scratchFolder('bench-chat')
const folder = path.join(scratch.path, 'folder')
const dataDir = path.join(scratch.path, 'data')
mkdirSync(folder)

async function prepare(): Promise<string> {
  const host = await startHost({ dataDir })
  const client = await connect(host)
  try {
    const turns = [
      { when: { contains: 'stream' }, rounds: [{ endless: true, pace: { charsPerSecond: 200 } }] },
      ...patternRounds.map((rounds) => ({ rounds })),
    ]
    const script = { version: 1, name: 'Bench', pace: 'instant', turns }
    const { chat, session } = await createScriptedSession(client, folder, script, { permissionLevel: 'auto' })
    for (const text of ['Does it read hours?', 'What is wrong with it?', 'Run it'])
      await turnEnded(client, chat, await say(client, chat, text))
    // Something smaller to come from.
    await createScriptedSession(client, folder, script)
    client.close()
    await host.stop()
    lengthenChat(dataDir, chat, TURNS)
    return session
  } catch (error) {
    await host.kill()
    throw error
  }
}

/** Notes the length of every frame until `stop`. Runs in the page. */
function watchFrames(): void {
  let last = performance.now()
  const watch = { longest: 0, frames: 0, over: [] as number[], on: true }
  Object.assign(window, { watch })
  const tick = (now: number) => {
    const took = now - last
    last = now
    watch.frames += 1
    watch.longest = Math.max(watch.longest, took)
    if (took > 50) watch.over.push(Math.round(took))
    if (watch.on) requestAnimationFrame(tick)
  }
  requestAnimationFrame((now) => {
    last = now
    requestAnimationFrame(tick)
  })
}

interface Frames {
  readonly longest: number
  readonly frames: number
  readonly over: readonly number[]
}

async function during({ page }: BenchPage, work: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(watchFrames)
  await work()
  return page.evaluate(() => {
    const { watch } = window as unknown as { watch: Frames & { on: boolean } }
    watch.on = false
    return { longest: watch.longest, frames: watch.frames, over: watch.over.slice(0, 20) }
  })
}

/** Scrolls by `step` pixels each frame until the end in that direction. */
async function scrollThrough({ page }: BenchPage, step: number): Promise<void> {
  await page.locator('[data-transcript]').evaluate(
    (log, by) =>
      new Promise<void>((resolve) => {
        let still = 0
        let before = -1
        const tick = () => {
          log.scrollBy({ top: by })
          still = log.scrollTop === before ? still + 1 : 0
          before = log.scrollTop
          // Earlier turns come while one waits at the top.
          if (still > 90) resolve()
          else requestAnimationFrame(tick)
        }
        requestAnimationFrame(tick)
      }),
    step,
  )
}

const session = await prepare()
const host = await startHost({ dataDir })
const bench = await openBenchPage(host)
try {
  if (bench === undefined) for (const name of Object.values(names)) tellSkipped(name, 'no Chromium was found')
  else {
    const { page } = bench
    const log = page.locator('[data-transcript]')
    const row = page.locator(`[data-line="${session}"] .session-row__main`)
    await row.waitFor()
    const other = page.locator(`[data-line]:not([data-line="${session}"]) .session-row__main`).first()
    await other.click()
    await page.getByText('Say what is to be done.').waitFor()
    const openMs: number[] = []
    const startedAt = performance.now()
    await row.click()
    await page.getByText(new RegExp(`^${TURNS}: `)).waitFor()
    openMs.push(performance.now() - startedAt)

    // To the very first turn: everything is loaded on the way.
    const older = await during(bench, () => scrollThrough(bench, -4_000))
    await page.getByText('1: Does it read hours?', { exact: true }).waitFor()
    const loadedHeap = await bench.heapMegabytes()

    const down: Frames[] = []
    let nodes = 0
    while (down.length < PASSES) {
      await log.evaluate((element) => element.scrollTo({ top: 0 }))
      down.push(await during(bench, () => scrollThrough(bench, 1_500)))
      nodes = Math.max(nodes, await bench.nodes())
    }

    await page.getByRole('textbox', { name: 'Message' }).fill('stream')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
    const box = (await log.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    const wheel: Frames[] = []
    while (wheel.length < PASSES) {
      wheel.push(
        await during(bench, async () => {
          for (let turn = 0; turn < 120; turn++) await page.mouse.wheel(0, turn < 80 ? -400 : 800)
        }),
      )
      nodes = Math.max(nodes, await bench.nodes())
    }
    await page.keyboard.press('Control+.')

    const least = (all: readonly Frames[]) => Math.min(...all.map(({ longest }) => longest))
    tellFigure(names.open, openMs[0]!, 'ms')
    tellFigure(names.older, older.longest, 'ms', { frames: older.frames, over: older.over })
    tellFigure(names.down, least(down), 'ms', { passes: down })
    tellFigure(names.wheel, least(wheel), 'ms', { passes: wheel })
    tellFigure(names.nodes, nodes, 'elements')
    tellFigure(names.heap, loadedHeap, 'MB')
  }
} finally {
  await bench?.close()
  await host.stop()
  scratch.remove()
}
