import { expect, test } from 'vitest'
import { createI18n, pickLocale, type MessageKey } from './i18n.tsx'
import { enActivity } from './locales/en-activity.ts'
import { enComposer } from './locales/en-composer.ts'
import { enDock } from './locales/en-dock.ts'
import { enSessions } from './locales/en-sessions.ts'
import { enSettings } from './locales/en-settings.ts'
import { enTranscript } from './locales/en-transcript.ts'
import { en } from './locales/en.ts'
import { zhCN } from './locales/zh-CN.ts'
import type { Message } from './message.ts'

const keys = Object.keys(en) as MessageKey[]
const forms = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message))
const placeholders = (message: Message) =>
  [...new Set(forms(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')))].sort(
    (a, b) => (a < b ? -1 : 1),
  )

test('every text is there in both languages', () => {
  expect(Object.keys(zhCN).sort()).toEqual(Object.keys(en).sort())
  expect(keys.filter((key) => forms(zhCN[key]).some((text) => text.trim() === ''))).toEqual([])
})

test('a text takes the same values in both languages', () => {
  const differing = keys.filter((key) => String(placeholders(en[key])) !== String(placeholders(zhCN[key])))
  expect(differing).toEqual([])
})

test('no English is left in the Chinese texts', () => {
  const left = keys.filter((key) => {
    const texts = forms(zhCN[key])
    if (texts.some((text) => /\p{Script=Han}/u.test(text))) return false
    const bare = texts.map((text) => text.replace(/\{\w+\}/g, ''))
    return bare.some((text) => /[A-Za-z]{3,}/.test(text) && !/^\W*Git\W*$/.test(text))
  })
  expect(left).toEqual([])
})

test('plurals and numbers follow the language', () => {
  expect(createI18n('en').t('chat.filesChanged', { count: 1 })).toBe('1 file changed')
  expect(createI18n('en').t('chat.filesChanged', { count: 1200 })).toBe('1,200 files changed')
  expect(createI18n('zh-CN').t('chat.filesChanged', { count: 1 })).toBe('改动了 1 个文件')
})

test('durations are as long as they need to be', () => {
  const { duration } = createI18n('en')
  expect([12, 4200, 42_000, 185_000].map(duration)).toEqual(['12 ms', '4.2 s', '42 s', '3 min 5 s'])
})

test('the language follows what the browser asks for', () => {
  expect(pickLocale(['de', 'zh-TW', 'en'])).toBe('zh-CN')
  expect(pickLocale(['de'])).toBe('en')
})

test('no two files have a text for the same key', () => {
  const files = [enActivity, enComposer, enDock, enSessions, enSettings, enTranscript]
  const all = files.flatMap((texts) => Object.keys(texts))
  expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([])
})
