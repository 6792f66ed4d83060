import { z } from 'zod'
import { ModelEndpoint } from '../../protocol/model-facts.ts'
import type { Logger } from '../platform/logger.ts'
import { customProvider, type ProviderEntry } from './providers.ts'

/** Where endpoints are kept. Never a key. */
export interface EndpointValues {
  get(key: string): unknown
  set(key: string, value: unknown): void
}

const place = 'modelEndpoints'
const Kept = z.array(ModelEndpoint.extend({ id: z.string() }))
type KeptEndpoint = z.infer<typeof Kept>[number]

/** Each is asked for its models and told to every client. */
const mostEndpoints = 100

/** An id takes part in `ModelSelection.id`, before the first slash. */
const idShape = /^[a-z0-9][a-z0-9-]{0,39}$/

/** The endpoints a person added. */
export interface Endpoints {
  entries(): readonly ProviderEntry[]
  /** `taken`: ids of other providers. */
  set(
    endpoint: ModelEndpoint,
    taken: (id: string) => boolean,
  ): { kind: 'kept'; entry: ProviderEntry } | { kind: 'bad'; problem: string }
  /** The endpoint that is gone; undefined: there was none of this id. */
  remove(id: string): ProviderEntry | undefined
}

/** Those kept in `values`. One that no longer makes sense is left alone and not used. */
export function createEndpoints(values: EndpointValues, logger: Logger): Endpoints {
  const read = Kept.safeParse(values.get(place) ?? [])
  if (!read.success) logger.warn('the endpoints for models that were kept cannot be read')
  let kept: readonly KeptEndpoint[] = read.data ?? []
  const write = (next: readonly KeptEndpoint[]) => {
    values.set(place, next)
    kept = next
  }
  const entryOf = (endpoint: KeptEndpoint): ProviderEntry | undefined => {
    const made = customProvider(endpoint, endpoint.id)
    return made.kind === 'good' ? made.entry : undefined
  }
  return {
    entries: () => kept.map(entryOf).filter((entry) => entry !== undefined),
    set(endpoint, taken) {
      const known = (id: string) => kept.some((each) => each.id === id)
      const id = endpoint.id ?? freeId(endpoint.name, (each) => known(each) || taken(each))
      if (!idShape.test(id)) return { kind: 'bad', problem: 'An id is made of small letters, digits and hyphens.' }
      if (!known(id) && taken(id)) return { kind: 'bad', problem: `There is a provider ${id} already.` }
      if (!known(id) && kept.length >= mostEndpoints) {
        return { kind: 'bad', problem: `There are ${mostEndpoints} endpoints already. Remove one first.` }
      }
      const made = customProvider(endpoint, id)
      if (made.kind === 'bad') return made
      const next = { ...endpoint, id }
      write(known(id) ? kept.map((each) => (each.id === id ? next : each)) : [...kept, next])
      return { kind: 'kept', entry: made.entry }
    },
    remove(id) {
      const gone = kept.find((each) => each.id === id)
      if (gone === undefined) return undefined
      write(kept.filter((each) => each !== gone))
      return entryOf(gone)
    },
  }
}

function freeId(name: string, taken: (id: string) => boolean): string {
  const word = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32)
    .replace(/-+$/, '')
  const base = word === '' ? 'endpoint' : word
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? base : `${base}-${count}`
    if (!taken(id)) return id
  }
}
