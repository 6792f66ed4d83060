import { expect, test } from 'vitest'
import type { ActionEnvelope } from '../../protocol/envelope.ts'
import { seeEnvelope } from './client-view.ts'

const older = { clientId: 'c1', principal: { kind: 'host-token' }, scope: 'full', protocolVersion: '0.9.0' } as const
const newer = { ...older, protocolVersion: '1.0.0' }

const read: ActionEnvelope = {
  channel: 'ahp-chat:/k1',
  action: { type: 'chat/isReadChanged', isRead: true },
  serverSeq: 7,
  origin: { clientId: 'c1', clientSeq: 1 },
}
const refused: ActionEnvelope = { ...read, rejectionReason: 'the session is archived' }

test('an older client is spared what it does not know, a newer one is not', () => {
  expect([seeEnvelope(read, older), seeEnvelope(read, newer)]).toEqual([undefined, read])
})

test('a refusal reaches whoever offered the action, whatever its version, and nobody else', () => {
  expect([seeEnvelope(refused, older), seeEnvelope(refused, newer)]).toEqual([refused, refused])
  expect(seeEnvelope(refused, { ...newer, clientId: 'c2' })).toBeUndefined()
})

test('a status of changesets that came later is told in the older word', () => {
  const action = { type: 'changeset/statusChanged', status: 'recomputing' } as const
  const envelope: ActionEnvelope = { channel: 'ahp-changeset:/s1/session', action, serverSeq: 8 }
  expect(seeEnvelope(envelope, older)?.action).toEqual({ type: 'changeset/statusChanged', status: 'computing' })
  expect(seeEnvelope(envelope, newer)).toBe(envelope)
})
