import { z } from 'zod'
import { ConnectionRefused } from '../../client/connection.ts'
import { openWebSocket } from '../../client/transports/web-socket.ts'
import type { Transport } from '../../protocol/transport.ts'
import type { CredentialStore } from './credential-store.ts'
import { readFragment } from './launch.ts'
import type { Admission, PairOutcome, Platform } from './platform.ts'

const PairAnswer = z.object({ credential: z.string().min(1) })
const TicketAnswer = z.object({ ticket: z.string().min(1) })

export interface WebPlatformNeeds {
  readonly window: Window
  readonly fetch: typeof fetch
  readonly credentials: CredentialStore
  readonly createSocket: (url: string) => WebSocket
}

/** A browser tab of the host that served it (attacks README, W4c). The code leaves the address before anything else happens. */
export function createWebPlatform(needs: WebPlatformNeeds): Platform {
  const { window, credentials } = needs
  const fragment = readFragment(window.location.hash)
  if (fragment.pairingCode !== undefined || fragment.demo)
    window.history.replaceState(null, '', window.location.pathname + window.location.search)

  let admission: Promise<Admission> | undefined

  async function post(path: string, body: object, credential?: string): Promise<Response> {
    return await needs.fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
    })
  }

  async function pair(code: string): Promise<PairOutcome> {
    let answer: Response
    try {
      answer = await post('/pair', { code: code.trim(), name: deviceName(window.navigator.userAgent) })
    } catch {
      return { kind: 'unreachable' }
    }
    if (answer.status === 403) return { kind: 'wrong-code' }
    if (!answer.ok) return { kind: 'refused', reason: (await answer.text()).slice(0, 300) }
    const parsed = PairAnswer.safeParse(await answer.json())
    if (!parsed.success) return { kind: 'refused', reason: 'The answer of the host could not be read.' }
    await credentials.write(parsed.data.credential)
    return { kind: 'paired' }
  }

  async function admitOnce(): Promise<Admission> {
    if (fragment.pairingCode !== undefined) {
      const outcome = await pair(fragment.pairingCode)
      if (outcome.kind === 'paired') return { status: 'admitted' }
      // A spent code in a reopened tab is no reason to turn away a device that is paired.
      if ((await credentials.read()) === undefined) return { status: 'unpaired', failed: outcome }
      return { status: 'admitted' }
    }
    return (await credentials.read()) === undefined ? { status: 'unpaired' } : { status: 'admitted' }
  }

  async function open(): Promise<Transport> {
    const credential = await credentials.read()
    if (credential === undefined) throw new ConnectionRefused('credential', 'This device is not paired.')
    const answer = await post('/ticket', {}, credential)
    if (answer.status === 401) throw new ConnectionRefused('credential', 'The host does not know this device any more.')
    if (!answer.ok) throw new Error(`The host answered ${answer.status}.`)
    const { ticket } = TicketAnswer.parse(await answer.json())
    const { protocol, host } = window.location
    const scheme = protocol === 'https:' ? 'wss:' : 'ws:'
    return await openWebSocket(() => needs.createSocket(`${scheme}//${host}/ahp?tkn=${encodeURIComponent(ticket)}`))
  }

  return {
    kind: 'web',
    keyboard: /Mac|iPhone|iPad/.test(window.navigator.userAgent) ? 'apple' : 'other',
    clientId: `web-${window.crypto.randomUUID()}`,
    launch: { demo: fragment.demo, ...(fragment.session === undefined ? {} : { session: fragment.session }) },
    deviceName: deviceName(window.navigator.userAgent),
    host: {
      admit: () => (admission ??= admitOnce()),
      async pair(code) {
        const outcome = await pair(code)
        if (outcome.kind === 'paired') admission = Promise.resolve({ status: 'admitted' })
        return outcome
      },
      open,
      async forget() {
        await credentials.clear()
        admission = Promise.resolve({ status: 'unpaired' })
      },
    },
  }
}

/** For example `Firefox on Linux`: what the list of devices shows. */
export function deviceName(userAgent: string): string {
  const browser = /Edg\//.test(userAgent)
    ? 'Edge'
    : /Firefox\//.test(userAgent)
      ? 'Firefox'
      : /Chrom(e|ium)\//.test(userAgent)
        ? 'Chrome'
        : /Safari\//.test(userAgent)
          ? 'Safari'
          : 'Browser'
  const system = /iPhone|iPad/.test(userAgent)
    ? 'iOS'
    : /Android/.test(userAgent)
      ? 'Android'
      : /Mac/.test(userAgent)
        ? 'macOS'
        : /Windows/.test(userAgent)
          ? 'Windows'
          : /Linux/.test(userAgent)
            ? 'Linux'
            : undefined
  return system === undefined ? browser : `${browser} on ${system}`
}
