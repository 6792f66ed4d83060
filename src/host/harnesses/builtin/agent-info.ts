import type { AgentInfo, SessionModelInfo } from '../../../protocol/channels/root/state.ts'
import type { Effort, ModelFacts } from '../../../protocol/model-facts.ts'
import { withRoadsteadMeta } from '../../../protocol/roadstead.ts'
import type { Model } from '../../models/model.ts'
import type { Models } from '../../models/models.ts'

/** The provider id of the built-in agent. */
export const builtinProvider = 'builtin'

/** The agent as it is listed: its models now, and what `authenticate` takes keys for. */
export function agentInfo(models: Models): AgentInfo {
  const resources = models
    .providers()
    .flatMap(({ resource, name }) =>
      resource === undefined ? [] : [{ resource, resource_name: name, required: false }],
    )
  return {
    provider: builtinProvider,
    displayName: 'Built-in',
    description: 'Works with the models you have keys for, and with those that run on this machine.',
    models: models.list().map((model) => modelInfo(model, models.isUsable(model))),
    ...(resources.length > 0 && { protectedResources: resources }),
    capabilities: { multipleChats: { fork: true } },
  }
}

function modelInfo(model: Model, usable: boolean): SessionModelInfo {
  const { provider, contextWindow, maxOutput, price } = model
  const facts: ModelFacts = {
    providerId: provider.id,
    providerName: provider.name,
    family: model.family,
    wireApi: model.wireApi,
    local: provider.local,
    usable,
    ...(provider.resource !== undefined && { resource: provider.resource }),
    ...(price && { price }),
  }
  const configSchema = model.efforts.length === 0 ? undefined : effortSchema(model.efforts, model.defaultEffort)
  return {
    id: model.id,
    provider: builtinProvider,
    name: model.displayName,
    ...(contextWindow !== undefined && { maxContextWindow: contextWindow }),
    ...(maxOutput !== undefined && { maxOutputTokens: maxOutput }),
    // Of a model nobody has said anything of, it is not claimed that it sees nothing.
    ...((model.vision || model.visionKnown === true) && { supportsVision: model.vision }),
    ...(configSchema && { configSchema }),
    _meta: withRoadsteadMeta(undefined, facts),
  }
}

const effortLabels: Readonly<Record<string, string>> = {
  none: 'None',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Extra high',
  max: 'Maximum',
}

function effortSchema(known: readonly Effort[], usual: Effort | undefined): SessionModelInfo['configSchema'] {
  const effort = {
    type: 'string' as const,
    title: 'Reasoning effort',
    description: 'How much the model thinks before it answers.',
    enum: [...known],
    enumLabels: known.map((one) => effortLabels[one] ?? one),
    ...(usual !== undefined && { default: usual }),
  }
  return { type: 'object', properties: { effort } }
}
