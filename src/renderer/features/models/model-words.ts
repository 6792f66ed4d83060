import { efforts } from '../../../protocol/model-facts.ts'
import type { I18n } from '../../platform/i18n.tsx'
import type { KnownModel } from './model-groups.ts'

/** One line about a model: what fits into it, what it costs, what it cannot do. */
export function modelWords({ info, facts, isUsable }: KnownModel, { t, locale }: I18n): string {
  const size = info.maxContextWindow ?? info.maxPromptTokens
  const price = facts?.price
  return [
    isUsable ? '' : t('model.needsKey'),
    size === undefined ? '' : t('model.window', { size: compact(size, locale) }),
    price === undefined || facts?.local === true
      ? ''
      : price.input === 0 && price.output === 0
        ? t('model.priceFree')
        : t('model.price', { input: dollars(price.input, locale), output: dollars(price.output, locale) }),
    info.supportsVision === false ? t('model.noPictures') : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** An effort in words; the model's own word for one that is not known. */
export function effortWords(effort: string, { t }: Pick<I18n, 't'>): string {
  const known = efforts.find((each) => each === effort)
  return known === undefined ? effort : t(`model.effort.${known}`)
}

function compact(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

function dollars(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(value)
}
