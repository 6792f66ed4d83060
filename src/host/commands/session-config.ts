import type { ResolveSessionConfigParams, ResolveSessionConfigResult } from '../../protocol/channels/root/commands.ts'
import { invalidParams, providerNotFound } from '../../protocol/errors.ts'
import type { HarnessAdapter } from '../harnesses/adapter.ts'
import { resolveConfig } from '../sessions/config.ts'

export interface ConfigNeeds {
  readonly harnesses: ReadonlyMap<string, HarnessAdapter>
  readonly sandboxAvailable: () => boolean
}

/** `resolveSessionConfig`: the whole property set of an agent and the values with defaults (SPEC 12). */
export function resolveSessionConfig(
  needs: ConfigNeeds,
  params: ResolveSessionConfigParams,
): ResolveSessionConfigResult {
  const provider = params.provider ?? needs.harnesses.keys().next().value ?? ''
  if (!needs.harnesses.has(provider)) throw providerNotFound(provider)
  const resolved = resolveConfig(provider, params.config, needs.sandboxAvailable())
  if (resolved.kind === 'bad') throw invalidParams(resolved.problem)
  return resolved.config
}
