import { expect, test } from 'vitest'
import { addCallUsage, costOf, toCallUsage, usageOfLastTry } from './usage.ts'

const usage = (input: number | undefined, output: number | undefined) =>
  toCallUsage({
    inputTokens: { total: input, noCache: undefined, cacheRead: 3, cacheWrite: undefined },
    outputTokens: { total: output, text: undefined, reasoning: undefined },
  })

test('tokens are counted as they are told', () => {
  expect(usage(10, 0)).toEqual({ inputTokens: 10, outputTokens: 0, cacheReadTokens: 3 })
})

test.each([-5, 1e308, Infinity, NaN])('%s tokens are no count, and cost nothing', (tokens) => {
  const told = usage(tokens, tokens)
  expect(told).toEqual({ cacheReadTokens: 3 })
  expect(costOf(told, { price: { input: 1, output: 1 } })).toBeUndefined()
})

test('tries are added up, and the last of them is found again', () => {
  const first = { inputTokens: 5, outputTokens: 2 }
  const last = { inputTokens: 7, outputTokens: 1, reasoningTokens: 1 }
  const all = addCallUsage(first, last)
  expect(all).toEqual({ inputTokens: 12, outputTokens: 3, reasoningTokens: 1 })
  expect(usageOfLastTry(all, [{}, { usage: first }])).toEqual(last)
  expect(usageOfLastTry(all, [])).toEqual(all)
  expect(usageOfLastTry(first, [{ usage: first }])).toEqual({})
})
