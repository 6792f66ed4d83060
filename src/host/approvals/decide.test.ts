import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { permissionLevels } from '../../protocol/roadstead.ts'
import { decide, judge } from './decide.ts'
import { rememberKey } from './remember.ts'
import { createScene } from '../testing/approval-scene.ts'
import type { ApprovalContext, ApprovalRequest } from './verdict.ts'

const scene = createScene()
afterAll(scene.dispose)

const levels = permissionLevels
const command = (text: string): ApprovalRequest => ({ kind: 'command', command: text, cwd: scene.workspace })
const read = (...paths: string[]): ApprovalRequest => ({ kind: 'read', paths })
const write = (path: string, op: 'write' | 'create' | 'delete' = 'write'): ApprovalRequest => ({
  kind: 'write',
  changes: [{ op, path }],
})
const commit: ApprovalRequest = { kind: 'commit', message: 'Fix it' }

/** The answer at each level, in the order ask, sandboxed, auto, autopilot. */
function answers(request: ApprovalRequest, more: Partial<ApprovalContext> = {}) {
  return levels.map((level) => decide(request, { ...scene.context, ...more, level }).kind).join(' ')
}

describe('table L', () => {
  test.each<[string, ApprovalRequest, string]>([
    ['nothing touched', { kind: 'none' }, 'allow allow allow allow'],
    ['a read inside', read('src/a.ts'), 'allow allow allow allow'],
    ['a write inside', write('src/a.ts'), 'allow allow allow allow'],
    ['a read outside', read('/usr/include/x.h'), 'ask ask allow allow'],
    ['a read of .env', read('.env'), 'ask ask allow allow'],
    ['a write outside', write('/opt/x'), 'ask ask allow allow'],
    ['a write of an obeyed name', write('.github/workflows/ci.yml'), 'ask ask ask deny'],
    ['a write in .git', write('.git/hooks/pre-commit'), 'deny deny deny deny'],
    ['a read of a secret', read('~/.ssh/id_ed25519'), 'deny deny deny deny'],
    ['a commit', commit, 'ask ask allow allow'],
    ['git commit as a command', command('git commit -m "Fix it"'), 'ask ask allow allow'],
    ['a harmless command', command('git status --short && ls -la src'), 'allow allow allow allow'],
    ['an unknown command', command('make test'), 'ask allow allow allow'],
    ['a network program', command('curl https://example.com'), 'ask allow allow allow'],
    ['an installer', command('npm install left-pad'), 'ask allow allow allow'],
    ['a push', command('git push'), 'ask ask ask deny'],
    ['a hard reset', command('git reset --hard'), 'ask ask ask deny'],
    ['a push under a wrapper', command('timeout 5 git push --force'), 'ask ask ask deny'],
    ['a push in a shell text', command('bash -c "git push"'), 'ask ask ask deny'],
    ['a forced removal', command('rm -rf build'), 'ask ask ask deny'],
    ['a removal of everything', command('rm -rf /'), 'deny deny deny deny'],
    ['more rights', command('sudo ls'), 'deny deny deny deny'],
    ['hidden characters', command('ls \u202esrc'), 'ask ask allow allow'],
    ['a command elsewhere', { kind: 'command', command: 'ls', cwd: '/opt' }, 'ask ask allow allow'],
  ])('%s', (_, request, expected) => {
    expect(answers(request)).toBe(expected)
  })

  test('without a sandbox no level lets a command run that is not plainly harmless', () => {
    expect(answers(command('make test'), { sandboxed: false })).toBe('ask ask ask ask')
    expect(answers(command('git commit -m x'), { sandboxed: false })).toBe('ask ask ask ask')
    expect(answers(command('git status'), { sandboxed: false })).toBe('allow allow allow allow')
  })
})

describe('what a person allowed before', () => {
  const remembering = (...requests: ApprovalRequest[]) => ({
    remembered: new Set(
      requests.flatMap((request) => rememberKey(request, judge(request, scene.context).places) ?? []),
    ),
  })

  test('lifts an ask for exactly that command in exactly that folder', () => {
    const allowed = remembering(command('make test'))
    expect(decide(command('make test'), { ...scene.context, ...allowed })).toMatchObject({
      kind: 'allow',
      decidedBy: 'remembered',
    })
    expect(answers(command('make test2'), allowed)).toBe('ask allow allow allow')
    expect(answers({ kind: 'command', command: 'make test', cwd: join(scene.workspace, 'src') }, allowed)).toBe(
      'ask allow allow allow',
    )
  })

  test('holds for the places that were asked about, not for where a link in the path leads later', () => {
    const path = join(scene.workspace, '.env')
    writeFileSync(path, 'MODE=test')
    writeFileSync(join(scene.home, 'diary.txt'), 'private')
    const request: ApprovalRequest = { kind: 'read', paths: ['.env'] }
    const allowed = remembering(request)
    expect(answers(request, allowed)).toBe('allow allow allow allow')
    rmSync(path)
    symlinkSync(join(scene.home, 'diary.txt'), path)
    expect(answers(request, allowed)).toBe(answers(request))
    rmSync(path)
  })

  test('never lifts a denial or what always needs a person', () => {
    const requests = [command('sudo ls'), write('.git/config'), command('git push'), write('.npmrc')]
    const allowed = remembering(...requests)
    expect(requests.map((request) => answers(request, allowed))).toEqual([
      'deny deny deny deny',
      'deny deny deny deny',
      'ask ask ask deny',
      'ask ask ask deny',
    ])
  })

  test('is not offered for commits and for what always needs a person', () => {
    const rememberable = (request: ApprovalRequest) => {
      const verdict = decide(request, scene.context)
      return verdict.kind === 'ask' && verdict.rememberable
    }
    expect([commit, command('git push'), command('make')].map(rememberable)).toEqual([false, false, true])
    expect(rememberKey(commit, undefined)).toBeUndefined()
  })
})

describe('plainly harmless commands', () => {
  test.each([
    'pwd',
    'ls',
    'cat < src/a.ts',
    'cat src/a.ts | head -n 20',
    "echo 'sudo rm -rf /'",
    'git log --oneline -5',
    'git show HEAD',
    'rg -n TODO src',
    'true',
    'git branch --show-current',
    'head -n 5 "src/a.ts"; wc -l src/a.ts',
  ])('%s runs at every level', (text) => {
    expect(decide(command(text), scene.context)).toEqual({ kind: 'allow', decidedBy: 'policy', reasons: [] })
  })

  test.each([
    ['a variable', 'cat $FILE'],
    ['a variable in double quotes', 'echo "$HOME"'],
    ['a glob', 'cat src/*'],
    ['a redirect', 'echo x > src/b.ts'],
    ['a redirect from a file outside', 'cat < /etc/passwd'],
    ['a redirect from .env', 'cat < .env'],
    ['a background job', 'ls & pwd'],
    ['a subshell', '(ls)'],
    ['a substitution', 'ls `pwd`'],
    ['an assignment', 'PATH=. ls'],
    ['an option that runs something', 'rg --pre ./x y'],
    ['an option that follows links', 'grep -R x .'],
    ['an option that reads names from a file', 'wc --files0-from=list'],
    ['an option that writes', 'git diff --output=x'],
    ['a file by another name', 'git show HEAD:.env'],
    ['a file outside', 'cat /etc/passwd'],
    ['a file above', 'cat ../x'],
    ['a key', 'cat server.pem'],
    ['.env', 'cat .env'],
    ['a program by its path', './ls'],
    ['a program in upper case', 'LS'],
    ['another folder', 'cd src && ls'],
    ['an unclosed quote', 'ls "'],
    ['nothing', '  '],
    ['a comment', '# ls'],
  ])('%s asks', (_, text) => {
    expect(decide(command(text), scene.context).kind).toBe('ask')
  })

  test('a link that leads out of the workspace asks, though its name is inside', () => {
    symlinkSync('/usr/include', join(scene.workspace, 'headers'))
    expect(decide(command('ls headers'), scene.context).kind).toBe('ask')
    expect(decide(read('headers/stdio.h'), scene.context).kind).toBe('ask')
  })
})

test('a command runs where its folder really is', () => {
  const inside = (cwd: string, text: string) => decide({ kind: 'command', command: text, cwd }, scene.context).kind
  symlinkSync('/usr/share', join(scene.workspace, 'away'))
  expect([inside('.', 'cat src/a.ts'), inside('src', 'cat a.ts'), inside('src', 'cat ../src/a.ts')]).toEqual([
    'allow',
    'allow',
    'allow',
  ])
  expect([inside('src', 'cat ../../x'), inside('away', 'ls'), inside('away/..', 'ls')]).toEqual(['ask', 'ask', 'ask'])
  expect(inside('src', 'echo x > ../.git/config')).toBe('deny')
})

test('file accesses carry the real places that were judged', () => {
  symlinkSync('src', join(scene.workspace, 'alias'))
  const moved: ApprovalRequest = { kind: 'write', changes: [{ op: 'rename', path: 'alias/a.ts', to: 'src/b.ts' }] }
  const real = (name: string) => join(scene.workspace, 'src', name)
  expect(decide(moved, scene.context)).toEqual({
    kind: 'allow',
    decidedBy: 'policy',
    reasons: [],
    places: new Map([
      ['alias/a.ts', real('a.ts')],
      ['src/b.ts', real('b.ts')],
    ]),
  })
  expect(decide(read('alias/a.ts', '/opt/x'), scene.context)).toMatchObject({
    kind: 'ask',
    places: new Map([
      ['alias/a.ts', real('a.ts')],
      ['/opt/x', '/opt/x'],
    ]),
  })
})

describe('denials', () => {
  test.each([
    ['G4 behind quotes', `s''udo id`],
    ['G4 behind an escape', `$'\\x73udo' id`],
    ['G4 behind a line break', 'su\\\ndo id'],
    ['G4 in a substitution in quotes', 'echo "$(sudo id)"'],
    ['G4 in backticks', 'echo `sudo id`'],
    ['G4 after a here-document', "cat <<E\nit's\nE\nsudo id"],
    ['G4 in a text for a shell', 'bash -c "ls; sudo id"'],
    ['G4 under two wrappers', 'env nice -n 5 sudo id'],
    ['G4 under find', 'find . -exec sudo id \\;'],
    ['G4 in a loop', 'while true; do sudo id; done'],
    ['G4 in a function', 'f() { sudo id; }; f'],
    ['G5', 'shutdown -h now'],
    ['G5 with any ending', 'mkfs.ext4 /dev/sda1'],
    ['G1 home', 'rm -rf ~'],
    ['G1 the workspace by its way', 'rm -r ../proj'],
    ['G1 the repository', 'rm -r src/../.git'],
    ['C12 network', 'cat < /dev/tcp/192.0.2.1/80'],
    ['C13 a hook', 'echo x > .git/hooks/pre-commit'],
    ['C13 a hook from below', 'cd src; echo x > ../.git/config'],
    ['C13 a secret', 'cat ~/.ssh/id_rsa'],
    ['C13 the own data folder', 'cat ~/.local/share/roadstead/endpoint.json'],
    ['C1', 'ls\0'],
    ['C2 length', `echo ${'a'.repeat(16_384)}`],
    ['C2 depth', `${'echo $('.repeat(20)}pwd${')'.repeat(20)}`],
    ['C2 number', 'true;'.repeat(129)],
  ])('%s', (rule, text) => {
    const verdict = decide(command(text), { ...scene.context, level: 'auto' })
    expect(verdict.kind).toBe('deny')
    expect(verdict.reasons.map((reason) => reason.rule)).toContain(rule.split(' ')[0])
  })
})

test('a commit says so by its own rule, and hidden characters in its message are named', () => {
  expect(decide(commit, scene.context)).toEqual({
    kind: 'ask',
    reasons: [{ rule: 'commit', class: 'person', text: 'A commit is made under your name.' }],
    rememberable: false,
  })
  const hidden = decide({ kind: 'commit', message: 'Fix\u200b it' }, scene.context)
  expect(hidden.reasons.map((reason) => reason.rule)).toEqual(['commit', 'C1'])
})

test.each([
  ['wrappers', 'env '.repeat(4000)],
  ['files', `cat ${Array.from({ length: 3000 }, (_, at) => `f${at}`).join(' ')}`],
  ['shell texts', `bash -c "${'bash -c x '.repeat(1500)}"`],
  ['open quotes and parentheses', '("$('.repeat(4000)],
  ['here-documents', 'cat <<A\n'.repeat(2000)],
])('a command of many %s is judged within a second', (_, text) => {
  const from = performance.now()
  expect(decide(command(text), scene.context).kind).not.toBe('allow')
  expect(performance.now() - from).toBeLessThan(1000)
})

test('a reason names the rule, its class, and what it is about', () => {
  expect(decide(command('make test'), scene.context).reasons).toEqual([
    { rule: 'C14', class: 'contained', text: 'No rule says that make is harmless.' },
  ])
})
