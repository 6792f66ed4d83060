import type { Server } from 'node:net'
import { findPortHolder } from './port-holder.ts'
import { isLoopbackAddress } from './request-checks.ts'

/** Where to listen. */
export interface Bind {
  /** An address; `localhost` stands for 127.0.0.1. */
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** `pick-free` for a port merely remembered from last time. Default `fail`. */
  readonly ifTaken?: 'fail' | 'pick-free'
  /** Names, exactly as they stand in `Host`, under which others reach this host (`--public-name`). */
  readonly publicNames?: readonly string[]
  /** A proxy in front speaks TLS (`--behind-proxy`). */
  readonly behindProxy?: boolean
}

/** Why it does not listen, in words for the person. `code` is the system's, or `NOT_LOOPBACK`, `NO_PUBLIC_NAME`, `BAD_PUBLIC_NAME`. */
export type BindFailure = { readonly kind: 'failed'; readonly reason: string; readonly code: string }

const publicName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/

/** W4d: beyond loopback only behind a proxy that speaks TLS, under a name that is known. */
export function checkBind(bind: Bind): BindFailure | undefined {
  const names = bind.publicNames ?? []
  const bad = names.find((name) => !publicName.test(name))
  if (bad !== undefined)
    return failed(
      'BAD_PUBLIC_NAME',
      `"${bad}" is not a public name. Give a host name in lower case, with a port if it is not 443.`,
    )
  if (bind.behindProxy === true && names.length === 0)
    return failed('NO_PUBLIC_NAME', 'Behind a proxy the host must know its name. Give it with --public-name.')
  if (!isLoopbackAddress(listenAddress(bind)) && bind.behindProxy !== true)
    return failed(
      'NOT_LOOPBACK',
      `Listening on "${bind.host}" would let other machines connect without encryption. ` +
        'Listen on 127.0.0.1, or put a proxy with TLS in front and say so with --behind-proxy and --public-name.',
    )
  return undefined
}

/** The address handed to the system. Node would listen everywhere for an empty one, so that counts as beyond loopback. */
export function listenAddress(bind: Bind): string {
  return bind.host === 'localhost' ? '127.0.0.1' : bind.host
}

/** Starts listening; an expected failure comes back in words. */
export async function bindServer(server: Server, bind: Bind): Promise<{ kind: 'bound'; port: number } | BindFailure> {
  const first = await tryListen(server, listenAddress(bind), bind.port)
  if (typeof first === 'number') return { kind: 'bound', port: first }
  if (first.code !== 'EADDRINUSE' || bind.ifTaken !== 'pick-free') return await explain(bind, first)
  const second = await tryListen(server, listenAddress(bind), 0)
  return typeof second === 'number' ? { kind: 'bound', port: second } : await explain(bind, second)
}

function tryListen(server: Server, host: string, port: number): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const onError = (error: NodeJS.ErrnoException) => resolve(error)
    server.once('error', onError)
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', onError)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

async function explain(bind: Bind, error: NodeJS.ErrnoException): Promise<BindFailure> {
  const code = error.code ?? 'UNKNOWN'
  const place = `Port ${bind.port} on ${listenAddress(bind)}`
  switch (code) {
    case 'EADDRINUSE': {
      const holder = await findPortHolder(bind.port)
      const who = holder === undefined ? 'another program' : `${holder.program}, process ${holder.pid},`
      return failed(
        code,
        `${place} is in use (EADDRINUSE): ${who} listens there, perhaps another Roadstead host. ` +
          'Stop it, or choose another port with --port (0 picks a free one). Nothing was changed.',
      )
    }
    case 'EACCES':
      return failed(code, `${place} may not be used (EACCES). Choose a port above 1023 with --port.`)
    case 'EADDRNOTAVAIL':
      return failed(code, `This machine has no address ${bind.host} (EADDRNOTAVAIL). Choose one it has.`)
    default:
      return failed(code, `${place} cannot be listened on: ${error.message}.`)
  }
}

function failed(code: string, reason: string): BindFailure {
  return { kind: 'failed', code, reason }
}
