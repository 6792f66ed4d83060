import { expect, type Page } from '@playwright/test'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { RunningHost } from './host.ts'

const ROOT = 'ahp-root://'

const Answer = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
})

/**
 * Asks the host for a pairing code, as a client with the connection token does (`x-roadstead/createPairingCode`).
 * @returns eight characters, good once, for ten minutes
 */
export async function createPairingCode(
  host: Pick<RunningHost, 'url' | 'token'>,
  scope: 'watch' | 'approve' | 'full' = 'full',
): Promise<string> {
  const socket = new WebSocket(host.url, { headers: { Authorization: `Bearer ${host.token}` } })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    await ask(socket, 1, 'initialize', {
      channel: ROOT,
      protocolVersions: ['1.0.0'],
      clientId: `pairing-${crypto.randomUUID()}`,
    })
    const result = await ask(socket, 2, 'x-roadstead/createPairingCode', { channel: ROOT, name: 'browser test', scope })
    return z.object({ code: z.string() }).parse(result).code
  } finally {
    socket.close()
  }
}

function ask(socket: WebSocket, id: number, method: string, params: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const hear = (data: { toString(): string }): void => {
      const answer = Answer.parse(JSON.parse(data.toString()))
      if (answer.id !== id) return
      socket.off('message', hear)
      if (answer.error) reject(new Error(`${method}: ${answer.error.code} ${answer.error.message}`))
      else resolve(answer.result)
    }
    socket.on('message', hear)
    socket.once('close', () => reject(new Error(`The host closed the connection before it answered ${method}`)))
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
  })
}

/** Opens the host's page as its first screen, paired with a fresh code; the code is gone from the address afterwards. */
export async function pairPage(page: Page, host: RunningHost): Promise<void> {
  const code = await createPairingCode(host)
  await page.goto(`${host.pageUrl}/#pair=${code}`)
  await expect.poll(() => page.url()).not.toContain('pair')
}
