import type { Locale } from './locale.ts'

const formats = new Map<Locale, Readonly<Record<'usd' | 'fine' | 'compact' | 'percent', Intl.NumberFormat>>>()

function formatsOf(locale: Locale) {
  let found = formats.get(locale)
  if (found === undefined) {
    const money = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
    found = {
      usd: new Intl.NumberFormat(locale, money),
      fine: new Intl.NumberFormat(locale, { ...money, maximumSignificantDigits: 2 }),
      compact: new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
      percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
    }
    formats.set(locale, found)
  }
  return found
}

/** US dollars: `$0.31`, `$0.0042`. */
export function usd(value: number, locale: Locale): string {
  const { usd: cents, fine } = formatsOf(locale)
  return value > 0 && value < 0.01 ? fine.format(value) : cents.format(value)
}

/** A count short enough for a bar: `48k`, `1.2M`, `4.8万`. */
export function compact(value: number, locale: Locale): string {
  const text = formatsOf(locale).compact.format(value)
  return locale === 'en' ? text.replace('K', 'k') : text
}

/** `38%`. */
export function percent(share: number, locale: Locale): string {
  return formatsOf(locale).percent.format(share)
}

const units = ['B', 'kB', 'MB', 'GB'] as const

/** A size: `980 B`, `48.2 kB`. */
export function bytes(value: number, locale: Locale): string {
  let size = value
  let unit = 0
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(size)} ${units[unit]}`
}
