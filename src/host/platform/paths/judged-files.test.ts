import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildFixture, readPathCorpus } from '../../testing/path-attacks.ts'
import type { PathCase } from '../../testing/path-attacks.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { decidePath, workspaceScope } from './decide-path.ts'
import { listJudged, moveJudged, readJudged, removeJudged, writeJudged } from './judged-files.ts'
import type { UseOptions, Used, UseStep } from './judged-files.ts'

let scratch = ''
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'judged-')))
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

const corpus = readPathCorpus()

describe('races of the attack corpus', () => {
  beforeEach((context) => {
    context.skip(corpus === undefined, 'the shared folder with the attack corpus is not here')
    context.skip(process.platform !== 'linux', 'the fixture is for Linux')
  })
  const races = corpus?.cases.filter((one) => one.race !== undefined) ?? []
  const steps: readonly UseStep[] = ['judged', 'folder-open', 'file-ready']

  test.each(races.map((one) => [`${one.id}: ${one.why}`, one] as const))('%s', (_, one) => {
    for (const step of steps) {
      const scene = buildScene()
      const operation = { op: one.op, ...(one.to !== undefined && { to: one.to }) }
      const decision = decidePath(operation, one.path, scene.scope)
      expect(decision.answer).toBe('allow')
      const outside = scene.outside()
      const options = { onStep: (now: UseStep) => now === step && scene.swap(one) }
      const used = act(one, decision.real ?? '', decision.realTo ?? '', options)
      // Once a file is open, what is read is what was judged, whatever its name leads to by then.
      const readInTime = one.op === 'read' && step === 'file-ready'
      if (readInTime)
        expect(used).toMatchObject({ kind: 'done', value: { bytes: Buffer.from('content of /w/proj/src/a.ts\n') } })
      else
        expect([step, ['changed', 'missing', 'exists'].includes(used.kind) ? 'deny' : used.kind]).toEqual([
          step,
          'deny',
        ])
      expect(scene.outside()).toEqual(outside)
    }
  })

  test('the same race does reach the outside without the safe open', () => {
    const scene = buildScene()
    const before = scene.outside()
    const decision = decidePath('write', 'src/lib/f.ts', scene.scope)
    scene.swap(races.find((one) => one.id === 'path-140'))
    writeFileSync(decision.real ?? '', 'escaped')
    expect(scene.outside()).not.toEqual(before)
  })

  function buildScene() {
    const root = mkdtempSync(join(scratch, 'scene-'))
    const own = corpus?.fixture.entries.filter(([path]) => /^\/(?:w|home)\//.test(path)) ?? []
    buildFixture(root, own, (path) => path.replace(/^\/(?=w\/|home\/)/, `${root}/`))
    const at = (path: string) => join(root, path)
    const scope = workspaceScope({ workspace: at('/w/proj'), home: at('/home/dev'), dataFolder: at('/home/dev/data') })
    const swap = (one: PathCase | undefined) => {
      if (one?.race === undefined) return
      rmSync(at(one.race.replace), { recursive: true, force: true })
      symlinkSync(at(one.race.withSymlinkTo), at(one.race.replace))
    }
    return { scope, swap, outside: () => [snapshot(at('/w/other')), snapshot(at('/home/dev'))] }
  }

  function act(one: PathCase, real: string, realTo: string, options: UseOptions): Used<unknown> {
    if (one.op === 'read') return readJudged(real, { maxBytes: 1000, ...options })
    if (one.op === 'rename') return moveJudged(real, realTo, options)
    const expectation = one.op === 'create' || one.path === 'src/lib/f.ts' ? 'missing' : 'present'
    return writeJudged(real, Buffer.from('new text'), { expect: expectation, ...options })
  }
})

/** Every file below a folder with its text. (`readdirSync` with `recursive` would follow the links.) */
function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) Object.assign(found, snapshot(path))
    else found[path] = entry.isFile() ? readFileSync(path, 'utf8') : ''
  }
  return found
}

test('a write replaces the whole file, keeps its mode and leaves nothing else behind', () => {
  const path = join(scratch, 'run.sh')
  writeFileSync(path, 'old', { mode: 0o755 })
  expect(writeJudged(path, Buffer.from('new'), { expect: 'present' })).toEqual({ kind: 'done', value: undefined })
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777, readdirSync(scratch)]).toEqual([
    'new',
    0o755,
    ['run.sh'],
  ])
})

test('making a file never replaces one that is there', () => {
  const path = join(scratch, 'a')
  writeFileSync(path, 'old')
  expect(writeJudged(path, Buffer.from('new'), { expect: 'missing' })).toMatchObject({ kind: 'exists' })
  expect(readFileSync(path, 'utf8')).toBe('old')
})

test('a folder that was moved away while it was held is not written to', () => {
  mkdirSync(join(scratch, 'in'))
  const path = join(scratch, 'in/a')
  const onStep = (step: UseStep) =>
    step === 'folder-open' && renameSync(join(scratch, 'in'), join(scratch, 'elsewhere'))
  expect(writeJudged(path, Buffer.from('x'), { expect: 'missing', onStep })).toMatchObject({ kind: 'changed' })
  expect(readdirSync(join(scratch, 'elsewhere'))).toEqual([])
})

test('no folder is made beyond a link that was put in the way', (context) => {
  context.skip(process.platform !== 'linux', 'only Linux holds folders open by their names')
  for (const folder of ['in', 'outside']) mkdirSync(join(scratch, folder))
  const onStep = (step: UseStep) => {
    if (step !== 'judged') return
    rmSync(join(scratch, 'in'), { recursive: true })
    symlinkSync(join(scratch, 'outside'), join(scratch, 'in'))
  }
  const used = writeJudged(join(scratch, 'in/new/deep/a'), Buffer.from('x'), { expect: 'missing', onStep })
  expect([used.kind, readdirSync(join(scratch, 'outside'))]).toEqual(['changed', []])
})

test('files over the limit, missing files and full folders are said to be so', () => {
  writeFileSync(join(scratch, 'large'), 'x'.repeat(11))
  expect(readJudged(join(scratch, 'large'), { maxBytes: 10 })).toMatchObject({ kind: 'too-large' })
  expect(readJudged(join(scratch, 'none'), { maxBytes: 10 })).toMatchObject({ kind: 'missing' })
  expect(removeJudged(scratch)).toMatchObject({ kind: 'wrong-kind' })
  expect(listJudged(scratch)).toEqual({ kind: 'done', value: [{ name: 'large', kind: 'file' }] })
})

test('whatever path is allowed for writing, its real place is in the workspace and the write stays there', () => {
  const workspace = join(scratch, 'w')
  const outside = join(scratch, 'outside')
  for (const folder of [join(workspace, 'src/deep'), outside]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(outside, 'file'), 'outside')
  writeFileSync(join(workspace, 'src/file'), 'inside')
  const links = {
    out: outside,
    up: '..',
    'src/back': '../../outside',
    'src/self': '.',
    'src/deep/root': '/',
    chain: 'src/back',
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(workspace, name))
  const scope = workspaceScope({ workspace, home: join(scratch, 'home'), dataFolder: join(scratch, 'data') })
  const part = fc.constantFrom(
    '..',
    '.',
    'src',
    'deep',
    'out',
    'up',
    'back',
    'self',
    'root',
    'chain',
    'w',
    'outside',
    'file',
    'new',
  )
  const path = fc.tuple(
    fc.constantFrom('', `${workspace}/`, '/', `${scratch}/`),
    fc.array(part, { minLength: 1, maxLength: 8 }),
  )
  fc.assert(
    fc.property(path, ([start, parts]) => {
      const text = start + parts.join('/')
      const decision = decidePath('write', text, scope)
      if (decision.answer !== 'allow') return
      const real = decision.real ?? ''
      expect(`${real}/`.startsWith(`${workspace}/`)).toBe(true)
      let there = dirname(real)
      while (!statSync(there, { throwIfNoEntry: false })) there = dirname(there)
      expect(realpathSync(there)).toBe(there)
    }),
    { numRuns: propertyRuns(2000) },
  )
})

test('no text makes the decision throw, and odd texts are never allowed for writing', () => {
  const scope = workspaceScope({ workspace: scratch, home: join(scratch, 'home'), dataFolder: join(scratch, 'data') })
  const odd = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())
  fc.assert(
    fc.property(odd, fc.constantFrom('write', 'read', 'delete', 'mkdir'), (text, op) => {
      const { answer } = decidePath(op, text, scope)
      // oxlint-disable-next-line no-control-regex -- these are the texts in question
      if (text === '' || /[\u0000-\u001f]/.test(text)) expect(answer).toBe('deny')
    }),
    { numRuns: propertyRuns(1000) },
  )
})
