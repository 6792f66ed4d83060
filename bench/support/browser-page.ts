import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import type { RunningHost } from '../../e2e/support/host.ts'
import { pairPage } from '../../e2e/support/pair-page.ts'
import { findChromium } from '../../scripts/test/chromium.mjs'

/** A browser with one paired page, and its figures. */
export interface BenchPage {
  readonly page: Page
  /** What the page's JavaScript holds after everything nobody needs is gone, in MB of 10^6 bytes. */
  heapMegabytes(): Promise<number>
  /** Processor time the page's process has taken so far, in seconds. */
  processorSeconds(): Promise<number>
  /** Elements, texts and everything else in the page. */
  nodes(): Promise<number>
  close(): Promise<void>
}

/** Undefined where there is no Chromium to measure with. */
export async function openBenchPage(host: RunningHost): Promise<BenchPage | undefined> {
  const executablePath = findChromium()
  if (executablePath === undefined) return undefined
  const browser: Browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await pairPage(page, host)
  const metrics = await context.newCDPSession(page)
  await metrics.send('Performance.enable')
  await metrics.send('HeapProfiler.enable')
  return {
    page,
    async heapMegabytes() {
      await metrics.send('HeapProfiler.collectGarbage')
      return (await metric(metrics, 'JSHeapUsedSize')) / 1e6
    },
    processorSeconds: () => metric(metrics, 'ProcessTime'),
    nodes: () => page.evaluate(() => document.querySelectorAll('*').length),
    close: () => browser.close(),
  }
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const found = metrics.find((each) => each.name === name)
  if (found === undefined) throw new Error(`the browser does not tell ${name}`)
  return found.value
}
