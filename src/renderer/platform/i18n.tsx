import { createContext, use, useEffect, useMemo, type ReactNode } from 'react'
import { hostText } from './host-text.ts'
import type { Locale } from './locale.ts'
import { en } from './locales/en.ts'
import { zhCN } from './locales/zh-CN.ts'
import type { Message } from './message.ts'
import { usePreference } from './preferences.ts'

export type MessageKey = keyof typeof en
export type Params = Readonly<Record<string, string | number>>
/** Translates: `{name}` is replaced by `params.name`; `params.count` picks the plural form and is formatted. */
export type Translate = (key: MessageKey, params?: Params) => string

export interface I18n {
  readonly locale: Locale
  readonly t: Translate
  /** What the host says, in this language; what is not known stays as it is. */
  hostText(text: string): string
  /** `12 ms`, `4.2 s`, `3 min 5 s`. */
  duration(ms: number): string
  /** `just now`, `5 min ago`, `2 days ago`. */
  ago(instant: string, nowMs: number): string
  /** Short, for rows: `now`, `5m`, `2d`. */
  age(instant: string, nowMs: number): string
  /** Date and time of day. */
  at(instant: string): string
  /** Time of day: `medium` with seconds. */
  time(instant: string, style: 'short' | 'medium'): string
  number(value: number): string
}

const catalogues: Record<Locale, Readonly<Record<MessageKey, Message>>> = { en, 'zh-CN': zhCN }

/** The catalogue's locale that fits best to what the browser asks for. */
export function pickLocale(wishes: readonly string[]): Locale {
  for (const wish of wishes) {
    const lower = wish.toLowerCase()
    if (lower.startsWith('zh')) return 'zh-CN'
    if (lower.startsWith('en')) return 'en'
  }
  return 'en'
}

/**
 * How dates and the clock are written: as in the first wish of the browser's in that language (`en-GB`). Where it has none, in
 * the language, with the clock of 12 or 24 hours of what it wishes first.
 */
export function dateLocale(locale: Locale, wishes: readonly string[]): string {
  const supported = wishes.filter(isSupported)
  const language = locale.slice(0, 2)
  const own = supported.find((wish) => wish.toLowerCase().split('-')[0] === language)
  if (own !== undefined) return own
  const first = supported[0]
  const { hourCycle } = new Intl.DateTimeFormat(first ?? locale, { timeStyle: 'short' }).resolvedOptions()
  return first === undefined || hourCycle === undefined ? locale : `${locale}-u-hc-${hourCycle}`
}

function isSupported(wish: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(wish).length > 0
  } catch {
    return false
  }
}

/** Texts and formats of one locale. `wishes`: the languages the browser asks for, for how dates are written. */
export function createI18n(locale: Locale, wishes: readonly string[] = []): I18n {
  const catalogue = catalogues[locale]
  const plurals = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const dates = dateLocale(locale, wishes)
  const instants = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'medium' })
  const times = {
    short: new Intl.DateTimeFormat(dates, { timeStyle: 'short' }),
    medium: new Intl.DateTimeFormat(dates, { timeStyle: 'medium' }),
  }

  const t: Translate = (key, params = {}) => {
    const message: Message = catalogue[key]
    const count = params['count']
    const text =
      typeof message === 'string'
        ? message
        : typeof count === 'number' && plurals.select(count) === 'one'
          ? (message.one ?? message.other)
          : message.other
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = params[name]
      return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value
    })
  }

  function steps(
    instant: string,
    nowMs: number,
  ): { unit: 'minute' | 'hour' | 'day' | 'month' | 'year'; value: number } {
    const minutes = Math.max(0, Math.floor((nowMs - Date.parse(instant)) / 60_000))
    if (minutes < 60) return { unit: 'minute', value: minutes }
    if (minutes < 60 * 24) return { unit: 'hour', value: Math.floor(minutes / 60) }
    const days = Math.floor(minutes / (60 * 24))
    if (days < 31) return { unit: 'day', value: days }
    return days < 365
      ? { unit: 'month', value: Math.floor(days / 30.4) }
      : { unit: 'year', value: Math.floor(days / 365) }
  }

  return {
    locale,
    t,
    hostText: (text) => hostText(text, locale),
    number: (value) => numbers.format(value),
    at: (instant) => instants.format(new Date(instant)),
    time: (instant, style) => times[style].format(new Date(instant)),
    duration(ms) {
      if (ms < 1000) return t('time.ms', { value: Math.round(ms) })
      const seconds = ms / 1000
      if (seconds < 60) return t('time.s', { value: seconds < 10 ? oneDecimal.format(seconds) : Math.round(seconds) })
      return t('time.minS', { minutes: Math.floor(seconds / 60), seconds: Math.round(seconds % 60) })
    },
    ago(instant, nowMs) {
      const { unit, value } = steps(instant, nowMs)
      return unit === 'minute' && value === 0 ? t('time.justNow') : relative.format(-value, unit)
    },
    age(instant, nowMs) {
      const { unit, value } = steps(instant, nowMs)
      return unit === 'minute' && value === 0 ? t('time.now') : t(`time.${unit}`, { value })
    },
  }
}

const I18nContext = createContext<I18n>(createI18n('en'))

/** Gives the language of the person's choice to everything inside, and to the document. */
export function I18nProvider({ children }: { children: ReactNode }) {
  const [language] = usePreference('language')
  const locale = language === 'system' ? pickLocale(navigator.languages) : language
  const i18n = useMemo(() => createI18n(locale, navigator.languages), [locale])
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return <I18nContext value={i18n}>{children}</I18nContext>
}

/** Texts and formats of the language in use. */
export function useI18n(): I18n {
  return use(I18nContext)
}
