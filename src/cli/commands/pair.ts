import type { DeviceScope } from '../../protocol/roadstead.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import { connectToRunning } from '../connect.ts'
import { dataFolderOf, type CliContext } from '../context.ts'

/** `roadstead pair`: a code that one browser or device can trade for its own credential. */
export async function pair(
  line: { readonly data?: string; readonly json: boolean; readonly scope: DeviceScope },
  context: CliContext,
): Promise<number> {
  const { output } = context
  const running = await connectToRunning(dataFolderOf(context, line.data))
  if (running.kind !== 'connected') {
    output.say(
      running.kind === 'failed'
        ? running.reason
        : 'No host is running here. Start one with "npm start" or "roadstead host".',
    )
    return 1
  }
  const answer = await running.client.request('x-roadstead/createPairingCode', { channel: ROOT_URI, scope: line.scope })
  running.client.close()
  const address = `${running.pageUrl}/#pair=${answer.code}`
  if (line.json) output.json({ ...answer, address })
  else output.line(`${answer.code}\n\nOr open ${address}\nGood once, until ${answer.expiresAt}.`)
  return 0
}
