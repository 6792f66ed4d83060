import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { SecretBook } from '../platform/secret-book.ts'
import type { Models } from './models.ts'

/** What models are made with. `values` keeps endpoints a person added, never a key. */
export interface ModelsNeeds {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly logger: Logger
  readonly secrets: SecretBook
  readonly values: { get(key: string): unknown; set(key: string, value: unknown): void; delete(key: string): void }
}

/** The models of this host. */
export function createModels(_needs: ModelsNeeds): Models {
  return {
    list: () => [],
    find: () => undefined,
    isUsable: () => false,
    providers: () => [],
    look: async () => {},
    authenticate: async () => ({ kind: 'unknown-resource' }),
    setEndpoint: () => ({ kind: 'bad', problem: 'there are no providers' }),
    removeEndpoint: () => false,
    onChanged: () => () => {},
    onKeyNeeded: () => () => {},
    async *call() {},
    stop() {},
  }
}
