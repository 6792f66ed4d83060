import { randomUUID } from 'node:crypto'
import type { HostClient } from '../../src/client/host-client.ts'
import type { Effort, ModelCall, ModelEndpoint } from '../../src/protocol/model-facts.ts'
import { fileUri, ROOT_URI, sessionUri } from '../../src/protocol/uri.ts'
import { stateWhen } from './client.ts'
import type { ModelFront } from './model-front.ts'
import { offer } from './turns.ts'

/** An environment in which every known provider is the front, with a key for each. */
export function frontEnv(front: Pick<ModelFront, 'url'>): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: front.url,
    ANTHROPIC_API_KEY: 'key-for-anthropic',
    OPENAI_BASE_URL: `${front.url}/v1`,
    OPENAI_API_KEY: 'key-for-openai',
    GOOGLE_GEMINI_BASE_URL: front.url,
    GEMINI_API_KEY: 'key-for-google',
  }
}

/** A session of the built-in agent in a trusted folder, ready for a message. */
export async function createAgentSession(
  client: HostClient,
  folder: string,
  config: Readonly<Record<string, unknown>> = {},
): Promise<{ session: string; chat: string }> {
  await client.request('x-roadstead/setFolderTrust', { channel: ROOT_URI, folder: fileUri(folder), trusted: true })
  const session = sessionUri(randomUUID())
  const workingDirectories = [fileUri(folder)]
  await client.request('createSession', { channel: session, provider: 'builtin', workingDirectories, config })
  const { defaultChat } = await stateWhen(client, session, 'session', ({ lifecycle }) => lifecycle === 'ready')
  if (defaultChat === undefined) throw new Error('the session has no chat')
  return { session, chat: defaultChat }
}

/** Says something to a model by its id; the chat must be idle. Settles with the turn's id when the host has it. */
export async function tell(
  client: HostClient,
  chat: string,
  text: string,
  model: string,
  effort?: Effort,
): Promise<string> {
  const turnId = randomUUID()
  const outcome = await offer(client, chat, {
    type: 'chat/turnStarted',
    turnId,
    startedAt: new Date().toISOString(),
    message: {
      text,
      origin: { kind: 'user' },
      model: { id: model, ...(effort !== undefined && { config: { effort } }) },
    },
  })
  if (outcome.kind !== 'applied') throw new Error(`the turn was not started: ${outcome.reason}`)
  return turnId
}

/** Lets a turn go on that ended in an error. */
export async function resume(client: HostClient, chat: string, turnId: string): Promise<void> {
  const outcome = await offer(client, chat, { type: 'chat/turnResume', turnId })
  if (outcome.kind !== 'applied') throw new Error(`the turn was not resumed: ${outcome.reason}`)
}

/** The record of a session's model calls, oldest first. */
export async function callsMade(client: HostClient, session: string): Promise<readonly ModelCall[]> {
  const { items } = await client.request('x-roadstead/modelCalls', { channel: session })
  return items.toReversed()
}

/** Adds a place for models, and a key for it where one is given. */
export async function addEndpoint(client: HostClient, endpoint: ModelEndpoint, token?: string): Promise<string> {
  const { id } = await client.request('x-roadstead/setModelEndpoint', { channel: ROOT_URI, endpoint })
  if (token !== undefined)
    await client.request('authenticate', { channel: ROOT_URI, resource: endpoint.baseUrl, token })
  return id
}
