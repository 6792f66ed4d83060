import { expect, test } from 'vitest'
import type { ChatAction } from '../../protocol/channels/chat/actions.ts'
import type { Reason } from '../../protocol/roadstead.ts'
import type { Verdict } from '../approvals/verdict.ts'
import { StoreFailure, type Store } from '../store/store.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { openSessionScene, sceneChat } from '../testing/session-scene.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { confirmCall, type Decision } from './confirm.ts'
import { createConfirmationWaits } from './confirmation-waits.ts'

const reasons: Reason[] = [{ rule: 'C14', class: 'contained', text: 'No rule allows it.' }]
const command = { kind: 'command' as const, command: 'ls', cwd: '.' }

/** A call of a running turn that asks to run; the policy's answer is given. */
async function asking(verdict: Verdict, store: Store = openTestStore(temporaryFolder())) {
  const scene = await openSessionScene({ store })
  const { channels, chat } = scene
  scene.startTurn()
  chat({ type: 'chat/toolCallStart', turnId: 't1', toolCallId: 'a', toolName: 'run_command', displayName: 'Run' })
  await channels.settled()
  const controller = new AbortController()
  const decisions: Decision[] = []
  const remembered: string[] = []
  const judged: (readonly [string, ReadonlyMap<string, string>])[] = []
  const { waits } = createConfirmationWaits(channels)
  const confirm = () =>
    confirmCall(
      {
        ...{ channels, waits, chat: sceneChat, turnId: 't1', signal: controller.signal },
        emit: (action: ChatAction) => void chat(action),
        judge: () => ({ verdict, level: 'ask', protects: 'sandbox' }),
        parseEdited: (_asked, text) =>
          text.startsWith('{') ? { kind: 'ok', input: JSON.parse(text) } : { kind: 'bad', problem: 'not JSON' },
        remember: () => void remembered.push('ls'),
        judged: (toolCallId, places) => void judged.push([toolCallId, places]),
        decided: (decision) => void decisions.push(decision),
      },
      { toolCallId: 'a', access: command, input: { command: 'ls' }, invocationMessage: 'Run ls', round: 1 },
    )
  const answer = (more: object) =>
    chat({ type: 'chat/toolCallConfirmed', turnId: 't1', toolCallId: 'a', ...more } as ChatAction, {
      clientId: 'c1',
      clientSeq: 1,
    })
  return { ...scene, controller, decisions, remembered, judged, confirm, answer }
}

const ask: Verdict = { kind: 'ask', reasons, rememberable: true }
const yes = { approved: true, confirmed: 'user-action', selectedOptionId: 'allow-once' }

/** A store whose disk can be told to refuse. */
function refusing(): Store & { refuse: boolean } {
  const inner = openTestStore(temporaryFolder())
  const store = Object.create(inner) as Store & { refuse: boolean }
  return Object.assign(store, {
    refuse: false,
    append(batch: Parameters<Store['append']>[0]) {
      if (store.refuse) throw new StoreFailure('SQLITE_FULL', 'The disk is full.')
      inner.append(batch)
    },
  })
}

test('guard settled: what the policy allows runs only when that is on disk', async () => {
  const store = openTestStore(temporaryFolder())
  const { confirm } = await asking({ kind: 'allow', decidedBy: 'policy', reasons }, store)
  const before = store.lastSeq
  expect(await confirm()).toMatchObject({ kind: 'approved', facts: { decidedBy: 'policy', protects: 'sandbox' } })
  expect(store.since(before, new Set([sceneChat]))?.at(-1)).toMatchObject({ action: { type: 'chat/toolCallReady' } })
})

test('guard settled: what could not be written is not run', async () => {
  const store = refusing()
  const { confirm, channels, controller } = await asking({ kind: 'allow', decidedBy: 'policy', reasons }, store)
  channels.onStorageFailure(() => controller.abort())
  store.refuse = true
  expect(await confirm()).toEqual({ kind: 'denied', reason: 'The turn was stopped.' })
})

test('a person is asked, and a yes runs the call as it was shown', async () => {
  const { confirm, answer, decisions, remembered, chatState, channels } = await asking(ask)
  const confirmed = confirm()
  await channels.settled()
  const part = chatState().activeTurn?.responseParts[0]
  expect(part?.kind === 'toolCall' && part.toolCall).toMatchObject({
    status: 'pending-confirmation',
    confirmationTitle: 'Allow this command?',
    editable: true,
    options: [{ id: 'allow-once' }, { id: 'allow-session' }, { id: 'deny' }],
  })
  answer(yes)
  expect(await confirmed).toMatchObject({ kind: 'approved', input: { command: 'ls' }, facts: { decidedBy: 'person' } })
  expect(decisions).toMatchObject([{ outcome: 'allowed', by: 'person', actor: 'client:c1', reasons }])
  expect(remembered).toEqual([])
})

test('a yes for the session is remembered, a no and an edited yes are not', async () => {
  for (const [more, times, kind] of [
    [{ ...yes, selectedOptionId: 'allow-session' }, 1, 'approved'],
    [{ ...yes, selectedOptionId: 'allow-session', editedToolInput: '{"command":"pwd"}' }, 0, 'approved'],
    [{ approved: false, reason: 'denied' }, 0, 'denied'],
  ] as const) {
    const { confirm, answer, remembered } = await asking(ask)
    const confirmed = confirm()
    answer(more)
    expect((await confirmed).kind).toBe(kind)
    expect(remembered).toHaveLength(times)
  }
})

test('an edited input is what runs; one that cannot be read runs nothing', async () => {
  const good = await asking(ask)
  const confirmed = good.confirm()
  good.answer({ ...yes, editedToolInput: '{"command":"pwd"}' })
  expect(await confirmed).toMatchObject({ kind: 'approved', input: { command: 'pwd' } })
  const bad = await asking(ask)
  const refused = bad.confirm()
  bad.answer({ ...yes, editedToolInput: 'pwd' })
  expect(await refused).toEqual({ kind: 'denied', reason: 'not JSON' })
})

test('guard deny: what the rules deny is ended at once and no answer reaches it', async () => {
  const { confirm, answer, decisions, chatState } = await asking({ kind: 'deny', reasons })
  const denied = await confirm()
  answer(yes)
  expect(denied).toEqual({ kind: 'denied', reason: 'Refused by policy: No rule allows it. (C14)' })
  const part = chatState().activeTurn?.responseParts[0]
  expect(part?.kind === 'toolCall' && part.toolCall).toMatchObject({ status: 'cancelled', reason: 'denied' })
  expect(decisions).toMatchObject([{ outcome: 'denied', by: 'policy' }])
})

test('the host itself cannot answer for a person, and a stop ends the wait', async () => {
  const { confirm, chat, controller } = await asking(ask)
  const confirmed = confirm()
  chat({ type: 'chat/toolCallConfirmed', turnId: 't1', toolCallId: 'a', approved: true, confirmed: 'user-action' })
  controller.abort()
  expect(await confirmed).toEqual({ kind: 'denied', reason: 'The turn was stopped.' })
})
