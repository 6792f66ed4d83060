import path from 'node:path'
import { openBrowser } from '../../host/platform/open-browser.ts'
import { writeOpenFile } from '../../host/listeners/page-bootstrap.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import type { StartLine } from '../command-line.ts'
import { connectToRunning } from '../connect.ts'
import { dataFolderOf, type CliContext } from '../context.ts'
import { startOwnHost, untilSignal } from '../host-process.ts'
import { ownedWords } from './host.ts'

/** How long a pairing code is good (attacks README, W4b). */
const codeLifeMs = 10 * 60_000

/** `roadstead start`: the page of the running host of this data folder, or of a host started here, in the browser. */
export async function start(line: StartLine, context: CliContext): Promise<number> {
  const { output } = context
  const dataFolder = dataFolderOf(context, line.data)
  const running = await connectToRunning(dataFolder)
  if (running.kind === 'failed') {
    output.say(running.reason)
    return 1
  }
  if (running.kind === 'connected') {
    const { code } = await running.client.request('x-roadstead/createPairingCode', { channel: ROOT_URI })
    running.client.close()
    output.line('Roadstead is already running.')
    const opened = await openPage(line, context, dataFolder, {
      pageUrl: running.pageUrl,
      code,
      onSpent: () => () => {},
    })
    await opened.settled
    return 0
  }
  const started = await startOwnHost(context, dataFolder, line.port === undefined ? {} : { port: line.port })
  if (started.kind !== 'running') {
    output.say(started.kind === 'owned' ? ownedWords(dataFolder, started) : started.reason)
    return 1
  }
  const { host } = started
  if (host.notice !== undefined) output.say(host.notice)
  const { code, onSpent } = host.access.createPairingCode('full')
  const opened = await openPage(line, context, dataFolder, { pageUrl: host.pageUrl, code, onSpent })
  output.line('Ctrl-C ends Roadstead. Sessions are kept; a turn that is running can be resumed.')
  await untilSignal()
  await opened.remove()
  await host.stop()
  return 0
}

interface Page {
  readonly pageUrl: string
  readonly code: string
  readonly onSpent: (listener: () => void) => () => void
}

/** Opens the page by way of a 0600 file, so that the code is no process argument; prints the address where that fails (W4c). */
async function openPage(
  line: StartLine,
  context: CliContext,
  dataFolder: string,
  page: Page,
): Promise<{ remove(): Promise<void>; settled: Promise<void> }> {
  const { output } = context
  const code = line.demo ? `${page.code}&demo=1` : page.code
  const address = `${page.pageUrl}/#pair=${code}`
  if (line.open) {
    const file = await writeOpenFile({
      dir: path.join(dataFolder, 'open'),
      pageUrl: page.pageUrl,
      code: page.code,
      lifeMs: codeLifeMs,
      onSpent: page.onSpent,
      ...(line.demo ? { demo: true } : {}),
    })
    const opened = await openBrowser(file.path, { env: context.env, platform: process.platform })
    if (opened.kind === 'started') {
      output.line(`Roadstead is open in your browser (${page.pageUrl}).`)
      // The browser needs a moment to read the file before a command that ends at once takes it away.
      return { remove: () => file.remove(), settled: Promise.resolve() }
    }
    await file.remove()
    output.say(`No browser was opened: ${opened.reason}.`)
  }
  output.line(`Open this address, good once, for ten minutes:\n\n  ${address}\n`)
  return { remove: async () => {}, settled: Promise.resolve() }
}
