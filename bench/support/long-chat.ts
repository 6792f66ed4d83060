import { systemClock } from '../../src/host/platform/clock.ts'
import { silentLogger } from '../../src/host/platform/logger.ts'
import { openStore } from '../../src/host/store/open-store.ts'
import type { Turn } from '../../src/protocol/channels/chat/turn.ts'

/** Turns of a real session that are the pattern: text, code, a table, steps. */
export const patternRounds: readonly (readonly object[])[] = [
  [{ say: 'Yes: the parser reads hours and minutes, and nothing else.' }],
  [
    { say: 'I look at both files.', calls: [read('src/date.ts'), read('README.md')] },
    {
      say: [
        '## What I found',
        'The function takes an hour for 360 seconds, so everything that is *counted in hours* comes out too short:',
        ['```ts', ...Array.from({ length: 14 }, (_, line) => `export const unit${line} = ${line} * 3600`), '```'].join(
          '\n',
        ),
        '| unit | seconds |\n|---|---:|\n| minute | 60 |\n| hour | 3600 |',
        '- one\n- two, with `code`\n- three, with a [link](https://example.com)',
      ].join('\n\n'),
    },
  ],
  [
    { say: 'I run it.', calls: [{ tool: 'run_command', input: { command: 'seq 1 40' } }] },
    { say: `${'It ended well, and this paragraph says so at some length. '.repeat(6)}` },
  ],
]

/** 50 tokens a second, at four characters a token. */
export const charsPerSecond = 200

/** An answer that goes on for so long at that pace, prose and code mixed. */
export function streamedRounds(seconds: number): readonly object[] {
  const stretch = [
    'The parser takes an hour for 360 seconds, which is wrong by a zero, and everything that is *counted in hours* shows it.',
    '```ts\nexport const secondsIn = { s: 1, min: 60, h: 3600 }\n```',
    '- one thing that follows\n- another, with `code` in it',
  ].join('\n\n')
  // What one round may say.
  const most = Math.floor(90_000 / stretch.length)
  let rest = Math.ceil((seconds * charsPerSecond) / stretch.length)
  const rounds: object[] = []
  for (; rest > 0; rest -= most)
    rounds.push({
      say: `${Array.from({ length: Math.min(rest, most) }, () => stretch).join('\n\n')}\n\n`,
      pace: { charsPerSecond },
    })
  return rounds
}

function read(path: string): object {
  return { tool: 'read_file', input: { path } }
}

/**
 * Repeats the turns of a chat until there are `count`, in the data folder of a host that does not run.
 * @returns how many turns were there before
 */
export function lengthenChat(dataDir: string, chat: string, count: number): number {
  const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
  if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened))
  const { store } = opened
  try {
    const found = store.channels().find(({ channel }) => channel === chat)
    if (found?.state.kind !== 'chat') throw new Error(`there is no chat ${chat}`)
    const { state } = found.state
    const pattern = state.turns
    const turns = Array.from({ length: count }, (_, index) => copyOf(pattern[index % pattern.length]!, index))
    store.snapshot(chat, { kind: 'chat', state: { ...state, turns } }, store.nextSeq())
    return pattern.length
  } finally {
    store.close()
  }
}

/** The same turn with ids of its own. */
function copyOf(turn: Turn, index: number): Turn {
  const text = JSON.stringify(turn)
  const ids = new Set(
    turn.responseParts.flatMap((part) =>
      part.kind === 'toolCall' ? [part.toolCall.toolCallId] : 'id' in part ? [part.id] : [],
    ),
  )
  let copied = text.replaceAll(turn.id, `${turn.id}-${index}`)
  for (const id of ids) copied = copied.replaceAll(`"${id}"`, `"${id}-${index}"`)
  const copy = JSON.parse(copied) as Turn
  return { ...copy, message: { ...copy.message, text: `${index + 1}: ${copy.message.text}` } }
}
