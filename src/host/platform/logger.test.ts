import { expect, test } from 'vitest'
import { createSecretBook } from './create-secret-book.ts'
import { detailOf } from './error-detail.ts'
import { jsonLineLogger, redactingLogger } from './logger.ts'

test('guard log lines: what is said and the facts beside it are without secrets, however they came in', () => {
  const secrets = createSecretBook()
  const lines: string[] = []
  const logger = redactingLogger(
    jsonLineLogger(
      (line) => lines.push(line),
      () => 0,
    ),
    secrets,
  )
  secrets.hold('the-own-key-7f3a', 'own key')
  logger.info('started')
  logger.warn('asked with the-own-key-7f3a', { status: 401, url: 'https://x/?key=the-own-key-7f3a' })
  logger.error('failed', { detail: detailOf(new Error('the-own-key-7f3a is wrong')) })
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    { at: '1970-01-01T00:00:00.000Z', level: 'info', message: 'started' },
    {
      ...{ at: '1970-01-01T00:00:00.000Z', level: 'warn', message: 'asked with [removed: own key]' },
      ...{ status: 401, url: 'https://x/?key=[removed: own key]' },
    },
    expect.objectContaining({ detail: expect.stringContaining('[removed: own key] is wrong') }),
  ])
})
