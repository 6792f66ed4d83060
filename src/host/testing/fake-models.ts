import type { Said, SaidPart } from '../models/conversation.ts'
import type { Model, Provider } from '../models/model.ts'
import type { CallFigures, ModelEvent, ModelRequest, Models } from '../models/models.ts'

/** A provider that needs no key. */
export const fakeProvider: Provider = {
  id: 'fake',
  name: 'Fake',
  kind: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:9/v1',
  local: true,
}

/** A model of it. */
export function fakeModel(more: Partial<Model> = {}): Model {
  return {
    id: 'fake/one',
    provider: fakeProvider,
    name: 'one',
    displayName: 'One',
    family: 'claude',
    wireApi: 'anthropic-messages',
    vision: true,
    efforts: [],
    ...more,
  }
}

/** A whole answer as a script has it: text, or a call with its input. */
export type FakeAnswer = readonly (
  string | { readonly name: string; readonly input: unknown; readonly call?: string; readonly raw?: string }
)[]

/** Answers one request; `number` from 0. */
export type FakeCall = (request: ModelRequest, number: number, signal: AbortSignal) => AsyncIterable<ModelEvent>

/** Figures of a call that took nothing. */
export const noFigures: CallFigures = { requestBytes: 0, attempts: [], usage: {}, durationMs: 0 }

/** Plays answers in their order, each as its events. */
export function playAnswers(...answers: readonly FakeAnswer[]): FakeCall {
  return async function* (request, number) {
    yield* eventsOf(request, answers[number] ?? [], number)
  }
}

/** The events of an answer. Ids of its calls that it does not name are `c<number>.<position>`. */
export function* eventsOf(
  request: ModelRequest,
  answer: FakeAnswer,
  number: number,
  figures: CallFigures = noFigures,
  finish?: string,
): Generator<ModelEvent> {
  const said = saidOf(request.model, answer, number)
  for (const part of said.parts) {
    if (part.kind !== 'toolCall') {
      yield { kind: part.kind, text: part.text }
      continue
    }
    const { call, name } = part
    yield { kind: 'toolCallStart', call, name }
    yield { kind: 'toolCallDelta', call, text: part.arguments }
    yield { kind: 'toolCall', call, name, arguments: part.arguments }
  }
  const calls = said.parts.some((part) => part.kind === 'toolCall')
  yield { kind: 'end', said, finish: finish ?? (calls ? 'tool-calls' : 'stop'), figures }
}

function saidOf(model: Model, answer: FakeAnswer, number: number): Said {
  const parts = answer.map((piece, at): SaidPart => {
    if (typeof piece === 'string') return { kind: 'text', text: piece }
    const { name, input, call = `c${number}.${at}`, raw = JSON.stringify(input) } = piece
    return { kind: 'toolCall', call, name, arguments: raw }
  })
  return { wireApi: model.wireApi, provider: model.provider.id, model: model.name, parts }
}

/** Models whose answers are made by `call`; every request is kept. The first is the default. */
export function createFakeModels(call: FakeCall, models: readonly Model[] = [fakeModel()], usable = true) {
  const requests: ModelRequest[] = []
  let looks = 0
  const fake: Models = {
    list: () => models,
    find: (id) => models.find((model) => model.id === id),
    isUsable: () => usable,
    providers: () => [],
    look: async () => void looks++,
    authenticate: async () => ({ kind: 'unknown-resource' }),
    forgetKey: () => false,
    setEndpoint: () => ({ kind: 'bad', problem: 'there are no providers' }),
    removeEndpoint: () => false,
    onChanged: () => () => {},
    onKeyNeeded: () => () => {},
    call(request, signal) {
      requests.push(request)
      return call(request, requests.length - 1, signal)
    },
    stop() {},
  }
  return { models: fake, requests, looks: () => looks }
}
