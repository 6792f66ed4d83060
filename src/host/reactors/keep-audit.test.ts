import { expect, test } from 'vitest'
import type { ChatAction } from '../../protocol/channels/chat/actions.ts'
import { withRoadsteadMeta } from '../../protocol/roadstead.ts'
import { createAudit } from '../audit/audit.ts'
import { createChannels } from '../channels/create-channels.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { createSessionIndex } from '../sessions/session-index.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { chatState, sessionState } from '../testing/states.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { keepAudit } from './keep-audit.ts'

const session = 'ahp-session:/s1'
const chat = 'ahp-chat:/main'

test('what was said into a running turn is in the audit when it is delivered, under who said it', async () => {
  const store = openTestStore(temporaryFolder())
  const channels = createChannels({ store, clock: systemClock, logger: silentLogger })
  const index = createSessionIndex(channels)
  const audit = createAudit(store)
  const keeper = keepAudit({ channels, index, audit, clock: systemClock })
  channels.open(session, sessionState(), { session })
  channels.open(chat, chatState(chat), { session })
  index.add(chat, session)
  const tab = { clientId: 'tab', clientSeq: 1 }
  const messageOf = (text: string) => ({ text, origin: { kind: 'user' as const } })
  const startedAt = '2026-01-31T10:00:01.000Z'
  channels.apply(chat, { type: 'chat/turnStarted', turnId: 't1', startedAt, message: messageOf('Go') }, tab)
  const steer = (id: string, text: string) =>
    channels.apply(chat, { type: 'chat/pendingMessageSet', kind: 'steering', id, message: messageOf(text) }, tab)
  const deliver = (id: string, text: string) => {
    const part: Extract<ChatAction, { type: 'chat/responsePart' }>['part'] = {
      kind: 'systemNotification',
      content: text,
      _meta: withRoadsteadMeta(undefined, { kind: 'steering', id, message: messageOf(text) }),
    }
    channels.apply(chat, { type: 'chat/pendingMessageRemoved', kind: 'steering', id })
    channels.apply(chat, { type: 'chat/responsePart', turnId: 't1', part })
  }
  steer('m1', 'Use tabs')
  steer('m2', 'Use blanks')
  deliver('m2', 'Use blanks')
  deliver('m3', 'From before the host came back')
  await channels.settled()
  keeper.dispose()
  const said = audit.list(session, 0, -1).filter(({ summary }) => summary.startsWith('Said'))
  expect(said.map(({ kind, actor, summary, detail }) => ({ kind, actor, summary, detail }))).toEqual([
    {
      ...{ kind: 'turn', actor: 'client:tab', summary: 'Said while it worked: Use blanks' },
      detail: { turnId: 't1', message: 'm2' },
    },
    {
      ...{ kind: 'turn', actor: 'host', summary: 'Said while it worked: From before the host came back' },
      detail: { turnId: 't1', message: 'm3' },
    },
  ])
})
