import { afterEach, expect, test, vi } from 'vitest'
import { followOtherWindows, onStorageFull, readPreference, writePreference } from './preferences.ts'

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

test('a full storage is told once, and again only after something was kept', () => {
  let told = 0
  const stop = onStorageFull(() => (told += 1))
  const real = localStorage
  const fill = () =>
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => real.getItem(key),
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
      clear: () => real.clear(),
    })
  fill()
  for (const lastFolder of ['/a', '/b']) writePreference('lastFolder', lastFolder)
  expect([told, readPreference('lastFolder')]).toEqual([1, '/b'])
  vi.unstubAllGlobals()
  writePreference('lastFolder', '/c')
  fill()
  writePreference('lastFolder', '/d')
  expect(told).toBe(2)
  vi.unstubAllGlobals()
  stop()
})
