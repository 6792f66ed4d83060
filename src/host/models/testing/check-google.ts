import {
  checked,
  depthOf,
  imageKind,
  isObject,
  list,
  object,
  onlyKeys,
  refuse,
  wellFormed,
  type CheckBody,
  type Issued,
  type Json,
} from './check.ts'

/**
 * Answers a generateContent request as the Gemini API does; `gemini3`: as its models since the third generation do. The rules,
 * and where they are published:
 *
 * - The body is UTF-8 JSON without lone surrogates, and has no unknown fields (protocol buffers' JSON mapping); arguments stand
 *   no deeper than its parser reads.
 * - API reference, Content: roles are user and model; parts are not empty and each holds something.
 * - Multi-turn conversations: begin and end with the user or a function's response.
 * - Function calling: a call comes right after the user or a response; its responses come right after it, as many, by the same
 *   names and ids; names begin with a letter or underscore and have at most 64 characters.
 * - Thought signatures: since Gemini 3 the first call of each step has one; it is the model's own or the documented word for none.
 * - Image understanding: png, jpeg, webp, heic, heif; in responses since Gemini 3 only.
 */
export function checkGoogle(gemini3: boolean): CheckBody {
  return checked((body, issued) => {
    wellFormed(body, 'Invalid JSON payload received. Invalid UTF-8 string.')
    const contents = list(body['contents'], '* GenerateContentRequest.contents: contents is not specified').map(
      (content, at) => object(content, `Invalid value at 'contents[${at}]'`),
    )
    if (contents.length === 0) refuse('* GenerateContentRequest.contents: contents is not specified')
    if (body['systemInstruction'] !== undefined)
      checkParts(object(body['systemInstruction'], 'Invalid value'), 'system_instruction', issued, gemini3)
    for (const [at, content] of contents.entries()) checkContent(content, at, issued, gemini3)
    if (contents[0]?.['role'] !== 'user') refuse('Please ensure that multiturn requests begin with a user role.')
    if (contents.at(-1)?.['role'] !== 'user')
      refuse('Please ensure that multiturn requests end with a user role or a function response.')
    checkTurns(contents)
  })
}

const skipsValidation = 'skip_thought_signature_validator'

function partsOf(content: Json | undefined): readonly Json[] {
  return Array.isArray(content?.['parts']) ? content['parts'].filter(isObject) : []
}

function checkContent(content: Json, at: number, issued: Issued, gemini3: boolean): void {
  if (content['role'] !== 'user' && content['role'] !== 'model') refuse('Please use a valid role: user, model.')
  onlyKeys(
    content,
    ['role', 'parts'],
    (key) => `Invalid JSON payload received. Unknown name "${key}" at 'contents[${at}]': Cannot find field.`,
  )
  checkParts(content, `contents[${at}]`, issued, gemini3)
  const call = partsOf(content).find((part) => part['functionCall'] !== undefined)
  if (gemini3 && call && typeof call['thoughtSignature'] !== 'string') {
    refuse(
      `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`${String(isObject(call['functionCall']) && call['functionCall']['name'])}\` , position ${at}.`,
    )
  }
}

function checkParts(content: Json, path: string, issued: Issued, gemini3: boolean): void {
  const parts = partsOf(content)
  if (parts.length === 0) refuse(`* GenerateContentRequest.${path}.parts: contents.parts must not be empty.`)
  for (const [index, part] of parts.entries()) {
    const at = `${path}.parts[${index}]`
    onlyKeys(
      part,
      ['text', 'thought', 'thoughtSignature', 'inlineData', 'functionCall', 'functionResponse'],
      (key) => `Invalid JSON payload received. Unknown name "${key}" at '${at}': Cannot find field.`,
    )
    const signature = part['thoughtSignature']
    if (
      signature !== undefined &&
      signature !== skipsValidation &&
      (typeof signature !== 'string' || !issued.signatures.has(signature))
    )
      refuse('Corrupted thought signature.')
    if (part['text'] !== undefined && part['text'] === '' && signature === undefined) {
      refuse('Unable to submit request because it must have a text parameter.')
    }
    if (part['inlineData'] !== undefined) checkImage(part['inlineData'])
    if (part['functionCall'] !== undefined) checkCall(object(part['functionCall'], 'Invalid value'), at)
    if (part['functionResponse'] !== undefined)
      checkResponse(object(part['functionResponse'], 'Invalid value'), at, gemini3)
    if (['text', 'inlineData', 'functionCall', 'functionResponse'].every((key) => part[key] === undefined)) {
      refuse(`* GenerateContentRequest.${at}.data: required oneof field 'data' must have one initialized field`)
    }
  }
  if (parts.every((part) => typeof part['text'] === 'string' && part['text'] === '')) {
    refuse('Unable to submit request because it must have a text parameter.')
  }
}

function checkImage(value: unknown): void {
  const data = object(value, 'Invalid value')
  const type = String(data['mimeType'])
  if (!['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'].includes(type))
    refuse(`Unsupported MIME type: ${type}`)
  if (imageKind(String(data['data'])) !== type) refuse('Provided image is not valid.')
}

function checkName(name: unknown, at: string): void {
  if (/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(String(name))) return
  refuse(
    `The GenerateContentRequest proto is invalid: * ${at}.name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.`,
  )
}

function checkCall(call: Json, at: string): void {
  onlyKeys(
    call,
    ['id', 'name', 'args'],
    (key) => `Invalid JSON payload received. Unknown name "${key}" at '${at}.function_call': Cannot find field.`,
  )
  checkName(call['name'], `${at}.function_call`)
  if (!isObject(call['args']))
    refuse(`Invalid value at '${at}.function_call.args' (type.googleapis.com/google.protobuf.Struct)`)
  if (depthOf(call['args']) > 30) refuse('Invalid JSON payload received. Message too deep. Max recursion depth reached')
}

function checkResponse(response: Json, at: string, gemini3: boolean): void {
  onlyKeys(
    response,
    ['id', 'name', 'response', 'parts'],
    (key) => `Invalid JSON payload received. Unknown name "${key}" at '${at}.function_response': Cannot find field.`,
  )
  checkName(response['name'], `${at}.function_response`)
  if (!isObject(response['response']))
    refuse(`Invalid value at '${at}.function_response.response' (type.googleapis.com/google.protobuf.Struct)`)
  if (response['parts'] === undefined) return
  if (!gemini3) refuse('Multimodal function response is not supported for this model.')
  for (const part of list(response['parts'], 'Invalid value').filter(isObject)) checkImage(part['inlineData'])
}

function checkTurns(contents: readonly Json[]): void {
  let open: Json[] = []
  for (const [at, content] of contents.entries()) {
    const calls = partsOf(content).flatMap((part) => (isObject(part['functionCall']) ? [part['functionCall']] : []))
    const responses = partsOf(content).flatMap((part) =>
      isObject(part['functionResponse']) ? [part['functionResponse']] : [],
    )
    if (responses.length > 0 && open.length === 0)
      refuse('Please ensure that function response turn comes immediately after a function call turn.')
    if (responses.length !== open.length) {
      refuse(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      )
    }
    for (const [index, call] of open.entries()) {
      const response = responses[index]
      if (response?.['name'] !== call['name'] || response?.['id'] !== call['id']) {
        refuse('Please ensure that function response parts match the function call parts by name and id.')
      }
    }
    if (calls.length > 0 && contents[at - 1]?.['role'] !== 'user') {
      refuse(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      )
    }
    open = calls
  }
  if (open.length > 0)
    refuse(
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    )
}
