import { expect, test } from '@playwright/test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { createAudit } from '../../src/host/audit/audit.ts'
import { systemClock } from '../../src/host/platform/clock.ts'
import { silentLogger } from '../../src/host/platform/logger.ts'
import { openStore } from '../../src/host/store/open-store.ts'
import { fileUri, ROOT_URI } from '../../src/protocol/uri.ts'
import { connect, stateWhen } from '../support/client.ts'
import { startHost } from '../support/host.ts'
import { git, scratchFolder } from '../support/repository.ts'

test('the readable file of a session tells the whole story of the demo, and goes with the session', async () => {
  const scratch = scratchFolder('session-file')
  const dataDir = path.join(scratch.path, 'data')
  const sessions = path.join(dataDir, 'sessions')
  const host = await startHost({ dataDir })
  const client = await connect(host)
  const parent = fileUri(scratch.path)
  const { session, chat } = await client.request('x-roadstead/startDemo', { channel: ROOT_URI, parent })

  const waiting = await stateWhen(client, chat, 'chat', ({ activeTurn }) =>
    (activeTurn?.responseParts ?? []).some(
      (part) => part.kind === 'toolCall' && part.toolCall.status === 'pending-confirmation',
    ),
  )
  const call = waiting.activeTurn?.responseParts.at(-1)
  if (call?.kind !== 'toolCall') throw new Error('no call waits')
  const { toolCallId } = call.toolCall

  // While the turn waits, the file has what happened so far.
  await expect.poll(() => (existsSync(sessions) ? readdirSync(sessions) : [])).toHaveLength(1)
  const [name = ''] = readdirSync(sessions)
  const file = path.join(sessions, name)
  expect(name).toMatch(/^\d{4}-\d\d-\d\d_the-tests-fail.*\.md$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('**waits for a person**')

  const turnId = waiting.activeTurn?.id ?? ''
  const yes = { type: 'chat/toolCallConfirmed' as const, approved: true as const, confirmed: 'user-action' as const }
  await client.dispatch(chat, { ...yes, turnId, toolCallId, selectedOptionId: 'allow-once' })
  await stateWhen(client, chat, 'chat', ({ turns }) => turns.length === 1)
  await client.dispatch(session, { type: 'session/titleChanged', title: 'An hour has 60 minutes' })
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('Turn ended: complete')
  await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/^# An hour has 60 minutes\n/)

  const repository = path.join(scratch.path, 'tea-timer')
  const [head, first] = git(repository, 'log', '--format=%H').split('\n')
  const text = readFileSync(file, 'utf8')
  const wanted = [
    /^## Goal\n\n> The tests fail\. Find out why, fix it, and commit the fix\.$/m,
    new RegExp(`^- Folder: \`${repository}\`$`, 'm'),
    /^- Branch: `main`$/m,
    /^- Permission level: (Sandboxed|Ask every time)$/m,
    /^- \[x\] Commit the fix$/m,
    /^> An hour has 3600 seconds/m,
    new RegExp(
      `^- \`run_command\`: \`node --test\` · exit 1 · \\d.* · on \`${first?.slice(0, 12)}\` · tests: 5 passed, 1 failed, 0 skipped · Allowed by policy \\[`,
      'm',
    ),
    /^- `replace_string_in_file`: Edited src\/parse-duration\.js · `src\/parse-duration\.js` \+1 −1 · Allowed by policy$/m,
    /^- `run_command`: `node --test` · exit 0 · .*tests: 6 passed, 0 failed, 0 skipped/m,
    new RegExp(
      `^- \`commit\`: Committed ${head?.slice(0, 7)} · .* · Allowed by person \\(client \`${client.clientId}\`\\) \\[commit: `,
      'm',
    ),
    /^- Turn ended: complete after \d/m,
  ]
  for (const line of wanted) expect(text).toMatch(line)
  expect(text).not.toContain('secondsIn = {')

  client.close()
  await host.stop()
  expect(readAudit(dataDir, session)).toMatchObject({ broken: undefined, tombstone: undefined })
  expect(readAudit(dataDir, session).entries).toBeGreaterThan(20)

  const again = await startHost({ dataDir })
  const other = await connect(again)
  await other.request('disposeSession', { channel: session })
  expect(readdirSync(sessions)).toEqual([])
  other.close()
  await again.stop()
  expect(readAudit(dataDir, session)).toEqual({ broken: undefined, entries: 0, tombstone: { session } })
  scratch.remove()
})

function readAudit(dataDir: string, session: string) {
  const opened = openStore({ dataDir, clock: systemClock, logger: silentLogger })
  if (opened.kind !== 'opened') throw new Error(opened.kind)
  const audit = createAudit(opened.store)
  const { entries } = audit.head(session)
  const broken = audit.findBreak(session)
  const tombstone = opened.store.database.prepare('SELECT session FROM audit_tombstones').get()
  opened.store.close()
  return { entries, broken, tombstone }
}
