import { describe, expect, it } from 'vitest'
import { commands } from './messages.ts'
import { isRoadsteadCommandName, parseRoadsteadParams, roadsteadCommands } from './roadstead-commands.ts'
import { roadsteadMeta, SessionFacts, translatableText, withRoadsteadMeta } from './roadstead.ts'

describe('what goes beyond the protocol', () => {
  it('is named so that it never meets a command of the protocol', () => {
    const names = Object.keys(roadsteadCommands)
    expect(names.filter((name) => !name.startsWith('x-roadstead/') || name in commands)).toEqual([])
    expect(isRoadsteadCommandName('x-roadstead/toString')).toBe(false)
  })

  it('leaves everything else in _meta alone', () => {
    const meta = withRoadsteadMeta({ git: { branch: 'main' } }, { folderTrust: 'trusted' })
    expect(meta).toEqual({ git: { branch: 'main' }, 'x-roadstead': { folderTrust: 'trusted' } })
    expect(roadsteadMeta(SessionFacts, meta)).toEqual({ folderTrust: 'trusted' })
  })

  it('is absent when it is not there or does not fit', () => {
    expect(roadsteadMeta(SessionFacts, undefined)).toBeUndefined()
    expect(roadsteadMeta(SessionFacts, { 'x-roadstead': { folderTrust: 7 } })).toBeUndefined()
    expect(translatableText({ text: { key: 'turn.interrupted', params: { count: 2 } } })).toEqual({
      key: 'turn.interrupted',
      params: { count: 2 },
    })
    expect(translatableText({ text: 'plain' })).toBeUndefined()
  })

  it('never pairs a device with a scope nobody knows', () => {
    const params = { channel: 'ahp-root://', scope: 'everything' }
    expect(() => parseRoadsteadParams('x-roadstead/createPairingCode', params)).toThrow('scope')
  })
})
