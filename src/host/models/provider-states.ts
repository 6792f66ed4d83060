import type { ProviderFacts } from '../../protocol/model-facts.ts'
import type { TranslatableText } from '../../protocol/roadstead.ts'
import type { ListedModel } from './catalogue.ts'
import type { Listing } from './list-models.ts'
import type { HeldKey } from './key-ring.ts'
import type { ProviderEntry } from './providers.ts'

/** What has been heard of a provider since the host began. */
export interface ProviderState {
  readonly status: 'unknown' | 'ready' | 'refused' | 'unreachable'
  readonly problem?: string
  /** The problem in a form that can be translated. */
  readonly text?: TranslatableText
  /** What it listed, the last time it did. */
  readonly listed?: readonly ListedModel[]
}

/** Nobody has asked it yet. */
export const unheard: ProviderState = { status: 'unknown' }

/** The state after a provider was asked for its models. What it listed before is kept when it cannot be reached. */
export function afterListing(before: ProviderState, listing: Listing): ProviderState {
  const kept = before.listed === undefined ? {} : { listed: before.listed }
  switch (listing.kind) {
    case 'listed':
      return { status: 'ready', listed: listing.models }
    case 'refused':
      return { status: 'refused', ...kept }
    case 'unreachable':
      return { status: 'unreachable', problem: `It cannot be reached (${listing.problem}).`, ...kept }
    case 'no-list':
      return { status: 'unknown', problem: listing.problem, ...kept }
  }
}

/** Whether its models can be called as things stand: an address that is fine, and a key where one is needed. */
export function isUsable(entry: ProviderEntry, state: ProviderState, key: HeldKey | undefined): boolean {
  if (entry.problem !== undefined || state.status === 'refused') return false
  return key !== undefined || !entry.needsKey
}

/** A provider as it is shown to people. */
export function providerFacts(
  entry: ProviderEntry,
  state: ProviderState,
  key: HeldKey | undefined,
  models: number,
): ProviderFacts {
  const { id, name, kind, baseUrl, resource, local, apiVersion } = entry.provider
  const { wireApi, deployments, source } = entry
  const endpoint = { wireApi, deployments: [...deployments], ...(apiVersion === undefined ? {} : { apiVersion }) }
  const problem = entry.problem ?? state.problem
  return {
    id,
    name,
    kind,
    baseUrl,
    ...(resource === undefined ? {} : { resource }),
    key: key?.source ?? (entry.needsKey || state.status === 'refused' ? 'none' : 'not-needed'),
    ...(key?.expiresAt === undefined ? {} : { keyExpiresAt: new Date(key.expiresAt).toISOString() }),
    status: statusOf(entry, state, key),
    ...(problem === undefined ? {} : { problem }),
    ...(entry.problem !== undefined || state.text === undefined ? {} : { text: state.text }),
    models,
    local,
    custom: source === 'custom',
    ...(source === 'custom' ? { endpoint } : {}),
  }
}

function statusOf(entry: ProviderEntry, state: ProviderState, key: HeldKey | undefined): ProviderFacts['status'] {
  if (key === undefined && (entry.needsKey || state.status === 'refused')) return 'needs-key'
  return state.status === 'refused' ? 'wrong-key' : state.status
}
