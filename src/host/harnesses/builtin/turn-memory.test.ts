import { expect, test } from 'vitest'
import type { Turn } from '../../../protocol/channels/chat/turn.ts'
import { toldEntry, type Entry } from './show-entry.ts'
import { createTurnMemory } from './turn-memory.ts'

function turn(text: string): Turn {
  return {
    ...{ id: text, startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:01.000Z' },
    message: { text, origin: { kind: 'user' } },
    ...{ responseParts: [], usage: undefined, state: 'complete' },
  } as Turn
}

/** How often each turn was told. */
function teller() {
  const told: string[] = []
  const tell = ({ message }: Turn): Entry[] => {
    told.push(message.text)
    return [toldEntry({ text: message.text, images: [{ contentType: 'image/png', data: 'AAAA' }] }, 'history')]
  }
  return { told, tell }
}

test('guard: of many chats only the last ones are remembered', () => {
  const memory = createTurnMemory(5_000)
  const { told, tell } = teller()
  const chats = Array.from({ length: 200 }, (_, at) => [turn(`${at} ${'x'.repeat(900)}`), turn(`${at} y`)])
  for (const chat of chats) {
    memory.recall(chat, tell)
    expect(memory.size).toBeLessThan(5_000)
  }
  expect(told.length).toBe(400)
  memory.recall(chats[199] ?? [], tell)
  memory.recall(chats[198] ?? [], tell)
  expect(told.length).toBe(400)
  const first = memory.recall(chats[0] ?? [], tell)
  expect(told.length).toBe(402)
  expect(first.map(({ item }) => item.kind === 'told' && item.told.text)).toEqual(
    chats[0]?.map(({ message }) => message.text),
  )
})

test('a chat larger than all that may be remembered is told once as long as no other is', () => {
  const memory = createTurnMemory(100)
  const { told, tell } = teller()
  const large = Array.from({ length: 20 }, (_, at) => turn(`${at} ${'x'.repeat(50)}`))
  memory.recall(large, tell)
  memory.recall(large, tell)
  expect(told.length).toBe(20)
  memory.recall([turn('small')], tell)
  expect(memory.size).toBeLessThanOrEqual(100)
  memory.recall(large, tell)
  expect(told.length).toBeGreaterThan(30)
})
