import { expect, test } from 'vitest'
import type { CallUsage, ModelCall } from '../../../protocol/model-facts.ts'
import { createI18n } from '../../platform/i18n.tsx'
import { callDetails } from './call-words.ts'

const words = (usage: CallUsage) => {
  const call: ModelCall = {
    id: '1',
    chat: 'ahp-chat:/c',
    turnId: 't',
    round: 1,
    at: '2026-01-01T00:00:00.000Z',
    provider: 'p',
    model: 'm',
    wireApi: 'openai-chat',
    status: 'succeeded',
    attempts: [],
    shares: [],
    usage,
  }
  return callDetails(call, createI18n('en'))
}

test('tokens that are not known are not said to be none', () => {
  expect(words({ inputTokens: 12_400, outputTokens: 0 })).toEqual(['12.4k in, 0 out'])
  expect(words({ inputTokens: 12_400 })).toEqual(['12.4k in, — out'])
  expect(words({})).toEqual(['— tokens'])
  expect(words({ inputTokens: 0, outputTokens: 0 })).toEqual(['— tokens'])
})
