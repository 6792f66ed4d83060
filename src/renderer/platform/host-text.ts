import { modelFailureTexts } from '../../protocol/model-failures.ts'
import type { TranslatableText } from '../../protocol/roadstead.ts'
import type { Locale } from './locale.ts'
import {
  zhCNEndings,
  zhCNFailureDetails,
  zhCNModelFailures,
  zhCNRetry,
  zhCNRetryNow,
  zhCNRetryProblems,
  zhCNRunFailures,
} from './locales/zh-CN-failures.ts'
import { zhCNProblems, zhCNProblemWords } from './locales/zh-CN-problems.ts'
import { zhCNProviders } from './locales/zh-CN-providers.ts'
import { zhCNReasons, zhCNReasonWords } from './locales/zh-CN-reasons.ts'
import { zhCNRules, zhCNRuleWords } from './locales/zh-CN-rules.ts'
import { zhCNSummaries } from './locales/zh-CN-summaries.ts'

interface Sentence {
  readonly pattern: RegExp
  readonly names: readonly string[]
  readonly translated: string
}

const rules = zhCNRules.map(readSentence)
const summaries = zhCNSummaries.map(readSentence)
const problems = [...zhCNProblems.map(readSentence), ...rules]
const words: typeof zhCNRuleWords = {
  ...zhCNRuleWords,
  ...zhCNProblemWords,
  ...zhCNReasonWords,
  detail: zhCNFailureDetails,
}
const providers = zhCNProviders.map(readSentence)
const everything = [...zhCNReasons.map(readSentence), ...providers, ...problems, ...summaries]
const retries = [zhCNRetry, zhCNRetryNow].map(readSentence)
const retryProblems = zhCNRetryProblems.map(readSentence)
const modelFailures: Readonly<Record<string, string>> = zhCNModelFailures
/** Ends of turns and of calls that come without a key: what is kept of them is the English. */
const endings = [
  ...zhCNEndings.map(readSentence),
  ...Object.entries(modelFailureTexts).map(([kind, english]) =>
    readSentence([english, modelFailures[kind] ?? english]),
  ),
]

/**
 * Any sentence of the host, or several in a row, in the language of the page: why something was not done, what the computer
 * lacks. What is not known stays as it is.
 */
export function hostText(text: string, locale: Locale): string {
  if (locale === 'en') return text
  const whole = translate(text, everything)
  if (whole !== text) return whole
  const sentences = text.split(/(?<=[.!?]) (?=\S)/)
  const translated = sentences.map((sentence) => translate(sentence, everything))
  return translated.every((sentence, index) => sentence === sentences[index]) ? text : translated.join('')
}

/** Why the host asks or refuses, in the language of the page. The host says it in English; what is not known stays as it is. */
export function reasonText(text: string, locale: Locale): string {
  return locale === 'en' ? text : translate(text, rules)
}

/** How it is with a provider of models, in the language of the page; what is not known stays as it is. */
export function providerText(text: string, locale: Locale): string {
  return locale === 'en' ? text : translate(text, providers)
}

/** Why a tool could not do what it was asked to, in the language of the page; what is not known stays as it is. */
export function problemText(text: string, locale: Locale): string {
  return locale === 'en' ? text : translate(text, problems)
}

/** What the host says was done or is to be done, in the language of the page; what is not known stays as it is. */
export function summaryText(text: string, locale: Locale): string {
  return locale === 'en' ? text : translate(text, summaries)
}

/** Why a turn ended, in the language of the page: `text` is its translatable form where the host gave one. */
export function failureText(message: string, text: TranslatableText | undefined, locale: Locale): string {
  if (locale === 'en') return message
  const [kind, name] = text?.key.split(/\.(.*)/s) ?? []
  const table = kind === 'model' ? modelFailures : kind === 'run' ? zhCNRunFailures : {}
  const chinese = name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
  if (chinese === undefined) return translate(translate(message, endings), rules)
  return chinese.replace(/\{(\w+)\}/g, (whole, param: string) => {
    const value = text?.params?.[param]
    return value === undefined ? whole : (zhCNFailureDetails[value] ?? String(value))
  })
}

/** What a running turn waits for, in the language of the page. */
export function activityText(text: string, locale: Locale): string {
  const retry = locale === 'en' ? undefined : retries.find(({ pattern }) => pattern.test(text))
  const match = retry?.pattern.exec(text)
  if (retry === undefined || match == null) return text
  const values = new Map(retry.names.map((name, index) => [name, match[index + 1] ?? '']))
  values.set('problem', translate(values.get('problem') ?? '', retryProblems))
  return retry.translated.replace(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole)
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
      return wordOf(name, value)
    })
  }
  return text
}

/** What is filled in, where it is a word or a list of words that are known. */
function wordOf(name: string, value: string): string {
  if (name === 'why') return translate(translate(value, endings), everything)
  const known = words[name]
  if (known === undefined) return value
  if (known[value] !== undefined) return known[value]
  const parts = value.split(', ')
  return parts.some((part) => known[part] !== undefined) ? parts.map((part) => known[part] ?? part).join('、') : value
}
