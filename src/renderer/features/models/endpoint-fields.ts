import type { ModelEndpoint, ProviderFacts, ProviderKind } from '../../../protocol/model-facts.ts'

/** Kinds of endpoints a person can add, the usual first. */
export const endpointKinds = [
  'openai-compatible',
  'azure-openai',
  'azure-foundry',
  'openai',
  'anthropic',
  'google',
] as const satisfies readonly ProviderKind[]
export type EndpointKind = (typeof endpointKinds)[number]

type ChatWire = 'openai-chat' | 'openai-responses'

/** The form as it is filled in. `deployments`: names with commas between; empty texts are not given. */
export interface EndpointFields {
  readonly kind: EndpointKind
  readonly name: string
  readonly baseUrl: string
  readonly apiVersion: string
  readonly deployments: string
  readonly wireApi: ChatWire | ''
}

export const emptyFields: EndpointFields = {
  kind: 'openai-compatible',
  name: '',
  baseUrl: '',
  apiVersion: '',
  deployments: '',
  wireApi: '',
}

/** The form for an endpoint that is there, as it is called now. */
export function fieldsOf({ kind, name, baseUrl, endpoint }: ProviderFacts): EndpointFields {
  const known = endpointKinds.find((each) => each === kind) ?? emptyFields.kind
  return {
    ...{ kind: known, name, baseUrl },
    apiVersion: endpoint?.apiVersion ?? '',
    deployments: endpoint?.deployments.join(', ') ?? '',
    wireApi: wiresOf(known).find((each) => each === endpoint?.wireApi) ?? '',
  }
}

/** How requests can be written there, where there is a choice. */
export function wiresOf(kind: EndpointKind): readonly ChatWire[] {
  return kind === 'openai-compatible' || kind === 'openai' || kind === 'azure-foundry'
    ? ['openai-chat', 'openai-responses']
    : []
}

/** What an address of the kind looks like. */
export function exampleOf(kind: EndpointKind): string {
  switch (kind) {
    case 'azure-openai':
      return 'https://NAME.openai.azure.com'
    case 'azure-foundry':
      return 'https://NAME.services.ai.azure.com/openai/v1'
    case 'openai':
      return 'https://api.openai.com/v1'
    case 'anthropic':
      return 'https://api.anthropic.com/v1'
    case 'google':
      return 'https://generativelanguage.googleapis.com/v1beta'
    case 'openai-compatible':
      return 'http://192.168.0.10:8000/v1'
  }
}

/** The endpoint that is meant; undefined while name or address is missing. Fields of other kinds are left out. */
export function endpointFrom(fields: EndpointFields): ModelEndpoint | undefined {
  const { kind } = fields
  const name = fields.name.trim()
  const baseUrl = fields.baseUrl.trim()
  if (name === '' || baseUrl === '') return undefined
  const apiVersion = kind === 'azure-openai' ? fields.apiVersion.trim() : ''
  const isAzure = kind === 'azure-openai' || kind === 'azure-foundry'
  const deployments = isAzure ? fields.deployments.split(/[,，\s]+/u).filter(Boolean) : []
  return {
    kind,
    name,
    baseUrl,
    ...(apiVersion === '' ? {} : { apiVersion }),
    ...(deployments.length === 0 ? {} : { deployments }),
    ...(fields.wireApi === '' ? {} : { wireApi: fields.wireApi }),
  }
}
