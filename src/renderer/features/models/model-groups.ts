import type { SessionModelInfo } from '../../../protocol/channels/root/state.ts'
import { ModelFacts } from '../../../protocol/model-facts.ts'
import { roadsteadMeta } from '../../../protocol/roadstead.ts'

/** A model and what is known of it beyond the protocol. */
export interface KnownModel {
  readonly info: SessionModelInfo
  readonly facts: ModelFacts | undefined
  /** It can be called now. A host that says nothing of it is believed to have it ready. */
  readonly isUsable: boolean
}

/** The models of one provider. */
export interface ModelGroup {
  readonly id: string
  readonly name: string
  /** What a key is given for. */
  readonly resource: string | undefined
  readonly isUsable: boolean
  /** `found`: a server on one of this machine's usual ports; else the host of an address that leads to this machine. */
  readonly local: 'found' | { readonly host: string } | undefined
  readonly models: readonly KnownModel[]
}

/** A model with its facts. */
export function knownModel(info: SessionModelInfo): KnownModel {
  const facts = roadsteadMeta(ModelFacts, info._meta)
  const isUsable = (facts?.usable ?? true) && (info.policyState === undefined || info.policyState === 'enabled')
  return { info, facts, isUsable }
}

/** Models by their provider, those that can be used first and otherwise as the host lists them. */
export function groupModels(models: readonly SessionModelInfo[]): readonly ModelGroup[] {
  const groups = new Map<string, { first: KnownModel; models: KnownModel[] }>()
  for (const info of models) {
    const known = knownModel(info)
    const id = known.facts?.providerId ?? info.provider
    const group = groups.get(id)
    if (group === undefined) groups.set(id, { first: known, models: [known] })
    else group.models.push(known)
  }
  return [...groups]
    .map(([id, { first, models: own }]): ModelGroup => {
      const sorted = own.toSorted((a, b) => Number(b.isUsable) - Number(a.isUsable))
      return {
        id,
        name: first.facts?.providerName ?? first.info.provider,
        resource: own.find(({ facts }) => facts?.resource !== undefined)?.facts?.resource,
        isUsable: own.some(({ isUsable }) => isUsable),
        local: localOf(own),
        models: sorted,
      }
    })
    .toSorted((a, b) => Number(b.isUsable) - Number(a.isUsable))
}

/** Whether something runs here is only known of what was found here: an address the person gave may lead on from this machine. */
function localOf(own: readonly KnownModel[]): ModelGroup['local'] {
  if (own[0]?.facts?.local !== true) return undefined
  const given = own.find(({ facts }) => facts?.resource !== undefined)?.facts?.resource
  if (given === undefined) return 'found'
  return URL.canParse(given) ? { host: new URL(given).hostname } : undefined
}

/** The groups with only what fits the words that are typed, each of which must be somewhere in the names. */
export function matchModels(groups: readonly ModelGroup[], query: string): readonly ModelGroup[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return groups
  return groups
    .map((group) => ({
      ...group,
      models: group.models.filter(({ info }) => {
        const names = `${info.name} ${info.id} ${group.name}`.toLowerCase()
        return words.every((word) => names.includes(word))
      }),
    }))
    .filter(({ models }) => models.length > 0)
}

/** How much a model may be told to think, from its own schema; empty where it takes no such thing. */
export function effortsOf(info: SessionModelInfo | undefined): {
  efforts: readonly string[]
  usual: string | undefined
} {
  const schema = info?.configSchema?.properties['effort']
  const efforts = (schema?.enum ?? []).filter((each) => typeof each === 'string')
  return { efforts, usual: typeof schema?.default === 'string' ? schema.default : undefined }
}
