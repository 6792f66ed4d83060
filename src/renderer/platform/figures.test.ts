import { expect, test } from 'vitest'
import { bytes, compact, percent, usd } from './figures.ts'

test('money, counts and sizes are as short as they can be read', () => {
  expect([0, 0.004213, 0.31, 1234.5].map((value) => usd(value, 'en'))).toEqual([
    '$0.00',
    '$0.0042',
    '$0.31',
    '$1,234.50',
  ])
  expect([980, 48_200, 1_240_000].map((value) => compact(value, 'en'))).toEqual(['980', '48.2k', '1.2M'])
  expect([48_200, 0.31].map((value) => [compact(value, 'zh-CN'), usd(value, 'zh-CN')])).toEqual([
    ['4.8万', '$48,200.00'],
    ['0.3', '$0.31'],
  ])
  expect([980, 48_212, 2_000_000].map((value) => bytes(value, 'en'))).toEqual(['980 B', '48.2 kB', '2 MB'])
  expect(percent(0.384, 'en')).toBe('38%')
})
