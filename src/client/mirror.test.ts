import { expect, test } from 'vitest'
import type { StateAction } from '../protocol/actions.ts'
import type { ChannelState } from '../protocol/channel-kind.ts'
import type { ActionEnvelope } from '../protocol/envelope.ts'
import { createMirror } from './mirror.ts'

const channel = 'ahp-session:/s1'
const me = 'me'

const session = (title: string): Extract<ChannelState, { kind: 'session' }> => ({
  kind: 'session',
  state: { provider: 'p', title, status: 1, lifecycle: 'ready', activeClients: [], chats: [] },
})
const titled = (title: string): StateAction => ({ type: 'session/titleChanged', title })
const from = (clientId: string, clientSeq: number) => ({ clientId, clientSeq })
const envelope = (serverSeq: number, action: StateAction, more: Partial<ActionEnvelope> = {}): ActionEnvelope => ({
  channel,
  action,
  serverSeq,
  ...more,
})

function start(title = 'first', fromSeq = 10) {
  const mirror = createMirror(me)
  mirror.reset(session(title), fromSeq)
  const shown = () => {
    const view = mirror.view.get()
    if (view.status !== 'ready' || view.channel.kind !== 'session') return view.status
    return { title: view.channel.state.title, pending: view.pending }
  }
  return { mirror, shown }
}

test('an own action is shown at once, and counts as pending until its echo', () => {
  const { mirror, shown } = start()
  mirror.predict(1, titled('mine'))
  expect(shown()).toEqual({ title: 'mine', pending: 1 })
  mirror.receive(envelope(11, titled('mine'), { origin: from(me, 1) }))
  expect(shown()).toEqual({ title: 'mine', pending: 0 })
})

test('a rejection takes the prediction back and changes nothing', () => {
  const { mirror, shown } = start()
  mirror.predict(1, titled('mine'))
  mirror.receive(envelope(11, titled('mine'), { origin: from(me, 1), rejectionReason: 'no' }))
  expect(shown()).toEqual({ title: 'first', pending: 0 })
})

test("another client's rejection is ignored", () => {
  const { mirror, shown } = start()
  mirror.receive(envelope(11, titled('theirs'), { origin: from('other', 1), rejectionReason: 'no' }))
  expect(shown()).toEqual({ title: 'first', pending: 0 })
})

test('echoes are matched by their exact number, in whatever order they come', () => {
  const { mirror, shown } = start()
  mirror.predict(1, titled('one'))
  mirror.predict(2, titled('two'))
  mirror.receive(envelope(11, titled('two'), { origin: from(me, 2) }))
  expect(shown()).toEqual({ title: 'one', pending: 1 })
  mirror.receive(envelope(12, titled('one'), { origin: from(me, 1), rejectionReason: 'no' }))
  expect(shown()).toEqual({ title: 'two', pending: 0 })
})

test('what others do goes below what is pending', () => {
  const { mirror, shown } = start()
  mirror.predict(1, titled('mine'))
  mirror.receive(envelope(11, titled('theirs'), { origin: from('other', 1) }))
  mirror.receive(envelope(12, { type: 'session/isReadChanged', isRead: true }))
  expect(shown()).toEqual({ title: 'mine', pending: 1 })
  mirror.receive(envelope(13, titled('mine'), { origin: from(me, 1), rejectionReason: 'no' }))
  expect(shown()).toEqual({ title: 'theirs', pending: 0 })
})

test('an own echo without a pending entry is applied all the same', () => {
  const { mirror, shown } = start()
  mirror.receive(envelope(11, titled('from before'), { origin: from(me, 7) }))
  expect(shown()).toEqual({ title: 'from before', pending: 0 })
})

test('an envelope is applied once, and none that the snapshot already holds', () => {
  const { mirror, shown } = start('first', 10)
  mirror.receive(envelope(10, titled('older')))
  expect(shown()).toEqual({ title: 'first', pending: 0 })
  mirror.receive(envelope(12, titled('newer')))
  mirror.receive(envelope(11, titled('late')))
  mirror.receive(envelope(12, titled('again')))
  expect(shown()).toEqual({ title: 'newer', pending: 0 })
})

test('what comes between a question and its snapshot is held back and follows the snapshot, in order', () => {
  const { mirror, shown } = start()
  mirror.hold()
  mirror.receive(envelope(21, titled('behind the snapshot')))
  mirror.receive(envelope(19, titled('in the snapshot')))
  expect(shown()).toEqual({ title: 'first', pending: 0 })
  mirror.reset(session('snapshot'), 20)
  expect(shown()).toEqual({ title: 'behind the snapshot', pending: 0 })
  mirror.receive(envelope(22, titled('live')))
  expect(shown()).toEqual({ title: 'live', pending: 0 })
})

test('a question asked again forgets what an earlier connection held back', () => {
  const { mirror, shown } = start()
  mirror.hold()
  mirror.receive(envelope(900, titled('of a host that is no more')))
  mirror.hold()
  mirror.reset(session('snapshot'), 5)
  expect(shown()).toEqual({ title: 'snapshot', pending: 0 })
})

test('an action offered while the snapshot is under way is shown on top of it', () => {
  const mirror = createMirror(me)
  mirror.hold()
  mirror.predict(1, titled('mine'))
  expect(mirror.view.get()).toEqual({ status: 'loading' })
  mirror.reset(session('snapshot'), 5)
  expect(mirror.view.get()).toEqual({ status: 'ready', channel: session('mine'), pending: 1 })
})

test('predictions can be taken back one by one or all at once', () => {
  const { mirror, shown } = start()
  mirror.predict(1, titled('one'))
  mirror.predict(2, titled('two'))
  mirror.forget(2)
  expect(shown()).toEqual({ title: 'one', pending: 1 })
  mirror.dropPending()
  expect(shown()).toEqual({ title: 'first', pending: 0 })
})

test('predictions are bounded, because an action to a channel that is not there is never echoed', () => {
  const { mirror, shown } = start()
  for (let seq = 1; seq <= 500; seq++) mirror.predict(seq, titled(`title ${seq}`))
  expect(shown()).toEqual({ title: 'title 500', pending: 200 })
})

test('a channel that is gone keeps what was known for reading, and only a snapshot brings it back', () => {
  const { mirror, shown } = start()
  mirror.markGone('removed')
  expect(mirror.view.get()).toEqual({ status: 'gone', reason: 'removed', last: session('first') })
  mirror.receive(envelope(11, titled('late')))
  mirror.predict(1, titled('mine'))
  mirror.dropPending()
  mirror.markGone('still removed')
  expect(mirror.view.get()).toEqual({ status: 'gone', reason: 'still removed', last: session('first') })
  mirror.reset(session('back'), 30)
  expect(shown()).toEqual({ title: 'back', pending: 0 })
})

test('the view keeps its reference when nothing changes', () => {
  const { mirror } = start()
  const before = mirror.view.get()
  mirror.receive(envelope(11, titled('theirs'), { rejectionReason: 'no' }))
  mirror.receive(envelope(12, { type: 'chat/activityChanged' } as StateAction))
  expect(mirror.view.get()).toBe(before)
})
