import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fileUri } from '../../../protocol/uri.ts'
import { withSessionFacts } from '../../sessions/facts.ts'
import { openChat, openSession } from '../../sessions/open-session.ts'
import { writeCanaryFiles } from '../../testing/canary-files.ts'
import { openSessionScene, sceneChat, sceneSession } from '../../testing/session-scene.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { complete } from './complete.ts'
import { candidate, rank } from './rank.ts'
import { wordAt } from './trigger.ts'
import { createPathLister } from './workspace-paths.ts'

async function open() {
  const scene = await openSessionScene()
  const { channels, index, folder } = scene
  const outside = temporaryFolder()
  const write = (name: string, text = '') => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text)
  }
  const needs = {
    ...{ channels, index, home: path.join(outside, 'home'), dataFolder: path.join(outside, 'data') },
    listPaths: createPathLister(() => 0),
  }
  const ask = async (text: string, offset = text.length, chat = sceneChat) =>
    (await complete(needs, { channel: chat, kind: 'userMessage', text, offset })).items
  const names = async (text: string) => (await ask(text)).map(({ insertText }) => insertText)
  return { ...scene, needs, write, ask, names, outside }
}

test('a word begins with a trigger where a word may begin, and offsets count UTF-16 units', () => {
  expect(wordAt('look at @src/a', 14)).toEqual({ trigger: '@', start: 8, query: 'src/a' })
  expect(wordAt('\u{1F600} @x y', 5)).toEqual({ trigger: '@', start: 3, query: 'x' })
  expect(wordAt('看，@日', 4)).toEqual({ trigger: '@', start: 2, query: '日' })
  expect(wordAt('@', 1)).toEqual({ trigger: '@', start: 0, query: '' })
  expect(wordAt('/rev', 4)).toEqual({ trigger: '/', start: 0, query: 'rev' })
  for (const text of ['me@example', 'no', '@a b', 'and /or', '/a/b', ''])
    expect(wordAt(text, text.length)).toBeUndefined()
})

test('names that begin with the query come first, then those that hold it, then paths, then letters in order', () => {
  const paths = ['src/util/date.ts', 'src/update.ts', 'date/readme.md', 'docs/d-a-t-e.md', 'x.ts', 'date.ts']
  expect(rank(paths.map(candidate), 'DATE').map(({ text }) => text)).toEqual([
    ...['date.ts', 'src/util/date.ts', 'src/update.ts', 'date/readme.md', 'docs/d-a-t-e.md'],
  ])
  expect(rank(['a/b/c.ts', 'z.ts', 'a/'].map(candidate), '').map(({ text }) => text)).toEqual([
    'z.ts',
    'a/',
    'a/b/c.ts',
  ])
})

test('files and folders of the workspace are offered as what they are, with the stretch they take the place of', async () => {
  const { ask, write, folder } = await open()
  write('src/date parser.ts')
  const items = await ask('fix \u{1F600} @dat now', 11)
  expect(items).toEqual([
    {
      insertText: '@src/date parser.ts',
      rangeStart: 7,
      rangeEnd: 11,
      attachment: {
        ...{ type: 'resource', label: 'src/date parser.ts', displayKind: 'file' },
        uri: fileUri(path.join(folder, 'src/date parser.ts')),
      },
    },
  ])
  expect((await ask('@src')).map(({ attachment }) => [attachment.label, attachment.displayKind])).toEqual([
    ['src/', 'directory'],
    ['src/date parser.ts', 'file'],
  ])
})

test('guard: ignored files, secrets and what leads out of the workspace are never named', async () => {
  const { names, folder, outside } = await open()
  writeCanaryFiles(folder, outside)
  expect(await names('@canary')).toEqual(['@canary.txt'])
  expect(await names('@env')).toEqual([])
  expect(await names('@../')).toEqual([])
})

test('guard: a file the path rules ask about is not named, whoever lists it', async () => {
  const { needs, folder, outside } = await open()
  fs.symlinkSync(outside, path.join(folder, 'out'))
  const listPaths = async () => ['ok.ts', '.env', 'out/', '../x', 'out/x'].map(candidate)
  const params = { channel: sceneChat, kind: 'userMessage', text: '@', offset: 1 } as const
  const { items } = await complete({ ...needs, listPaths }, params)
  expect(items.map(({ insertText }) => insertText)).toEqual(['@ok.ts'])
})

test('other sessions are offered by their chat, terminals of this session and of the person by their address', async () => {
  const { names, ask, channels, index, sessionState } = await open()
  const other = 'ahp-session:/s2'
  const config = sessionState().config!
  openSession(channels, { uri: other, provider: 'scripted', config, facts: { createdAt: '', folderTrust: 'trusted' } })
  openChat(channels, index, other, { resource: 'ahp-chat:/k2', title: '', modifiedAt: '' })
  channels.apply(other, { type: 'session/titleChanged', title: 'Mend the\nparser' })
  const terminal = (id: string, title: string, claim: object) =>
    channels.open(`ahp-terminal:/${id}`, {
      kind: 'terminal',
      state: {
        ...{ title, content: [], lifecycle: { status: 'running' } },
        claim: claim as { kind: 'client'; clientId: string },
      },
    })
  terminal('a', 'parser watch', { kind: 'client', clientId: 'c' })
  terminal('b', 'parser theirs', { kind: 'session', session: other, chat: 'ahp-chat:/k2' })
  terminal('c', 'parser mine', { kind: 'session', session: sceneSession, chat: sceneChat })
  expect(await names('@pars')).toEqual(['@Mend the parser', '@parser mine', '@parser watch'])
  const [chat, mine] = (await ask('@pars')).map(({ attachment }) => attachment)
  expect([chat, mine]).toEqual([
    { type: 'chat', label: 'Mend the\nparser', resource: 'ahp-chat:/k2', displayKind: 'session' },
    { type: 'resource', label: 'parser mine', uri: 'ahp-terminal:/c', displayKind: 'terminal' },
  ])
})

test('prompts kept in a trusted workspace are offered at the beginning of a message', async () => {
  const { ask, names, write, channels, sessionState, folder } = await open()
  write('.roadstead/prompts/review.md', '---\ndescription: "Look at the changes"\n---\nReview them.\n')
  write('.github/prompts/release.prompt.md', '# Make a release\n')
  write('.github/prompts/notes.md', 'no prompt')
  expect(await names('/re')).toEqual(['/release', '/review'])
  expect((await ask('/rev'))[0]).toEqual({
    ...{ insertText: '/review', rangeStart: 0, rangeEnd: 4 },
    attachment: {
      ...{ type: 'resource', label: 'review', displayKind: 'prompt' },
      uri: fileUri(path.join(folder, '.roadstead/prompts/review.md')),
      _meta: { 'x-roadstead': { description: 'Look at the changes' } },
    },
  })
  const _meta = withSessionFacts(sessionState(), { folderTrust: 'untrusted' })
  channels.apply(sceneSession, { type: 'session/metaChanged', _meta })
  expect(await names('/re')).toEqual([])
})

test('a text without a word to complete has none, and a chat that is not there is named', async () => {
  const { ask } = await open()
  expect(await ask('nothing here')).toEqual([])
  await expect(ask('@a', 2, 'ahp-chat:/none')).rejects.toThrow('does not exist')
})
