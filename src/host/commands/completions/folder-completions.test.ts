import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { TerminalClaim } from '../../../protocol/channels/terminal/state.ts'
import { fileUri, ROOT_URI } from '../../../protocol/uri.ts'
import { createFolderBook } from '../../sessions/trust.ts'
import { writeCanaryFiles } from '../../testing/canary-files.ts'
import { openSessionScene, sceneChat, sceneSession } from '../../testing/session-scene.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { folderCompletions } from './folder-completions.ts'
import { candidate } from './rank.ts'
import { createPathLister } from './workspace-paths.ts'

/** A session works in one folder; the first message of another is written for `folder`. */
async function open(options: { trusted?: boolean; listed?: readonly string[] } = {}) {
  const { store, channels, index } = await openSessionScene()
  const folder = fs.realpathSync(temporaryFolder())
  const outside = temporaryFolder()
  const folders = createFolderBook(store.values)
  folders.setTrusted(folder, options.trusted ?? true, '2026-01-01T00:00:00.000Z')
  const { listed } = options
  const needs = {
    ...{ channels, index, folders, home: path.join(outside, 'home'), dataFolder: path.join(outside, 'data') },
    listPaths: listed === undefined ? createPathLister(() => 0) : async () => listed.map(candidate),
  }
  const write = (name: string, text = '') => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text)
  }
  const ask = async (text: string, of = folder) =>
    (await folderCompletions(needs, { channel: ROOT_URI, folder: fileUri(of), text, offset: text.length })).items
  const names = async (text: string, of = folder) => (await ask(text, of)).map(({ insertText }) => insertText)
  return { channels, folder, outside, write, ask, names }
}

test('files of a trusted folder are offered as they are to a chat, by their real place', async () => {
  const { ask, write, folder, outside } = await open()
  write('src/date.ts')
  const link = path.join(outside, 'link')
  fs.symlinkSync(folder, link)
  const items = await ask('fix @dat', link)
  expect(items).toEqual([
    {
      ...{ insertText: '@src/date.ts', rangeStart: 4, rangeEnd: 8 },
      attachment: {
        ...{ type: 'resource', label: 'src/date.ts', displayKind: 'file' },
        uri: fileUri(path.join(folder, 'src/date.ts')),
      },
    },
  ])
})

test('guard: ignored files, secrets and what leads out of the folder are never named', async () => {
  const { names, folder, outside } = await open()
  writeCanaryFiles(folder, outside)
  expect(await names('@canary')).toEqual(['@canary.txt'])
  expect(await names('@env')).toEqual([])
  expect(await names('@../')).toEqual([])
})

test('guard: a file the path rules ask about is not named, whoever lists it', async () => {
  const { names, folder, outside } = await open({ listed: ['ok.ts', '.env', 'out/', '../x', 'out/x'] })
  fs.symlinkSync(outside, path.join(folder, 'out'))
  expect(await names('@')).toEqual(['@ok.ts'])
})

test('guard: nothing in a folder the person has not trusted is named, nor in one below a trusted one', async () => {
  const files = ['canary.txt', 'below/canary.txt', 'below/.roadstead/prompts/canary.md', '.roadstead/prompts/canary.md']
  const untrusted = await open({ trusted: false })
  for (const file of files) untrusted.write(file)
  expect([...(await untrusted.names('@canary')), ...(await untrusted.names('/canary'))]).toEqual([])
  const { folder, names, write } = await open()
  for (const file of files) write(file)
  const below = path.join(folder, 'below')
  expect([...(await names('@canary', below)), ...(await names('/canary', below))]).toEqual([])
  expect([(await names('@canary'))[0], ...(await names('/canary'))]).toEqual(['@canary.txt', '/canary'])
})

test('sessions and the terminals of the person are offered in any folder, those of a session are not', async () => {
  const { names, channels } = await open({ trusted: false })
  channels.apply(sceneSession, { type: 'session/titleChanged', title: 'Mend the parser' })
  const terminal = (id: string, title: string, claim: TerminalClaim) =>
    channels.open(`ahp-terminal:/${id}`, {
      kind: 'terminal',
      state: { title, content: [], lifecycle: { status: 'running' }, claim },
    })
  terminal('a', 'parser watch', { kind: 'client', clientId: 'c' })
  terminal('b', 'parser theirs', { kind: 'session', session: sceneSession, chat: sceneChat })
  expect(await names('@pars')).toEqual(['@Mend the parser', '@parser watch'])
})

test('a folder that is not there is refused in words', async () => {
  const { ask, folder } = await open()
  await expect(ask('@a', path.join(folder, 'none'))).rejects.toThrow('does not exist')
})
