import { dataFolderOf, type CliContext } from '../context.ts'
import type { HostLine } from '../command-line.ts'
import { startOwnHost, untilSignal } from '../host-process.ts'
import { programVersion } from '../program.ts'

/** `roadstead host`: the agent host alone, until a signal. Ends within a few seconds of SIGTERM. */
export async function runHost(line: HostLine, context: CliContext): Promise<number> {
  const { output } = context
  const dataFolder = dataFolderOf(context, line.data)
  const started = await startOwnHost(context, dataFolder, line.port === undefined ? {} : { port: line.port })
  if (started.kind === 'failed') {
    output.say(started.reason)
    return 1
  }
  if (started.kind === 'owned') {
    output.say(ownedWords(dataFolder, started))
    return 1
  }
  const { host } = started
  if (line.json) {
    output.json({ url: host.url, token: host.token, pid: process.pid, dataDir: dataFolder, version: programVersion() })
  } else {
    output.line(`The host listens on ${host.url} (data folder ${dataFolder}).`)
    output.line('"roadstead pair" gives a code for a browser. Ctrl-C ends the host.')
  }
  if (host.notice !== undefined) output.say(host.notice)
  await untilSignal()
  await host.stop()
  return 0
}

/** What to say when another host has the data folder. */
export function ownedWords(dataFolder: string, owner: { readonly pid?: number; readonly url?: string }): string {
  const who = owner.pid === undefined ? 'Another host' : `The host with process id ${owner.pid}`
  const where = owner.url === undefined ? '' : ` It listens on ${owner.url}.`
  return `${who} already has the data folder ${dataFolder}.${where} Use that one, or give another folder with --data.`
}
