import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { scratchToolContext, scratchWorkspace } from '../testing/tool-context.ts'
import type { ScratchToolContext } from '../testing/tool-context.ts'
import { applyPatch } from './apply-patch.ts'
import { createFile } from './create-file.ts'
import { deleteFile } from './delete-file.ts'
import { replaceStringInFile } from './replace-string-in-file.ts'
import { listDirectory } from './list-directory.ts'
import { moveFile } from './move-file.ts'
import { readFile } from './read-file.ts'

let context: ScratchToolContext
let at: (name: string) => string
const text = (name: string) => readFileSync(at(name), 'utf8')
const put = (name: string, content: string | Buffer) => {
  mkdirSync(dirname(at(name)), { recursive: true })
  writeFileSync(at(name), content)
}

beforeEach(() => {
  context = scratchToolContext(scratchWorkspace(temporaryFolder()))
  at = (name) => join(context.workspace, name)
})

describe('reading', () => {
  test('lines come with their numbers, a range and a note on how to read on', async () => {
    put('a.txt', Array.from({ length: 2500 }, (_, index) => `line ${index + 1}\n`).join(''))
    const range = await readFile.run({ path: 'a.txt', start_line: 3, end_line: 4 }, context)
    expect(range).toMatchObject({ success: true, pastTense: 'Read a.txt, lines 3–4', forModel: '3\tline 3\n4\tline 4' })
    const whole = await readFile.run({ path: 'a.txt' }, context)
    expect(whole.forModel.endsWith('2000\tline 2000\n(500 more lines; read on with start_line 2001)')).toBe(true)
    expect(await readFile.run({ path: 'a.txt', start_line: 3000 }, context)).toMatchObject({
      success: false,
      error: { code: 'no-such-lines', message: 'a.txt has 2500 lines; there are no lines 3000 to the end.' },
    })
  })

  test('a long line is cut and says by how much', async () => {
    put('long', 'x'.repeat(2010))
    expect((await readFile.run({ path: 'long' }, context)).forModel).toBe(
      `1\t${'x'.repeat(2000)}… (10 more characters in this line)`,
    )
  })

  test('an image comes as an image, a binary file is said to be one', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0, 1])
    put('p.png', bytes)
    put('b.bin', bytes)
    expect(await readFile.run({ path: 'p.png' }, context)).toMatchObject({
      success: true,
      content: [{ type: 'embeddedResource', contentType: 'image/png', data: bytes.toString('base64') }],
    })
    expect(await readFile.run({ path: 'b.bin' }, context)).toMatchObject({
      success: false,
      error: { code: 'binary', message: 'b.bin is a binary file (4 bytes).' },
    })
  })

  test('a missing file is said to be missing, an empty one to be empty', async () => {
    put('empty', '')
    expect((await readFile.run({ path: 'empty' }, context)).forModel).toBe('empty is empty.')
    expect((await readFile.run({ path: 'none' }, context)).forModel).toBe('Could not read none: It is not there.')
    mkdirSync(at('folder'))
    expect((await readFile.run({ path: 'folder' }, context)).forModel).toBe('Could not read folder: It is a folder.')
  })

  test('a folder is listed by name with marks', async () => {
    put('b/c', '')
    put('a', '')
    symlinkSync('a', at('l'))
    expect((await listDirectory.run({}, context)).forModel).toBe('a\nb/\nl@')
    expect((await listDirectory.run({ path: 'a' }, context)).success).toBe(false)
  })
})

describe('changing', () => {
  test('an edit keeps mode and line ends and records whole texts and hunks', async () => {
    put('run.sh', 'one\r\ntwo\r\nthree')
    chmodSync(at('run.sh'), 0o755)
    const outcome = await replaceStringInFile.run({ path: 'run.sh', old_string: 'two', new_string: 'two\n2b' }, context)
    expect(outcome).toMatchObject({
      success: true,
      pastTense: 'Edited run.sh',
      forModel: 'Edited run.sh in one place (line 2).',
      edits: [
        {
          path: at('run.sh'),
          before: 'one\r\ntwo\r\nthree',
          after: 'one\r\ntwo\r\n2b\r\nthree',
          hunks: [{ oldStart: 2, oldLines: 0, newStart: 3, newLines: 1 }],
        },
      ],
      content: [{ type: 'fileEdit', diff: { added: 1, removed: 0 } }],
    })
    expect([text('run.sh'), statSync(at('run.sh')).mode & 0o777]).toEqual(['one\r\ntwo\r\n2b\r\nthree', 0o755])
    expect([...context.kept.values()]).toEqual(['one\r\ntwo\r\nthree', 'one\r\ntwo\r\n2b\r\nthree'])
  })

  test('a file is created with its folders, and is replaced only when told to', async () => {
    expect(await createFile.run({ path: 'x/y.txt', content: 'new\n' }, context)).toMatchObject({
      success: true,
      edits: [{ path: at('x/y.txt'), after: 'new\n', hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1 }] }],
    })
    expect(await createFile.run({ path: 'x/y.txt', content: 'other' }, context)).toMatchObject({
      success: false,
      error: { code: 'exists' },
    })
    expect(text('x/y.txt')).toBe('new\n')
    const over = await createFile.run({ path: 'x/y.txt', content: 'other', overwrite: true }, context)
    expect(over).toMatchObject({ pastTense: 'Overwrote x/y.txt', edits: [{ before: 'new\n', after: 'other' }] })
  })

  test('deleting and moving record what was there', async () => {
    put('a', 'text\n')
    expect(await moveFile.run({ from: 'a', to: 'd/b' }, context)).toMatchObject({
      success: true,
      edits: [{ path: at('d/b'), movedFrom: at('a'), before: 'text\n', after: 'text\n', hunks: [] }],
    })
    put('c', '')
    expect(await moveFile.run({ from: 'c', to: 'd/b' }, context)).toMatchObject({
      success: false,
      error: { code: 'exists' },
    })
    const deleted = await deleteFile.run({ path: 'd/b' }, context)
    expect(deleted.edits).toEqual([
      { path: at('d/b'), before: 'text\n', hunks: [{ oldStart: 1, oldLines: 1, newStart: 0, newLines: 0 }] },
    ])
    expect(existsSync(at('d/b'))).toBe(false)
    expect(await deleteFile.run({ path: 'd' }, context)).toMatchObject({
      success: false,
      error: { code: 'wrong-kind' },
    })
  })

  test('deleting a link deletes the link only', async () => {
    const outside = join(context.workspace, '../outside')
    writeFileSync(outside, 'kept')
    symlinkSync(outside, at('l'))
    expect(await deleteFile.run({ path: 'l' }, context)).toMatchObject({ success: true })
    expect([readFileSync(outside, 'utf8'), readdirSync(context.workspace)]).toEqual(['kept', []])
  })
})

describe('patching', () => {
  const patch = (...lines: string[]) => ({ patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') })

  test('adds, deletes, updates and moves in one go', async () => {
    put('a', '1\n2\n3\n')
    put('gone', 'x\n')
    const input = patch(
      '*** Add File: n/new',
      '+hello',
      '*** Delete File: gone',
      '*** Update File: a',
      '*** Move to: b',
      ' 1',
      '-2',
      '+two',
    )
    expect(applyPatch.access(input)).toEqual({
      kind: 'write',
      changes: [
        { op: 'create', path: 'n/new', via: 'patch' },
        { op: 'delete', path: 'gone', via: 'patch' },
        { op: 'write', path: 'a', via: 'patch' },
        { op: 'rename', path: 'a', to: 'b', via: 'patch' },
      ],
    })
    const outcome = await applyPatch.run(input, context)
    expect(outcome).toMatchObject({
      success: true,
      pastTense: 'Patched 3 files',
      forModel: 'The patch was applied.\nA n/new\nD gone\nM a -> b',
      edits: [
        { path: at('n/new'), after: 'hello\n' },
        { path: at('gone'), before: 'x\n' },
        { path: at('b'), movedFrom: at('a'), before: '1\n2\n3\n', after: '1\ntwo\n3\n' },
      ],
    })
    expect([text('b'), text('n/new'), existsSync(at('a')), existsSync(at('gone'))]).toEqual([
      '1\ntwo\n3\n',
      'hello\n',
      false,
      false,
    ])
  })

  test('nothing is written when one file does not fit', async () => {
    put('a', '1\n')
    put('b', '2\n')
    const outcome = await applyPatch.run(
      patch('*** Update File: a', '-1', '+one', '*** Update File: b', '-3', '+x'),
      context,
    )
    expect(outcome).toMatchObject({
      success: false,
      forModel: 'b: Chunk 1 of 1: these lines were not found:\n3 Nothing was changed.',
    })
    expect([text('a'), text('b')]).toEqual(['1\n', '2\n'])
  })

  test('what was written is taken back when the disk refuses a later file', async () => {
    put('a', '1\n')
    put('gone', 'x\n')
    // Each fits by itself, but the first new file is where the second one needs a folder.
    const add = ['*** Add File: d', '+a file', '*** Add File: d/x', '+x']
    const outcome = await applyPatch.run(
      patch('*** Delete File: gone', '*** Update File: a', '-1', '+one', ...add),
      context,
    )
    expect(outcome).toMatchObject({ success: false, error: { code: 'changed' } })
    expect(outcome.forModel).toMatch(/^d\/x: .* Nothing was changed\.$/)
    expect([text('a'), text('gone'), existsSync(at('d'))]).toEqual(['1\n', 'x\n', false])
  })

  test.each(['/etc/passwd', '../x', 'a/../../x', '.git/hooks/pre-commit'])('a patch of %s is refused', async (path) => {
    expect(await applyPatch.run(patch(`*** Add File: ${path}`, '+x'), context)).toMatchObject({
      success: false,
      error: { code: 'denied' },
    })
  })
})

describe('the scope at use', () => {
  test('what the policy denies is refused although it was approved', async () => {
    mkdirSync(at('.git'))
    const outside = join(context.workspace, '../other')
    mkdirSync(outside)
    symlinkSync(outside, at('out'))
    const inputs = [
      createFile.run({ path: '.git/config', content: 'x' }, context),
      createFile.run({ path: 'out/x', content: 'x' }, context),
      readFile.run({ path: '/proc/self/environ' }, context),
      readFile.run({ path: '~/.ssh/id_rsa' }, context),
      moveFile.run({ from: '.git', to: 'git' }, context),
    ]
    for (const outcome of await Promise.all(inputs)) expect(outcome.error?.code).toBe('denied')
    expect(readdirSync(outside)).toEqual([])
  })

  test('what the policy asks about runs, because it was approved before', async () => {
    const outside = realpathSync(temporaryFolder())
    expect(await createFile.run({ path: join(outside, 'x'), content: 'approved' }, context)).toMatchObject({
      success: true,
    })
    expect((await readFile.run({ path: join(outside, 'x') }, context)).forModel).toBe('1\tapproved')
  })

  test('a path that leads elsewhere than when it was judged is refused', async () => {
    const outside = realpathSync(temporaryFolder())
    writeFileSync(join(outside, 'secret'), 'secret')
    put('a', 'public')
    const judged = new Map([['a', at('a')]])
    expect(await readFile.run({ path: 'a' }, { ...context, judged })).toMatchObject({ success: true })
    rmSync(at('a'))
    symlinkSync(join(outside, 'secret'), at('a'))
    const outcome = await readFile.run({ path: 'a' }, { ...context, judged })
    expect(outcome).toMatchObject({ success: false, error: { code: 'changed' } })
    expect(JSON.stringify(outcome)).not.toContain('"1\\tsecret')
  })
})

describe('a mark that stands for a secret', () => {
  const mark = '[removed: OpenAI key]'
  const secret = 'const key = "the-real-one"\nconst port = 1\n'
  const marked = `const key = "${mark}"\nconst port = 2\n`

  test('guard: is not written over the secret by any tool', async () => {
    put('a.ts', secret)
    const patch = [
      '*** Begin Patch',
      '*** Update File: a.ts',
      '@@',
      '-const key = "the-real-one"',
      `+const key = "${mark}"`,
    ]
    const outcomes = [
      await replaceStringInFile.run({ path: 'a.ts', old_string: secret, new_string: marked }, context),
      await createFile.run({ path: 'a.ts', content: marked, overwrite: true }, context),
      await applyPatch.run({ patch: [...patch, '*** End Patch'].join('\n') }, context),
    ]
    for (const { success, forModel } of outcomes) {
      expect(success).toBe(false)
      expect(forModel).toContain(`a.ts: ${mark} stands for a secret that was taken out of what you were shown.`)
    }
    expect(text('a.ts')).toBe(secret)
  })

  test('stays and moves about where the file itself holds it, and may stand in a new file', async () => {
    put('a.md', `It says ${mark} there.\nAnd more.\n`)
    const edit = { path: 'a.md', old_string: `It says ${mark} there.\nAnd more.`, new_string: `More.\nAnd ${mark}.` }
    expect(await replaceStringInFile.run(edit, context)).toMatchObject({ success: true })
    expect(text('a.md')).toBe(`More.\nAnd ${mark}.\n`)
    expect(await createFile.run({ path: 'b.md', content: mark }, context)).toMatchObject({ success: true })
  })
})
