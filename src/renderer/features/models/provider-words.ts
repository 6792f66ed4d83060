import type { ProviderFacts } from '../../../protocol/model-facts.ts'
import type { I18n } from '../../platform/i18n.tsx'

/** How a provider stands, in one line: state, how many models, where the key is from. */
export function providerWords(provider: ProviderFacts, { t, at }: Pick<I18n, 't' | 'at'>): string {
  return [stateWords(provider, t), modelCountWords(provider, t), keyWords(provider, { t, at })]
    .filter(Boolean)
    .join(' · ')
}

/** Good, in need of something, or broken: for the sign before the name. */
export function providerTone({ status }: Pick<ProviderFacts, 'status'>): 'on' | 'off' | 'bad' {
  if (status === 'ready') return 'on'
  return status === 'wrong-key' || status === 'unreachable' ? 'bad' : 'off'
}

const states = ['ready', 'needs-key', 'wrong-key', 'unreachable', 'unknown'] as const

function stateWords({ status }: ProviderFacts, t: I18n['t']): string {
  const known = states.find((each) => each === status)
  return known === undefined ? status : t(`modelKeys.state.${known}`)
}

export function modelCountWords({ status, models }: ProviderFacts, t: I18n['t']): string {
  return status === 'ready' || (status === 'unknown' && models > 0) ? t('modelKeys.models', { count: models }) : ''
}

export function keyWords({ key, keyExpiresAt }: ProviderFacts, { t, at }: Pick<I18n, 't' | 'at'>): string {
  if (key === 'client')
    return keyExpiresAt === undefined
      ? t('modelKeys.from.client')
      : t('modelKeys.from.clientUntil', { time: at(keyExpiresAt) })
  return key === 'environment' || key === 'not-needed' ? t(`modelKeys.from.${key}`) : ''
}
