import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildFixture, emptyTree, foldingTree, readPathCorpus, treeBelow } from '../../testing/path-attacks.ts'
import type { PathCase } from '../../testing/path-attacks.ts'
import { decidePath, workspaceScope } from './decide-path.ts'
import type { PathOperation, PathScope } from './decide-path.ts'

const corpus = readPathCorpus()

describe('the attack corpus of paths', () => {
  if (corpus === undefined) return
  beforeEach((context) => context.skip(process.platform !== 'linux', 'the fixture is for Linux'))
  const { fixture, scopes, cases } = corpus
  const fakeDevices = fixture.entries
  let jail = ''
  let mapped = ''

  beforeAll(() => {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'paths-')))
    jail = join(scratch, 'jail')
    mapped = join(scratch, 'mapped')
    buildFixture(jail, fixture.entries, (path) => path)
    const own = fixture.entries.filter(([path]) => path.startsWith('/w') || path.startsWith('/home'))
    buildFixture(mapped, own, map)
  })
  afterAll(() => rmSync(join(jail, '..'), { recursive: true, force: true }))

  /** Pretended folders move into the scratch folder; the system's stay where they are. */
  function map(path: string): string {
    return path.replace(
      /^(file:\/\/(?:localhost)?)?(\/(?:w|home)\/)/,
      (_, scheme = '', start) => `${scheme}${mapped}${start}`,
    )
  }

  const operationOf = ({ op, to, via, cwd }: PathCase, place: (path: string) => string): PathOperation => ({
    op,
    ...(to !== undefined && { to: place(to) }),
    ...(via !== undefined && { via }),
    ...(cwd !== undefined && { cwd: place(cwd) }),
  })

  const scopeOf = (name: string, place: (path: string) => string): PathScope => {
    const scope = scopes[name]
    if (scope === undefined) throw new Error(`no scope ${name}`)
    return {
      workspace: place(fixture.workspace),
      home: place(fixture.home),
      dataFolder: place(`${fixture.home}/.local/share/roadstead`),
      read: scope.read.map(place),
      write: scope.write.map(place),
      outside: scope.outside,
    }
  }

  const asIs = (path: string) => path
  const judged = cases.filter((one) => one.race === undefined)
  const titled = (platform: PathCase['platform']) =>
    judged
      .filter((one) => one.platform === platform)
      .map((one) => [`${one.id}: ${one.expected}, ${one.why}`, one] as const)

  test('has 139 cases without a race and 5 with one', () => {
    expect([judged.length, cases.length - judged.length]).toEqual([139, 5])
  })

  test.each(titled('linux'))('%s', (_, one) => {
    const scope = { ...scopeOf(one.scope, asIs), platform: 'linux' as const, tree: treeBelow(jail, fakeDevices) }
    expect(decidePath(operationOf(one, asIs), one.path, scope)).toMatchObject({ answer: one.expected })
  })

  // From the scratch folder these do not lead to the machine's own /etc, /w or block device.
  const needsOwnRoot = new Set(['path-025', 'path-040', 'path-089'])
  const onBareDisk = titled('linux').filter(([, one]) => !needsOwnRoot.has(one.id))

  test.each(onBareDisk)('on the bare disk, %s', (_, one) => {
    const scope = { ...scopeOf(one.scope, map), platform: 'linux' as const }
    const decision = decidePath(operationOf(one, map), map(one.path), scope)
    expect(decision).toMatchObject({ answer: one.expected })
  })

  test.each(titled('darwin'))('%s', (_, one) => {
    const scope = { ...scopeOf(one.scope, asIs), platform: 'darwin' as const, tree: foldingTree(fixture.entries) }
    expect(decidePath(operationOf(one, asIs), one.path, scope)).toMatchObject({ answer: one.expected })
  })

  test.each(titled('win32'))('%s', (_, one) => {
    const scope: PathScope = {
      workspace: 'C:\\w\\proj',
      home: 'C:\\Users\\dev',
      dataFolder: 'C:\\Users\\dev\\AppData\\Local\\roadstead',
      read: ['C:\\w\\proj'],
      write: ['C:\\w\\proj'],
      outside: 'ask',
      platform: 'win32',
      tree: emptyTree,
    }
    expect(decidePath(operationOf(one, asIs), one.path, scope)).toMatchObject({ answer: one.expected })
  })
})

test('the attack corpus is there', (context) => {
  if (corpus === undefined) context.skip('the shared folder with the attack corpus is not here')
})

describe('places that are named by the machine', () => {
  const scope = (home: string): PathScope => ({
    ...workspaceScope({ workspace: '/w', home, dataFolder: '/srv/roadstead-data' }),
    platform: 'linux',
    tree: emptyTree,
  })

  test('the data folder is secret wherever it lies', () => {
    expect(decidePath('read', '/srv/roadstead-data/roadstead.db', scope('/home/dev'))).toEqual({
      answer: 'deny',
      reasons: [{ rule: 'P7', class: 'always', text: 'Secrets are kept there.' }],
      real: '/srv/roadstead-data/roadstead.db',
    })
  })

  test("root's home is secret, save to root: then the secrets in it are", () => {
    expect(decidePath('read', '/root/notes', scope('/home/dev')).answer).toBe('deny')
    expect(decidePath('read', '/root/notes', scope('/root')).answer).toBe('ask')
    expect(decidePath('read', '/root/.ssh/id_rsa', scope('/root')).answer).toBe('deny')
  })
})

test('a folder that cannot be looked at is asked about, never allowed', () => {
  const tree = {
    ...emptyTree,
    look: () => {
      throw new Error('EACCES: permission denied')
    },
  }
  const scope = {
    ...workspaceScope({ workspace: '/w', home: '/h', dataFolder: '/d' }),
    platform: 'linux' as const,
    tree,
  }
  expect(decidePath('write', 'a', scope)).toEqual({
    answer: 'ask',
    reasons: [{ rule: 'P3', class: 'person', text: 'The path could not be checked: EACCES: permission denied' }],
  })
})

test("a git folder is git's own data whatever its name, and so is what holds one", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'paths-')))
  buildFixture(
    root,
    [
      ['/w/.bare/HEAD', 'file'],
      ['/w/.bare/config', 'file'],
      ['/w/.bare/objects', 'dir'],
      ['/w/.bare/refs', 'dir'],
      ['/w/main/a.txt', 'file'],
    ],
    (path) => path,
  )
  const scope = workspaceScope({ workspace: join(root, 'w'), home: '/home/dev', dataFolder: '/data' })
  const answers = (
    [
      ['write', '.bare/config'],
      ['create', '.bare/hooks/post-checkout'],
      ['delete', '.bare'],
      [{ op: 'rename', to: 'away' }, '.bare'],
      ['read', '.bare/config'],
      ['write', 'main/a.txt'],
    ] as const
  ).map(([op, path]) => decidePath(op, path, scope).answer)
  rmSync(root, { recursive: true, force: true })
  expect(answers).toEqual(['deny', 'deny', 'deny', 'deny', 'allow', 'allow'])
})
