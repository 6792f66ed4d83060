import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { isCommandName } from '../protocol/messages.ts'
import { readResult } from './commands.ts'
import { readNotification } from './received.ts'

const shared = process.env['ROADSTEAD_SHARED'] ?? path.join(import.meta.dirname, '../../../shared')
const folder = path.join(shared, 'ahp', 'transcripts')

interface Frame {
  readonly file: string
  readonly conn: string
  readonly dir: 'c2s' | 's2c'
  readonly msg: {
    readonly id?: unknown
    readonly method?: string
    readonly params?: unknown
    readonly result?: unknown
  }
}

function readFrames(context: TestContext): Frame[] {
  if (!existsSync(folder)) context.skip('the transcripts of real hosts are not here')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((file) =>
      readFileSync(path.join(folder, file), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line): Frame => ({ file, ...JSON.parse(line) }))
        .filter(({ msg }) => typeof msg === 'object' && msg !== null),
    )
}

/** What a real host sent that a client cannot use, each as a line. */
function unreadable(frames: readonly Frame[]): string[] {
  const asked = new Map<string, string>()
  const problems: string[] = []
  for (const { file, conn, dir, msg } of frames) {
    const id = `${file} ${conn} ${JSON.stringify(msg.id)}`
    if (dir === 'c2s') {
      if (msg.method !== undefined && msg.id !== undefined) asked.set(id, msg.method)
    } else if (msg.method !== undefined && msg.id === undefined) {
      const { kind } = readNotification(msg.method, msg.params)
      const type = (msg.params as { action?: { type?: string } }).action?.type ?? msg.method
      if (kind === 'unreadable' || kind === 'nothing') problems.push(`${file}: ${type}`)
    } else if ('result' in msg) {
      const method = asked.get(id)
      if (method === undefined || !isCommandName(method)) continue
      try {
        readResult(method, msg.result)
      } catch (error) {
        problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  return problems
}

test('everything a real host sent can be read, but for what a probe broke on purpose', (context) => {
  const frames = readFrames(context)
  expect(frames.length).toBeGreaterThan(1_000)
  expect([...new Set(unreadable(frames))].sort()).toEqual([
    // The probe dispatched these without fields they need; that host applies or echoes anything.
    "09-twoClients.jsonl: The host's answer to subscribe cannot be read: snapshot.state.title: Invalid input: expected string, received undefined",
    '09-twoClients.jsonl: session/titleChanged',
    '14-changesets.jsonl: annotations/set',
    '14-changesets.jsonl: changeset/filesReviewChanged',
  ])
})

test('an action whose sender left out its number is applied, as that of nobody', () => {
  const action = { type: 'session/titleChanged', title: 'no seq' }
  const params = { channel: 'ahp-session:/s1', action, serverSeq: 7, origin: { clientId: 'c' } }
  const { origin: _, ...envelope } = params
  expect(readNotification('action', params)).toEqual({ kind: 'envelope', envelope })
})
