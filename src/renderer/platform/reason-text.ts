import type { Locale } from './i18n.tsx'
import { zhCNRules, zhCNRuleWords } from './locales/zh-CN-rules.ts'

interface Sentence {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly translated: string
}

const sentences: readonly Sentence[] = zhCNRules.map(([english, translated]) => ({
  pattern: new RegExp(
    `^${english
      .split(/\{\w+\}/)
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('(.+?)')}$`,
    's',
  ),
  names: [...english.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
  translated,
}))
/** Why the host asks or refuses, in the language of the page. The host says it in English; what is not known stays as it is. */
export function reasonText(text: string, locale: Locale): string {
  if (locale === 'en') return text
  for (const { pattern, names, translated } of sentences) {
    const match = pattern.exec(text)
    if (match === null) continue
    const values = new Map(names.map((name, index) => [name, match[index + 1] ?? '']))
    const rest = values.get('reason')
    const restTranslated = rest === undefined ? undefined : reasonText(rest, locale)
    if (rest !== undefined && restTranslated === rest) continue
    return translated.replace(/\{(\w+)\}/g, (whole, name: string) => {
      if (name === 'reason') return restTranslated ?? whole
      const value = values.get(name) ?? whole
      return zhCNRuleWords[value] ?? value
    })
  }
  return text
}
