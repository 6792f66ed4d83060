import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { connect, createScriptedSession, say } from '../e2e/support/client.ts'
import { startHost } from '../e2e/support/host.ts'
import { scratchFolder } from '../e2e/support/repository.ts'
import { turnEnded } from '../e2e/support/turns.ts'
import { openBenchPage, type BenchPage } from './support/browser-page.ts'
import { tellFigure, tellSkipped } from './support/figure.ts'
import { lengthenChat, patternRounds, streamedRounds } from './support/long-chat.ts'

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
      { when: { contains: 'stream' }, rounds: streamedRounds(600) },
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

/** Notes the length of every frame until it is told to stop, and what the browser calls a long one. Runs in the page. */
function watchFrames(): void {
  let last = performance.now()
  const watch = { lengths: [] as number[], scripts: [] as string[], on: true }
  Object.assign(window, { watch })
  const tick = (now: number) => {
    watch.lengths.push(now - last)
    last = now
    if (watch.on) requestAnimationFrame(tick)
  }
  requestAnimationFrame((now) => {
    last = now
    requestAnimationFrame(tick)
  })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration, blockingDuration } = entry as PerformanceEntry & { blockingDuration: number }
      if (blockingDuration > 0)
        watch.scripts.push(`${Math.round(duration)} ms, ${Math.round(blockingDuration)} blocked`)
    }
  })
  observer.observe({ type: 'long-animation-frame' })
}

/** Milliseconds of each frame, and what the browser says of those in which scripts kept it from drawing. */
interface Frames {
  readonly lengths: readonly number[]
  readonly scripts: readonly string[]
}

async function during({ page }: BenchPage, work: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(watchFrames)
  await work()
  return page.evaluate(() => {
    const { watch } = window as unknown as { watch: Frames & { on: boolean } }
    watch.on = false
    return { lengths: watch.lengths, scripts: watch.scripts.slice(0, 20) }
  })
}

/** Scrolls by `step` pixels each frame until nothing more comes in that direction. Answers how long each frame took. */
async function scrollThrough({ page }: BenchPage, step: number): Promise<number[]> {
  return await page.locator('[data-transcript]').evaluate(
    (log, by) =>
      new Promise<number[]>((resolve) => {
        const lengths: number[] = []
        let still = 0
        let before = -1
        let last = performance.now()
        const tick = (now: number) => {
          lengths.push(now - last)
          last = now
          log.scrollBy({ top: by })
          still = log.scrollTop === before ? still + 1 : 0
          before = log.scrollTop
          // Earlier turns come while one waits at the top.
          if (still > 90) resolve(lengths)
          else requestAnimationFrame(tick)
        }
        requestAnimationFrame((now) => {
          last = now
          requestAnimationFrame(tick)
        })
      }),
    step,
  )
}

/**
 * The longest frame of several passes over the same way: each frame counts as the shortest of all passes there. What is slow
 * because of what is drawn is slow in every pass; what is slow because of the rest of the machine is not.
 */
function longestOf(passes: readonly (readonly number[])[]): number {
  const count = Math.min(...passes.map(({ length }) => length))
  return Math.max(...Array.from({ length: count }, (_, at) => Math.min(...passes.map((pass) => pass[at]!))))
}

const over = (lengths: readonly number[]) =>
  lengths
    .filter((length) => length > 50)
    .map(Math.round)
    .slice(0, 20)

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
    const startedAt = performance.now()
    await row.click()
    await page.getByText(new RegExp(`^${TURNS}: `)).waitFor()
    tellFigure(names.open, performance.now() - startedAt, 'ms')

    // To the very first turn: everything is loaded on the way.
    let frames = await during(bench, () => scrollThrough(bench, -4_000))
    await page.getByText('1: Does it read hours?', { exact: true }).waitFor()
    tellFigure(names.older, Math.max(...frames.lengths), 'ms', {
      frames: frames.lengths.length,
      over: over(frames.lengths),
      scripts: frames.scripts,
    })
    const heap = await bench.heapMegabytes()

    const down: number[][] = []
    let nodes = 0
    while (down.length < PASSES) {
      await log.evaluate((element) => element.scrollTo({ top: 0 }))
      down.push(await scrollThrough(bench, 1_500))
      nodes = Math.max(nodes, await bench.nodes())
    }
    tellFigure(names.down, longestOf(down), 'ms', {
      frames: down[0]!.length,
      longestOfEachPass: down.map((pass) => Math.round(Math.max(...pass))),
      over: down.map(over),
    })

    await page.getByRole('textbox', { name: 'Message' }).fill('stream')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
    const box = (await log.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    const wheel: Frames[] = []
    while (wheel.length < PASSES) {
      frames = await during(bench, async () => {
        for (let turn = 0; turn < 120; turn++) await page.mouse.wheel(0, turn < 80 ? -400 : 800)
      })
      wheel.push(frames)
      nodes = Math.max(nodes, await bench.nodes())
    }
    await page.keyboard.press('Control+.')
    tellFigure(names.wheel, Math.min(...wheel.map(({ lengths }) => Math.max(...lengths))), 'ms', {
      over: wheel.map(({ lengths }) => over(lengths)),
      scripts: wheel.flatMap(({ scripts }) => scripts).slice(0, 20),
    })
    tellFigure(names.nodes, nodes, 'elements')
    tellFigure(names.heap, heap, 'MB')
  }
} finally {
  await bench?.close()
  await host.stop()
  scratch.remove()
}
