import { expect, test } from 'vitest'
import { createI18n, dateLocale } from './i18n.tsx'

test('dates and the clock follow the browser: its own words in that language, else its clock', () => {
  expect(dateLocale('en', [])).toBe('en')
  expect(dateLocale('en', ['en-GB', 'en-US'])).toBe('en-GB')
  expect(dateLocale('en', ['de-DE', 'en-GB'])).toBe('en-GB')
  expect(dateLocale('en', ['de-DE'])).toBe('en-u-hc-h23')
  expect(dateLocale('zh-CN', ['en-US'])).toBe('zh-CN-u-hc-h12')
  expect(dateLocale('en', ['not a locale', 'en-GB'])).toBe('en-GB')
})

test('guard: a British afternoon has 24 hours', () => {
  const afternoon = '2026-01-31T15:04:05'
  expect(createI18n('en', ['en-GB']).time(afternoon, 'short')).toBe('15:04')
  expect(createI18n('en', ['en-US']).time(afternoon, 'short')).toMatch(/^3:04\sPM$/)
  expect(createI18n('en', ['en-GB']).at(afternoon)).toBe('31 Jan 2026, 15:04:05')
})
