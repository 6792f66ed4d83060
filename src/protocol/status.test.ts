import { describe, expect, it } from 'vitest'
import { activityOf, SessionStatus, withActivity, withFlag, withoutInputNeeded } from './status.ts'

const unknownBit = 2 ** 31

describe('the status bits', () => {
  it('are read by mask, whatever else is set', () => {
    expect([1, 2, 8, 24, 97, unknownBit + 72, 0].map(activityOf)).toEqual([
      'idle',
      'error',
      'inProgress',
      'inputNeeded',
      'idle',
      'inProgress',
      'idle',
    ])
  })

  it('keep flags and unknown bits when the activity changes', () => {
    expect(withActivity(unknownBit + SessionStatus.IsRead + SessionStatus.InputNeeded, 'error')).toBe(unknownBit + 34)
  })

  it('keep everything else when a flag changes, and stay unsigned', () => {
    expect(withFlag(unknownBit + 1, SessionStatus.IsArchived, true)).toBe(unknownBit + 65)
    expect(withFlag(unknownBit + 65, SessionStatus.IsArchived, false)).toBe(unknownBit + 1)
  })

  it('leave a running turn running when nobody is waited for any more', () => {
    expect([24, 1, 56].map(withoutInputNeeded)).toEqual([8, 1, 40])
  })
})
