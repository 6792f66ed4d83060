import type { Clock } from '../../platform/clock.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Transport } from '../../../protocol/transport.ts'
import { createAccess } from '../access.ts'
import type { Access } from '../access.ts'
import { createListener } from '../create-listener.ts'
import type { ListenerNeeds } from '../create-listener.ts'
import type { Device, DeviceBook, Listener, ListenerPrincipal } from '../listener.ts'

export const hostToken = 'abcDEF-connection-token-0123456789'

/** Devices kept in memory; `hashes` shows what a disk would see. */
export function memoryDeviceBook(): DeviceBook & { readonly hashes: ReadonlyMap<string, Device> } {
  const hashes = new Map<string, Device>()
  const replace = (id: string, change: (device: Device) => Device) => {
    for (const [hash, device] of hashes) if (device.id === id) hashes.set(hash, change(device))
  }
  return {
    hashes,
    list: () => [...hashes.values()],
    find: (hash) => hashes.get(hash),
    add: (device, hash) => void hashes.set(hash, device),
    touch: (id, at) => replace(id, (device) => ({ ...device, lastUsedAt: at })),
    remove(id) {
      for (const [hash, device] of hashes) if (device.id === id) hashes.delete(hash)
    },
  }
}

/** Keeps every line; the whole text is for finding secrets in it. */
function recordingLogger(): Logger & { readonly lines: string[]; readonly errors: string[] } {
  const lines: string[] = []
  const errors: string[] = []
  const keep = (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields ?? {})}`)
  return { lines, errors, info: keep, warn: keep, error: (m, f) => (keep(m, f), void errors.push(m)) }
}

/** Answers initialize and ping; closes with 1008 when initialize does not come in time, as the server does. */
function answerPings(transport: Transport, initializeMs = 10_000): void {
  const timer = setTimeout(() => transport.close(1008, 'No initialize in time.'), initializeMs)
  transport.onClose(() => clearTimeout(timer))
  transport.onMessage((text) => {
    let message: { id?: unknown; method?: unknown }
    try {
      message = JSON.parse(text) as typeof message
    } catch {
      return
    }
    if (message.method === 'initialize') clearTimeout(timer)
    const result = message.method === 'initialize' ? {} : message.method === 'ping' ? null : undefined
    if (result !== undefined) transport.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }))
  })
}

export interface StartedListener {
  readonly listener: Listener
  readonly port: number
  readonly access: Access
  readonly deviceBook: ReturnType<typeof memoryDeviceBook>
  readonly logger: ReturnType<typeof recordingLogger>
  /** Everything handed over so far. */
  readonly accepted: { transport: Transport; principal: ListenerPrincipal }[]
}

/** A real listener on a free port with everything around it in memory. */
export async function startListener(
  overrides: Partial<ListenerNeeds> = {},
  clock: Clock = systemClock,
): Promise<StartedListener> {
  const logger = recordingLogger()
  const deviceBook = memoryDeviceBook()
  const access = createAccess({ deviceBook, clock, hostToken })
  const accepted: StartedListener['accepted'] = []
  const outcome = await createListener({
    bind: { host: '127.0.0.1', port: 0 },
    access,
    endpointPath: '/ahp',
    extraOrigins: ['app://workbench'],
    onConnection(transport, principal) {
      accepted.push({ transport, principal })
      answerPings(transport)
    },
    clock,
    logger,
    ...overrides,
  })
  if (outcome.kind === 'failed') throw new Error(outcome.reason)
  return { listener: outcome.listener, port: outcome.listener.port, access, deviceBook, logger, accepted }
}
