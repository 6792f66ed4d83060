import type { HostClient } from '../../src/client/host-client.ts'
import { waitFor } from '../../src/client/readable.ts'
import { createScriptedSession } from './client.ts'

/** A script that answers every message of `playLongChat`, each with some prose, now and then with code, a list or a step. */
const script = {
  version: 1,
  name: 'Long chat',
  pace: 'instant',
  turns: [
    {
      when: { contains: 'code' },
      rounds: [{ say: 'Here:\n\n```ts\nconst parts = text.split("-")\nreturn parts.map(Number)\n```\n\nThat is all.' }],
    },
    {
      when: { contains: 'list' },
      rounds: [{ say: '1. Read the file\n2. Change it\n3. Run the **tests**\n\nThen it is done.' }],
    },
    {
      when: { contains: 'step' },
      rounds: [{ calls: [{ tool: 'list_directory', input: { path: '.' } }] }, { say: 'Listed.' }],
    },
    {
      when: { contains: 'turn' },
      rounds: [
        { say: 'A short answer, of one or two lines, as most are. It says what was found and what comes next.' },
      ],
    },
  ],
}

const kinds = ['', '', 'code', '', 'list', '', '', 'step'] as const

/** A session with a chat of so many small turns, played by the scripted agent on the host itself. */
export async function playLongChat(
  client: HostClient,
  folder: string,
  turns: number,
): Promise<{ session: string; chat: string }> {
  const { session, chat } = await createScriptedSession(client, folder, script)
  const watched = client.watch(chat)
  const count = () => {
    const view = watched.view.get()
    return view.status === 'ready' && view.channel.kind === 'chat' ? view.channel.state : undefined
  }
  await waitFor(watched.view, () => count() !== undefined)
  for (let turn = 1; turn <= turns; turn++) {
    const text = `turn ${turn} ${kinds[turn % kinds.length]}`.trim()
    const outcome = await client.dispatch(chat, {
      type: 'chat/turnStarted',
      turnId: `turn-${turn}`,
      startedAt: new Date().toISOString(),
      message: { text, origin: { kind: 'user' } },
    })
    if (outcome.kind !== 'applied') throw new Error(`turn ${turn} was not started: ${outcome.reason}`)
    await waitFor(watched.view, () => count()?.activeTurn === undefined && (count()?.turns.length ?? 0) >= turn)
  }
  watched.release()
  return { session, chat }
}
