import { describe, expect, it } from 'vitest'
import {
  authRequired,
  ErrorCode,
  errorDataOf,
  isProtocolError,
  notFound,
  permissionDenied,
  ProtocolError,
  unsupportedProtocolVersion,
} from './errors.ts'

describe('an error of the protocol', () => {
  it('carries its data typed', () => {
    const versions = unsupportedProtocolVersion(['1.0.0'])
    expect(errorDataOf(versions, ErrorCode.UnsupportedProtocolVersion)).toEqual({ supportedVersions: ['1.0.0'] })
    const resources = [{ resource: 'https://api.example.com' }]
    expect(errorDataOf(authRequired(resources), ErrorCode.AuthRequired)).toEqual({ resources })
    expect(permissionDenied('outside').data).toEqual({})
  })

  it('has no data of another code, or data that does not fit', () => {
    expect(errorDataOf(authRequired([]), ErrorCode.UnsupportedProtocolVersion)).toBeUndefined()
    expect(errorDataOf(new ProtocolError(-32007, 'no data'), ErrorCode.AuthRequired)).toBeUndefined()
    expect(errorDataOf(new Error('ours'), ErrorCode.AuthRequired)).toBeUndefined()
  })

  it('is told apart by its code and quotes a peer only in part', () => {
    const error = notFound(`ahp-terminal:/${'x'.repeat(10_000)}`)
    expect(isProtocolError(error, ErrorCode.NotFound)).toBe(true)
    expect(isProtocolError(error, ErrorCode.Conflict)).toBe(false)
    expect(error.message.length).toBeLessThan(300)
  })
})
