import { randomBytes, randomUUID } from 'node:crypto'

/** A new id for sessions, chats, terminals, tool calls: a random UUID. */
export function newId(): string {
  return randomUUID()
}

/** `bits` random bits as base64url text: for tokens, tickets and credentials. */
export function randomSecret(bits = 256): string {
  return randomBytes(Math.ceil(bits / 8)).toString('base64url')
}
