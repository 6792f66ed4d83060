import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { modelFailureMessage, modelFailureTexts } from '../../protocol/model-failures.ts'
import { zhCNRunFailures } from './locales/zh-CN-failures.ts'
import { zhCNRules } from './locales/zh-CN-rules.ts'
import { activityText, failureText, hostText, providerText, problemText, reasonText, summaryText } from './host-text.ts'

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

test('why a model failed is told in the language of the page, with names kept', () => {
  const params = { provider: 'Anthropic', model: 'Claude', detail: 'connection refused' }
  for (const kind of Object.keys(modelFailureTexts) as (keyof typeof modelFailureTexts)[]) {
    const message = modelFailureMessage(kind, params)
    const text = { key: `model.${kind}`, params }
    expect(failureText(message, text, 'en')).toBe(message)
    const chinese = failureText(message, text, 'zh-CN')
    expect(chinese, kind).toMatch(/[一-鿿]/)
    expect(chinese, kind).not.toMatch(/[{}]|connection refused/)
  }
  expect(failureText('x', { key: 'model.wrong-key', params }, 'zh-CN')).toBe(
    'Anthropic 不接受这个密钥。请在“设置 → 模型与密钥”中换一个。',
  )
})

test('a failure that is kept in English alone is told in Chinese, in a record and in what ended a turn', () => {
  const params = { provider: 'Anthropic', model: 'Claude', detail: 'connection refused' }
  for (const kind of Object.keys(modelFailureTexts) as (keyof typeof modelFailureTexts)[]) {
    const message = modelFailureMessage(kind, params)
    const chinese = failureText(message, { key: `model.${kind}`, params }, 'zh-CN')
    expect(failureText(message, undefined, 'zh-CN'), kind).toBe(chinese)
    expect(summaryText(`The turn ended: ${message}`, 'zh-CN'), kind).toBe(`回合结束：${chinese}`)
  }
  expect(
    summaryText('The turn ended: The agent did not finish within 9 rounds. Resume to let it go on.', 'zh-CN'),
  ).toBe('回合结束：代理在 9 轮内没有完成。可以让它继续。')
  expect(summaryText('The turn ended: Something new', 'zh-CN')).toBe('回合结束：Something new')
})

test('every key the host gives the end of a turn is there in Chinese', () => {
  const sources = ['harnesses', 'harnesses/builtin', 'reactors'].flatMap((folder) =>
    readdirSync(path.join(host, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(path.join(host, folder, name), 'utf8')),
  )
  const text = sources.join('\n')
  const keys = [
    ...[...text.matchAll(/'run\.([\w-]+)'/g)].map((match) => match[1]!),
    ...[...text.matchAll(/\b(?:failed|tooMuch|none)\(\s*'([\w-]+)'/g)].map((match) => match[1]!),
  ]
  expect(keys.length).toBeGreaterThan(8)
  expect([...new Set(keys)].filter((key) => !(key in zhCNRunFailures))).toEqual([])
})

test('an end without a key, or with one that is not known, is told as far as it is known', () => {
  expect(failureText('The answer broke off. Try again.', undefined, 'zh-CN')).toBe('回答中断了。请再试一次。')
  expect(failureText('Something new.', { key: 'model.constructor' }, 'zh-CN')).toBe('Something new.')
})

test('what is waited for is told in the language of the page', () => {
  const text = 'OpenAI is overloaded: asking again in 12 s (2 of 5)'
  expect(activityText(text, 'en')).toBe(text)
  expect(activityText(text, 'zh-CN')).toBe('OpenAI 过载：12 秒后再问一次（第 2 次，共 5 次）')
  expect(activityText('OpenAI is overloaded: asking again now (2 of 5)', 'zh-CN')).toBe(
    'OpenAI 过载：现在再问一次（第 2 次，共 5 次）',
  )
  expect(activityText('Something new', 'zh-CN')).toBe('Something new')
})

/** What tools say they did or will do, and what the audit and the changes say was done; `x` for what is filled in. */
function doneSentences(): string[] {
  const files = ['tools', 'harnesses', 'reactors'].flatMap((folder) =>
    readdirSync(path.join(host, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(path.join(host, folder, name), 'utf8')),
  )
  const source = files.join('\n')
  const text = "(?:'([A-Z][^'\\n]+)'|`([A-Z][^`\\n]+)`)"
  const places = [
    `\\bfailed\\(\\s*${text}`,
    `\\bsucceeded\\(\\s*${text}`,
    `pastTense: ${text}`,
    `const (?:past|nothing|didNot) = ${text}`,
    `describe: \\([^\\n]*?\\) => ${text}`,
    `\\bnote\\([^\\n]*?, ${text}`,
    `kind: 'done', message: ${text}`,
  ]
  const verbs = [...source.matchAll(/\bunusable\([^)]*, '([a-z ]+)'\)/g)].map((match) => `Could not ${match[1]} x`)
  return [
    ...verbs,
    ...places.flatMap((place) =>
      [...source.matchAll(new RegExp(place, 'g'))].map((match) =>
        (match[1] ?? match[2] ?? '').replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, 'x'),
      ),
    ),
  ]
}

test('what was done, or not, is there in Chinese, whatever the host says of it', () => {
  // Where a choice is filled in, each outcome is named here.
  const said = [...new Set(doneSentences())].filter(
    (sentence) => !/\$\{|^Searched for x · x|^Could not x x/.test(sentence),
  )
  said.push('Ran x · ended by SIGTERM', 'Ran x · exit 0', 'Found 3 files for x', 'Found more than 9 files for x')
  said.push('Searched for x · 1 match', 'Searched for x · more than 9 matches')
  expect(said.length).toBeGreaterThan(40)
  const left = said.filter((sentence) => !/[一-鿿]/.test(problemText(summaryText(sentence, 'zh-CN'), 'zh-CN')))
  expect(left).toEqual([])
})

test('why a tool could not do a thing is told in the language of the page', () => {
  expect(problemText('Could not read a/b.ts: It is not there.', 'zh-CN')).toBe('无法读取 a/b.ts：它不存在。')
  expect(problemText('a.ts: old_string and new_string are the same.', 'zh-CN')).toBe(
    'a.ts：old_string 与 new_string 相同。',
  )
  expect(problemText('Something new', 'zh-CN')).toBe('Something new')
})

test('how it is with a provider is told in Chinese', () => {
  expect(providerText('It cannot be reached (ECONNREFUSED).', 'zh-CN')).toBe('无法连接（连接被拒绝）。')
  expect(providerText('It cannot be reached (EPIPE).', 'zh-CN')).toBe('无法连接（EPIPE）。')
  expect(providerText('It answered 503.', 'en')).toBe('It answered 503.')
})

/** Where the host, and the client in the page, say why a thing was not done or what is missing. */
const reasonSources = [
  ...[
    'sessions/validate-action.ts',
    'sessions/validate-message.ts',
    'sessions/trust-gate.ts',
    'server/check-action.ts',
  ],
  ...['sandbox', 'git', 'changesets/operations', 'commands', 'store', 'server', 'reactors', 'harnesses/scripted'],
]

/** A sentence as it stands in the source, `x` for what is filled in. */
const literal = '(?:\'((?:[^\'\\\\\n]|\\\\.)+)\'|"([^"\n]+)"|`([^`]+)`)'

function readSources(place: string): string {
  if (place.endsWith('.ts')) return readFileSync(path.join(host, place), 'utf8')
  return readdirSync(path.join(host, place))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(host, place, name), 'utf8'))
    .join('\n')
}

/** No words to a person: commands, what git is given, and what only a program gets wrong. */
const noSentence = [
  /^(?:x|[A-Z… ]+|x:x:x|\w+: x|[;x ]*is|operationId: x is x)$|^[x ]+$/,
  /^(?:sudo|echo|commit|commit \(initial\))\b/,
  /^(?:write|create|read|reach|connect|make|run) (?!the index)(?:\w+ )*/,
  /^\w+: (?:unknown|malformed|not (?:the URI|a chat|an instant|a channel)|a device)|^x is not the URI/,
  /client id|subscriptions|version that was not offered|^The host's answer to|^with edited input/,
]

function whyNot(): string[] {
  const text = [...reasonSources.map(readSources), readSources('../client')].join('\n')
  const places = [
    String.raw`\b(?:invalidParams|permissionDenied|conflict|refused|failed|ConnectionLost|unavailableSandbox|PlaceChanged)\(\s*${literal}`,
    String.raw`\bProtocolError\([\w.-]+, ${literal}`,
    String.raw`\b(?:reason|problem|notice):\s*${literal}`,
    String.raw`\b(?:kept|unchanged|nothing|keptWords|missingReason) = ${literal}`,
  ]
  const files = ['sessions/validate-action.ts', 'sessions/validate-message.ts', 'sessions/trust-gate.ts'].map(
    readSources,
  )
  const answers = [...files, readSources('sandbox'), readSources('changesets/operations')].join('\n')
  const returned = [...answers.matchAll(new RegExp(String.raw`(?:return|\?|:) ${literal}`, 'g'))]
  const causes = [...readSources('store/storage-words.ts').matchAll(/=> `([^`]+)`/g)].map((match) => match[1] ?? '')
  const found = [...returned, ...places.flatMap((place) => [...text.matchAll(new RegExp(place, 'g'))])].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )
  return (
    [...new Set([...found, ...causes])]
      .filter((sentence) => sentence.includes(' ') && !sentence.includes('${head ?'))
      .map((sentence) =>
        sentence
          .replaceAll("\\'", "'")
          .replaceAll('\\n', '\n')
          .replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, 'x'),
      )
      // What follows another sentence, or the name of a file that is put before it.
      .map((sentence) => sentence.replace(/^x (?=[A-Z])/, '').replace(/^(?=lies|belongs|is not a path)/, 'x '))
      .filter((sentence) => !noSentence.some((pattern) => pattern.test(sentence)))
  )
}

test('why a thing was not done is there in Chinese, whatever the host says of it', () => {
  const said = whyNot()
  expect(said.length).toBeGreaterThan(150)
  expect(said.filter((sentence) => !/[一-鿿]/.test(hostText(sentence, 'zh-CN')))).toEqual([])
})

test('several sentences in a row are each told in Chinese, and names are kept', () => {
  expect(
    hostText(
      'The disk that holds /d is full (ENOSPC). Everything already there is kept and can be read; nothing new is saved.',
      'zh-CN',
    ),
  ).toBe('/d 所在的磁盘已满（ENOSPC）。已有的内容都保留，可以读取；不会保存任何新内容。')
  expect(hostText('workingDirectories: /a b is not a folder', 'zh-CN')).toBe('/a b 不是文件夹')
  expect(hostText('A command in the sandbox could write into .git, make a Unix socket.', 'zh-CN')).toBe(
    '沙盒里的命令竟能写入 .git、建立 Unix 套接字。',
  )
  expect(hostText('The folder is new. So is this.', 'zh-CN')).toBe('The folder is new. So is this.')
})
