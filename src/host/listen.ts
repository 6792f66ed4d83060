import type { HostDeps } from './deps.ts'
import { removeEndpoint, writeEndpoint } from './endpoint-file.ts'
import type { Access } from './listeners/access.ts'
import { createListener, type ListenerNeeds } from './listeners/create-listener.ts'
import { isoNow } from './platform/clock.ts'
import type { Store } from './store/store.ts'

/** Where and for whom a host listens, and where it says so. */
export interface ListenNeeds {
  readonly dataFolder: string
  /** Nothing is written into the data folder. */
  readonly readOnly: boolean
  /** 0: any free one. Absent: the one used last if it is free, else any. */
  readonly port?: number
  /** Folder of the web build. */
  readonly webRoot?: string
  readonly values: Store['values']
  readonly access: Access
  readonly token: string
  readonly deps: Pick<HostDeps, 'clock' | 'logger' | 'version'>
  readonly onConnection: ListenerNeeds['onConnection']
}

/** A host that can be reached. `stop` takes no more connections and removes what says where it is. */
export interface Listening {
  readonly kind: 'listening'
  readonly url: string
  readonly pageUrl: string
  stop(): Promise<void>
}

/** Listens on loopback, remembers the port for the next start, and writes `endpoint.json`. */
export async function listen(
  needs: ListenNeeds,
): Promise<Listening | { kind: 'failed'; reason: string; code: string }> {
  const { dataFolder, values, token, deps } = needs
  const last = values.get('port')
  const outcome = await createListener({
    bind: {
      host: '127.0.0.1',
      ...(needs.port === undefined
        ? { port: typeof last === 'number' ? last : 0, ifTaken: 'pick-free' as const }
        : { port: needs.port }),
    },
    access: needs.access,
    endpointPath: '/ahp',
    onConnection: needs.onConnection,
    clock: deps.clock,
    logger: deps.logger,
    ...(needs.webRoot === undefined ? {} : { webRoot: needs.webRoot }),
  })
  if (outcome.kind === 'failed') return outcome
  const { url, pageUrl, port, stop } = outcome.listener
  try {
    if (!needs.readOnly) {
      values.set('port', port)
      const startedAt = isoNow(deps.clock)
      writeEndpoint(dataFolder, { url, pageUrl, token, pid: process.pid, version: deps.version, startedAt })
    }
  } catch (error) {
    await stop()
    const words = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', code: 'ENDPOINT', reason: `The data folder ${dataFolder} takes no more: ${words}` }
  }
  return {
    kind: 'listening',
    url,
    pageUrl,
    async stop() {
      removeEndpoint(dataFolder, process.pid)
      await stop()
    },
  }
}
