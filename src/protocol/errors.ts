/** The closed list of errors that cross the wire, with their data (SPEC 10). */
import { z } from 'zod'
import { ResourceRequestParams } from './channels/root/resource-commands.ts'
import { ProtectedResourceMetadata } from './protected-resource.ts'
import { matches } from './schema.ts'

/** The codes that cross the wire (SPEC 10). */
export const ErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  SessionNotFound: -32001,
  ProviderNotFound: -32002,
  SessionAlreadyExists: -32003,
  TurnInProgress: -32004,
  UnsupportedProtocolVersion: -32005,
  AuthRequired: -32007,
  NotFound: -32008,
  PermissionDenied: -32009,
  AlreadyExists: -32010,
  Conflict: -32011,
} as const
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode]

export const UnsupportedProtocolVersionErrorData = z.object({ supportedVersions: z.array(z.string()) })
export type UnsupportedProtocolVersionErrorData = z.infer<typeof UnsupportedProtocolVersionErrorData>

export const AuthRequiredErrorData = z.object({ resources: z.array(ProtectedResourceMetadata) })
export type AuthRequiredErrorData = z.infer<typeof AuthRequiredErrorData>

/** `request` would unlock the operation. */
export const PermissionDeniedErrorData = z.object({ request: z.optional(ResourceRequestParams) })
export type PermissionDeniedErrorData = z.infer<typeof PermissionDeniedErrorData>

/** The errors that carry data, by code. */
const dataSchemas = {
  [ErrorCode.UnsupportedProtocolVersion]: UnsupportedProtocolVersionErrorData,
  [ErrorCode.AuthRequired]: AuthRequiredErrorData,
  [ErrorCode.PermissionDenied]: PermissionDeniedErrorData,
}

type CodeWithData = keyof typeof dataSchemas

/** An error that crosses the wire. `code` is any number, since a peer may send one nobody knows. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The data of an error with that code; `undefined` for other errors and for data that does not fit. */
export function errorDataOf<C extends CodeWithData>(
  error: unknown,
  code: C,
): z.infer<(typeof dataSchemas)[C]> | undefined {
  if (!(error instanceof ProtocolError) || error.code !== code) return undefined
  const schema: z.ZodType = dataSchemas[code]
  return matches(schema, error.data) ? (error.data as z.infer<(typeof dataSchemas)[C]>) : undefined
}

/** Whether the error is one of the protocol with that code. */
export function isProtocolError(error: unknown, code: ErrorCode): error is ProtocolError {
  return error instanceof ProtocolError && error.code === code
}

/** What a peer sent is quoted only in part. */
function quote(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`
}

/** Errors of the closed list (SPEC 10), each with the data its code carries. */
export const invalidRequest = (problem: string): ProtocolError => new ProtocolError(ErrorCode.InvalidRequest, problem)

export const methodNotFound = (method: string): ProtocolError =>
  new ProtocolError(ErrorCode.MethodNotFound, `unknown method ${quote(method)}`)

export const invalidParams = (problem: string): ProtocolError => new ProtocolError(ErrorCode.InvalidParams, problem)

/** Says nothing about what went wrong: that belongs into the log, not on the wire. */
export const internalError = (): ProtocolError => new ProtocolError(ErrorCode.InternalError, 'internal error')

export const sessionNotFound = (uri: string): ProtocolError =>
  new ProtocolError(ErrorCode.SessionNotFound, `no session ${quote(uri)}`)

export const providerNotFound = (provider: string): ProtocolError =>
  new ProtocolError(ErrorCode.ProviderNotFound, `no provider ${quote(provider)}`)

export const sessionAlreadyExists = (uri: string): ProtocolError =>
  new ProtocolError(ErrorCode.SessionAlreadyExists, `session ${quote(uri)} exists already`)

export const unsupportedProtocolVersion = (supportedVersions: readonly string[]): ProtocolError =>
  new ProtocolError(ErrorCode.UnsupportedProtocolVersion, 'none of the offered versions is supported', {
    supportedVersions: [...supportedVersions],
  } satisfies UnsupportedProtocolVersionErrorData)

export const authRequired = (resources: readonly ProtectedResourceMetadata[]): ProtocolError =>
  new ProtocolError(ErrorCode.AuthRequired, 'authentication is required', {
    resources: [...resources],
  } satisfies AuthRequiredErrorData)

export const notFound = (uri: string): ProtocolError =>
  new ProtocolError(ErrorCode.NotFound, `${quote(uri)} does not exist`)

export const permissionDenied = (reason: string, request?: ResourceRequestParams): ProtocolError =>
  new ProtocolError(
    ErrorCode.PermissionDenied,
    reason,
    (request === undefined ? {} : { request }) satisfies PermissionDeniedErrorData,
  )

export const alreadyExists = (uri: string): ProtocolError =>
  new ProtocolError(ErrorCode.AlreadyExists, `${quote(uri)} exists already`)

export const conflict = (reason: string): ProtocolError => new ProtocolError(ErrorCode.Conflict, reason)
