import type { ProtectedResourceMetadata } from '../../protocol/protected-resource.ts'
import { ROOT_URI } from '../../protocol/uri.ts'
import type { Channels } from '../channels/channels.ts'
import type { HarnessAdapter } from '../harnesses/adapter.ts'
import type { Models } from '../models/models.ts'
import type { Dispose } from '../platform/disposable.ts'
import type { After } from '../platform/timers.ts'

/** What clients are told of models with. */
export interface ModelTellerNeeds {
  readonly channels: Channels
  readonly models: Pick<Models, 'onChanged' | 'onKeyNeeded'>
  readonly harnesses: ReadonlyMap<string, HarnessAdapter>
  readonly after: After
  resourceMetadata(resource: string): ProtectedResourceMetadata
  notify(channel: string, method: string, params: object): void
}

/** Tells from now on. */
export interface ModelTeller {
  /** Tells what has changed without gathering more; for who is about to answer that it has. */
  tellNow(): void
  dispose: Dispose
}

/** Several providers answer one after another: what they offer is told together. */
const gatherMs = 50

/** Keeps the root's list of agents true as models come and go, and says which key is needed (SPEC 12, 26). */
export function tellModels(needs: ModelTellerNeeds): ModelTeller {
  const { channels, models, harnesses } = needs
  let waiting: Dispose | undefined

  function tell(): void {
    waiting = undefined
    const present = channels.state(ROOT_URI, 'root')?.agents
    const agents = [...harnesses.values()].map((harness) => harness.info())
    if (present === undefined || JSON.stringify(agents) === JSON.stringify(present)) return
    channels.apply(ROOT_URI, { type: 'root/agentsChanged', agents })
  }

  const stops = [
    models.onChanged(() => (waiting ??= needs.after(gatherMs, tell))),
    models.onKeyNeeded((resource, reason) =>
      needs.notify(ROOT_URI, 'auth/required', {
        channel: ROOT_URI,
        resource: needs.resourceMetadata(resource),
        reason: reason === 'expired' ? 'expired' : 'required',
      }),
    ),
  ]
  return {
    tellNow() {
      waiting?.()
      tell()
    },
    dispose() {
      waiting?.()
      for (const stop of stops) stop()
    },
  }
}
