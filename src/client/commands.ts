import { ErrorCode, ProtocolError } from '../protocol/errors.ts'
import { checkLeniently } from '../protocol/lenient.ts'
import {
  commands,
  isCommandName,
  type CommandName,
  type CommandParams,
  type CommandResult,
} from '../protocol/messages.ts'
import {
  roadsteadCommands,
  type RoadsteadCommandName,
  type RoadsteadCommandParams,
  type RoadsteadCommandResult,
} from '../protocol/roadstead-commands.ts'
import { matches } from '../protocol/schema.ts'

/** Any command, of the protocol or our own. */
export type AnyCommand = CommandName | RoadsteadCommandName
/** What a command is asked with. */
export type AnyParams<M extends AnyCommand> = M extends CommandName
  ? CommandParams<M>
  : M extends RoadsteadCommandName
    ? RoadsteadCommandParams<M>
    : never
/** What a command answers with. */
export type AnyResult<M extends AnyCommand> = M extends CommandName
  ? CommandResult<M>
  : M extends RoadsteadCommandName
    ? RoadsteadCommandResult<M>
    : never

/** No answer can come: there is no connection, or it went while the answer was awaited. `isUnsent`: nothing was sent. */
export class ConnectionLost extends Error {
  readonly isUnsent: boolean
  constructor(message: string, isUnsent = false) {
    super(message)
    this.name = 'ConnectionLost'
    this.isUnsent = isUnsent
  }
}

/**
 * The result of a command as the host sent it, checked; a bad entry of a list in it is left out. Throws ProtocolError when it
 * is not what the command answers with.
 */
export function readResult<M extends AnyCommand>(method: M, result: unknown): AnyResult<M> {
  const schema = isCommandName(method)
    ? commands[method].result
    : roadsteadCommands[method as RoadsteadCommandName].result
  const checked = checkLeniently(schema, result)
  // The table pairs each method with its result, which the compiler cannot follow through a type parameter.
  if (checked.ok) return checked.value as AnyResult<M>
  // Hosts mix up the two ways of saying "done".
  const done = [null, {}].find((nothing) => matches(schema, nothing))
  if (done !== undefined && isNothing(result)) return done as AnyResult<M>
  throw new ProtocolError(ErrorCode.InternalError, `The host's answer to ${method} cannot be read: ${checked.problem}`)
}

function isNothing(result: unknown): boolean {
  return result == null || (typeof result === 'object' && Object.keys(result).length === 0)
}
