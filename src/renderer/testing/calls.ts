import type { ToolCallState } from '../../protocol/channels/chat/tool-call.ts'
import type { ResponsePart } from '../../protocol/channels/chat/turn.ts'
import { ROADSTEAD, type Reason } from '../../protocol/roadstead.ts'

/** A command that waits for a person. */
export function pendingCommand(
  command: string,
  reasonClass: Reason['class'] = 'person',
): Extract<ToolCallState, { status: 'pending-confirmation' }> {
  return {
    status: 'pending-confirmation',
    toolCallId: `call ${command}`,
    toolName: 'run_command',
    displayName: 'Run command',
    invocationMessage: `Run ${command}`,
    toolInput: JSON.stringify({ command }),
    editable: true,
    options: [
      { id: 'allow-once', label: 'Allow once', kind: 'approve' },
      { id: 'allow-session', label: 'Allow for session', kind: 'approve' },
      { id: 'deny', label: 'Deny', kind: 'deny' },
    ],
    _meta: {
      [ROADSTEAD]: {
        round: 1,
        protects: 'sandbox',
        reasons: [{ rule: 'G6', class: reasonClass, text: 'It runs a program of its own.' }],
      },
    },
  }
}

/** A finished call as a part of an answer. */
export function completed(toolName: string, input: object, success = true, id = JSON.stringify(input)): ResponsePart {
  return {
    kind: 'toolCall',
    toolCall: {
      status: 'completed',
      toolCallId: `${toolName} ${id}`,
      toolName,
      displayName: toolName,
      invocationMessage: toolName,
      pastTenseMessage: `${toolName} is over`,
      toolInput: JSON.stringify(input),
      confirmed: 'not-needed',
      success,
    },
  }
}
