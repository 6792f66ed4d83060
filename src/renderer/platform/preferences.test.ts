import { afterEach, expect, test } from 'vitest'
import { followOtherWindows, readPreference } from './preferences.ts'

const stop = followOtherWindows()
afterEach(() => localStorage.clear())

/** As another window leaves it. */
function leave(key: string, value: unknown): void {
  localStorage.setItem(`roadstead.${key}`, JSON.stringify(value))
  window.dispatchEvent(new StorageEvent('storage', { key: `roadstead.${key}`, storageArea: localStorage }))
}

test('a draft that cannot be read takes none of the others with it', () => {
  leave('drafts', { a: { text: 'kept' }, b: { text: 7 }, c: 'as it was kept before' })
  expect(readPreference('drafts')).toEqual({ a: { text: 'kept' }, c: { text: 'as it was kept before' } })
})

test('what is no record at all counts as never chosen', () => {
  leave('drafts', 'nothing of the kind')
  expect(readPreference('drafts')).toEqual({})
  stop()
})
