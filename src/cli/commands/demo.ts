import path from 'node:path'
import { waitFor } from '../../client/readable.ts'
import { fileUri, ROOT_URI } from '../../protocol/uri.ts'
import { dataFolderOf, type CliContext } from '../context.ts'
import { joinOrStart } from '../host-process.ts'
import { chatStateOf } from './follow-chat.ts'
import { playTurn } from './run.ts'

/** `roadstead demo`: the demo without a window, through the same commands a window uses. */
export async function playDemo(
  line: { readonly data?: string; readonly dir?: string; readonly yes: boolean; readonly json: boolean },
  context: CliContext,
): Promise<number> {
  const { output } = context
  const parent = line.dir === undefined ? {} : { parent: fileUri(path.resolve(context.cwd, line.dir)) }
  const joined = await joinOrStart(context, dataFolderOf(context, line.data))
  if (joined.kind === 'failed') {
    output.say(joined.reason)
    return 1
  }
  const { client } = joined
  try {
    const started = await client.request('x-roadstead/startDemo', { channel: ROOT_URI, ...parent })
    const watched = client.watch(started.chat)
    const state = chatStateOf(await waitFor(watched.view, (view) => view.status !== 'loading'))
    const turnId = state?.activeTurn?.id ?? state?.turns.at(-1)?.id
    if (turnId === undefined) throw new Error('The demo did not start.')
    const print = line.json ? output : { ...output, json: plainPrinter(output.line) }
    print.json({ kind: 'session', ...started })
    const code = await playTurn(client, { ...started, turnId, yes: line.yes }, { output: print })
    watched.release()
    return code
  } catch (error) {
    output.say(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    client.close()
    await joined.own?.stop()
  }
}

/** For people: one line for each step instead of JSON. */
function plainPrinter(say: (text: string) => void): (value: unknown) => void {
  return (value) => {
    const line = value as {
      kind: string
      action?: { type: string; result?: { pastTenseMessage?: unknown } }
      state?: string
      folder?: string
    }
    if (line.kind === 'session') say(`The demo's repository: ${line.folder ?? ''}`)
    if (line.kind === 'result') say(`The turn ended: ${line.state ?? ''}`)
    const message = line.action?.result?.pastTenseMessage
    if (line.action?.type === 'chat/toolCallComplete' && typeof message === 'string') say(`- ${message}`)
  }
}
