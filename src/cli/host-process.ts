import { startServerHost } from '../host/entry-server.ts'
import type { Host } from '../host/host.ts'
import { jsonLineLogger } from '../host/platform/logger.ts'
import { createSecretBook } from '../host/platform/create-secret-book.ts'
import { endOnCrash } from '../host/platform/end-on-crash.ts'
import type { CliContext } from './context.ts'
import { connectToRunning, createCliClient, type Connected } from './connect.ts'
import { programFolder, programVersion } from './program.ts'
import { waitFor } from '../client/readable.ts'

/** Starts a host in this process. */
export function startOwnHost(context: CliContext, dataFolder: string, more: { port?: number } = {}) {
  const secrets = createSecretBook()
  endOnCrash(process, (text) => secrets.redact(text))
  return startServerHost({
    dataFolder,
    programFolder,
    version: programVersion(),
    env: context.env,
    secrets,
    logger: jsonLineLogger(
      (line) => process.stderr.write(line),
      () => Date.now(),
    ),
    ...more,
  })
}

/** A client on the running host of the data folder, or on one started here for as long as the command runs. */
export async function joinOrStart(
  context: CliContext,
  dataFolder: string,
): Promise<Exclude<Connected, { kind: 'not-running' }> & { own?: Host }> {
  const running = await connectToRunning(dataFolder)
  if (running.kind !== 'not-running') return running
  const started = await startOwnHost(context, dataFolder, { port: 0 })
  if (started.kind === 'owned') return connectAgain(dataFolder)
  if (started.kind === 'failed') return started
  const { host } = started
  if (host.notice !== undefined) context.output.say(host.notice)
  const client = createCliClient(host.url, host.token)
  await waitFor(client.connection, ({ status }) => status === 'in-sync')
  return { kind: 'connected', client, pageUrl: host.pageUrl, own: host }
}

/** Somebody else took the folder between the two looks. */
async function connectAgain(dataFolder: string): Promise<Exclude<Connected, { kind: 'not-running' }>> {
  const running = await connectToRunning(dataFolder)
  return running.kind === 'not-running'
    ? { kind: 'failed', reason: 'Another process has this data folder but offers no address. Try again, or stop it.' }
    : running
}

/** Settles at the first SIGINT, SIGTERM or SIGHUP. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(signal))
  })
}
