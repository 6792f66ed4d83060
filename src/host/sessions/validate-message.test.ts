import { expect, test } from 'vitest'
import type { MessageAttachment } from '../../protocol/channels/chat/message.ts'
import { messageOf, openSessionScene, sceneChat } from '../testing/session-scene.ts'
import { validateMessage } from './validate-message.ts'

test('a message of a person within bounds is taken', async () => {
  const { channels } = await openSessionScene()
  expect(validateMessage(channels, messageOf('Go'))).toBeUndefined()
  const simple: MessageAttachment = { type: 'simple', label: 'x' }
  expect(validateMessage(channels, { ...messageOf(''), attachments: [simple] })).toBeUndefined()
})

test('guard: messages of others, empty ones and those without bounds are refused', async () => {
  const { channels } = await openSessionScene()
  const simple: MessageAttachment = { type: 'simple', label: 'x' }
  const problems = [
    validateMessage(channels, { ...messageOf('Go'), origin: { kind: 'agent' } }),
    validateMessage(channels, messageOf(' \n')),
    validateMessage(channels, messageOf('x'.repeat(500_001))),
    validateMessage(channels, { ...messageOf('Go'), attachments: Array.from({ length: 65 }, () => simple) }),
  ]
  expect(problems).toEqual([
    'clients send messages of people only',
    'the message is empty',
    'a message has at most 500000 characters; attach a file instead',
    'a message has at most 64 attachments',
  ])
})

test('guard: an attached chat has to be there, and its last turn to be over', async () => {
  const { channels, chat, startTurn } = await openSessionScene()
  startTurn('t1')
  chat({ type: 'chat/turnComplete', turnId: 't1', duration: 1 })
  startTurn('t2')
  const problem = (more: object) => {
    const attachment: MessageAttachment = { type: 'chat', label: 'x', resource: sceneChat, ...more }
    return validateMessage(channels, { ...messageOf('Go'), attachments: [attachment] })
  }
  expect([problem({}), problem({ endTurn: 't1' })]).toEqual([undefined, undefined])
  expect(problem({ resource: 'ahp-chat:/none' })).toBe('the attached chat does not exist')
  for (const endTurn of ['t2', 'gone'])
    expect(problem({ endTurn })).toBe('the attached chat has no such turn that is over')
})
