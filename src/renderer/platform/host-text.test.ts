import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { zhCNRules } from './locales/zh-CN-rules.ts'
import { reasonText, summaryText } from './host-text.ts'

const host = path.resolve(import.meta.dirname, '../../host')

/** The sentences in the sources of the rules, `{}` for what is filled in. */
function hostSentences(folder: string): { all: string[]; said: string[] } {
  const sources = readdirSync(path.join(host, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(host, folder, name), 'utf8'))
    .join('\n')
  const literal = /'((?:[A-Z]|bash |dd |git )[^'\n]*)'|"((?:[A-Z])[^"\n]*)"|`([^`\n]*)`/g
  const all = [...sources.matchAll(literal)].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? '').replace(/\$\{[^}]*\}/g, '{}'),
  )
  const call =
    /\b#?(?:ask|deny)\(\s*'[^']+'(?:,\s*'(?:contained|person|always)')?,\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`)/g
  const said = [...sources.matchAll(call)]
    .map((match) => (match[1] ?? match[2] ?? match[3] ?? '').replace(/\$\{[^}]*\}/g, '{}'))
    // Where the sentence is a variable, the class is found in its place.
    .filter((sentence) => sentence.endsWith('.'))
  return { all, said }
}

const found = ['approvals', 'platform/paths'].map(hostSentences)
const bare = (sentence: string) => sentence.replace(/\{\w*\}/g, '{}')

test('every reason a rule gives is there in Chinese', () => {
  const said = [...new Set(found.flatMap(({ said }) => said))]
  expect(said.length).toBeGreaterThan(40)
  expect(said.filter((sentence) => !/[一-鿿]/.test(reasonText(sentence.replaceAll('{}', 'x'), 'zh-CN')))).toEqual([])
})

test('no translation is of a sentence the host no longer says', () => {
  const all = new Set(found.flatMap(({ all }) => all))
  expect(
    zhCNRules
      .map(([english]) => english)
      .filter(
        (english) => !all.has(bare(english)) && !all.has(`{}: ${bare(english)}`) && english !== '{path}: {reason}',
      ),
  ).toEqual([])
})

test('names in a reason are kept, and a path before it', () => {
  expect(reasonText('No rule says that make is harmless.', 'zh-CN')).toBe('没有规则认定 make 无害。')
  expect(reasonText('../x: /home/a/x is outside of what this session may write.', 'zh-CN')).toBe(
    '../x：/home/a/x 不在本会话可以写入的范围内。',
  )
})

test('what is not known stays as the host said it', () => {
  expect(reasonText('Something new.', 'zh-CN')).toBe('Something new.')
  expect(reasonText('a: Something new.', 'zh-CN')).toBe('a: Something new.')
  expect(reasonText('No rule says that make is harmless.', 'en')).toBe('No rule says that make is harmless.')
})

test('what was done is told in the language of the page, with names kept', () => {
  expect(
    ['Ran npm test · exit 1', 'Read src/a.ts', 'Moved a to b', 'Finished the turn', 'Asked: write', 'Sang a song'].map(
      (text) => summaryText(text, 'zh-CN'),
    ),
  ).toEqual([
    '运行 npm test · 退出码 1',
    '读取 src/a.ts',
    '把 a 移到 b',
    '完成了这个回合',
    '交代：write',
    'Sang a song',
  ])
})
