import type { Locale } from './i18n.tsx'
import { zhCNRules, zhCNRuleWords } from './locales/zh-CN-rules.ts'
import { zhCNSummaries } from './locales/zh-CN-summaries.ts'

interface Sentence {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly translated: string
}

const rules = zhCNRules.map(readSentence)
const summaries = zhCNSummaries.map(readSentence)

/** Why the host asks or refuses, in the language of the page. The host says it in English; what is not known stays as it is. */
export function reasonText(text: string, locale: Locale): string {
  return locale === 'en' ? text : translate(text, rules)
}

/** What the host says was done or is to be done, in the language of the page; what is not known stays as it is. */
export function summaryText(text: string, locale: Locale): string {
  return locale === 'en' ? text : translate(text, summaries)
}

function readSentence([english, translated]: readonly [string, string]): Sentence {
  const fixed = english.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return {
    pattern: new RegExp(`^${fixed.join('(.+?)')}$`, 's'),
    names: [...english.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
    translated,
  }
}

function translate(text: string, sentences: readonly Sentence[]): string {
  for (const { pattern, names, translated } of sentences) {
    const match = pattern.exec(text)
    if (match === null) continue
    const values = new Map(names.map((name, index) => [name, match[index + 1] ?? '']))
    // What joins a place and another sentence fits nearly everything: it counts only where that sentence is known.
    const rest = values.get('reason')
    const restTranslated = rest === undefined ? undefined : translate(rest, sentences)
    if (rest !== undefined && restTranslated === rest) continue
    return translated.replace(/\{(\w+)\}/g, (whole, name: string) => {
      if (name === 'reason') return restTranslated ?? whole
      const value = values.get(name) ?? whole
      return zhCNRuleWords[name]?.[value] ?? value
    })
  }
  return text
}
