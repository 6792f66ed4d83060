import { defaultModels, type ListedModel } from './catalogue.ts'
import type { ProviderEntry } from './providers.ts'

/**
 * What a provider offers, in the order it is shown: its deployments where it has any; else what it listed, what is usual first,
 * without dated names of what stands there by its plain one; else what is usual.
 */
export function offeredNames(entry: ProviderEntry, listed: readonly ListedModel[] | undefined): readonly ListedModel[] {
  const { kind } = entry.provider
  if (entry.deployments.length > 0) return entry.deployments.map((name) => ({ name }))
  // What Azure lists are models that could be deployed.
  if (kind === 'azure-openai') return []
  const usual = isOwnAddress(entry) ? (defaultModels[kind] ?? []) : []
  if (listed === undefined) return usual.map((name) => ({ name }))
  const names = new Set(listed.map(({ name }) => name))
  const plain = listed.filter(({ name }) => {
    const undated = name.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '')
    return undated === name || !names.has(undated)
  })
  const place = ({ name }: ListedModel) => {
    const at = usual.indexOf(name)
    return at < 0 ? usual.length : at
  }
  return plain.toSorted((one, other) => place(one) - place(other))
}

/** What a maker usually offers says nothing of who else speaks its language. */
function isOwnAddress(entry: ProviderEntry): boolean {
  return entry.source === 'built-in'
}
