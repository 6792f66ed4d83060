import type { RootState } from '../protocol/channels/root/state.ts'
import { ROADSTEAD, type HostFacts } from '../protocol/roadstead.ts'
import { ROOT_URI } from '../protocol/uri.ts'
import type { Channels } from './channels/channels.ts'
import type { HostDeps } from './deps.ts'
import type { HarnessAdapter } from './harnesses/adapter.ts'
import type { Dispose } from './platform/disposable.ts'

/** What the root state is made from. */
export interface RootFacts {
  readonly deps: HostDeps
  readonly harnesses: ReadonlyMap<string, HarnessAdapter>
  readonly dataFolder: string
  readonly readOnly: string | undefined
  readonly notice: string | undefined
}

/** Opens the root channel: the agents, and what a person should know of this host. It is made anew at each start. */
export async function openRoot(
  channels: Channels,
  { deps, harnesses, dataFolder, readOnly, notice }: RootFacts,
): Promise<void> {
  const shown = readOnly ?? notice
  const facts: HostFacts = {
    version: deps.version,
    platform: deps.platform,
    home: deps.home,
    dataFolder: {
      path: dataFolder,
      readOnly: readOnly !== undefined,
      ...(shown === undefined ? {} : { notice: shown }),
    },
    sandbox: deps.sandbox.state(),
    git: await deps.git.version(),
  }
  const state: RootState = {
    agents: [...harnesses.values()].map((harness) => harness.info()),
    activeSessions: channels.list('session').length,
    terminals: [],
    _meta: { [ROADSTEAD]: facts },
  }
  channels.open(ROOT_URI, { kind: 'root', state }, { logged: false })
}

/** Counts the sessions that have not been disposed (SPEC 12). */
export function keepRootState(channels: Channels): Dispose {
  const count = () => {
    const activeSessions = channels.list('session').length
    if (channels.state(ROOT_URI, 'root')?.activeSessions === activeSessions) return
    channels.apply(ROOT_URI, { type: 'root/activeSessionsChanged', activeSessions })
  }
  const stops = [channels.onOpened(count), channels.onClosed(count)]
  return () => stops.forEach((stop) => stop())
}
