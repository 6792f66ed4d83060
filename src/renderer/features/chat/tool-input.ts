import { z } from 'zod'
import type { ToolCallState } from '../../../protocol/channels/chat/tool-call.ts'
import { plainTextOf, type StringOrMarkdown } from '../../../protocol/values.ts'

const Input = z.record(z.string(), z.unknown())

/** The fields of a call's input; empty when it is not there yet or not JSON. */
export function inputOf(call: ToolCallState): Readonly<Record<string, unknown>> {
  const text = inputText(call)
  if (text === undefined) return {}
  try {
    const parsed = Input.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

/** The input as it is on the wire. */
export function inputText(call: ToolCallState): string | undefined {
  if (call.status === 'streaming') return call.partialInput
  return typeof call.toolInput === 'string' ? call.toolInput : undefined
}

/** A field that should be text, where it is. */
export function textField(input: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = input[name]
  return typeof value === 'string' ? value : undefined
}

/** The words of a text of the host, whichever way it is written. */
export function plainText(text: StringOrMarkdown | undefined): string {
  return text === undefined ? '' : plainTextOf(text)
}
