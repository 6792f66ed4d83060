import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelFamilies } from '../../protocol/model-facts.ts'
import { permissionLevels } from '../../protocol/roadstead.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { machineText } from './machine-text.ts'
import { systemText } from './system-text.ts'
import { openFilesText, reminderText, todoText } from './tail-text.ts'
import { workspaceText } from './workspace-text.ts'

test('each family has its own words, and only of the way to edit it is offered', () => {
  const texts = modelFamilies.map((family) => systemText(family))
  expect(new Set(texts).size).toBe(modelFamilies.length)
  for (const text of texts) expect(text.length).toBeLessThan(3500)
  const edits = texts.map((text) => ['replace_string_in_file', 'apply_patch'].filter((name) => text.includes(name)))
  expect(Object.fromEntries(modelFamilies.map((family, at) => [family, edits[at]]))).toEqual({
    claude: ['replace_string_in_file'],
    gpt: ['apply_patch'],
    gemini: ['replace_string_in_file'],
    other: ['replace_string_in_file'],
  })
})

test('a person adds to the text or replaces it; empty words do neither', () => {
  const usual = systemText('claude')
  expect(systemText('claude', { mode: 'append', text: ' Answer in rhymes.\n' })).toBe(`${usual}\n\nAnswer in rhymes.`)
  expect(systemText('claude', { mode: 'replace', text: 'You are a bot.\n' })).toBe('You are a bot.')
  expect(systemText('claude', { mode: 'replace', text: ' ' })).toBe(usual)
})

test('the machine is told with its day, its sandbox and what may run', () => {
  const facts = { platform: 'linux', now: '2026-03-04T05:06:07.000Z', unattended: false } as const
  const available = { status: 'available' } as const
  const text = machineText({ ...facts, sandbox: available, level: 'sandboxed' })
  expect(text).toContain('Linux')
  expect(text).toContain('2026-03-04')
  expect(text).not.toContain('05:06')
  expect(text).toContain('in a sandbox')
  expect(
    machineText({ ...facts, sandbox: { status: 'unavailable', reason: 'No bubblewrap.' }, level: 'ask' }),
  ).toContain('Commands cannot run now: No bubblewrap.')
  const levels = permissionLevels.map((level) => machineText({ ...facts, sandbox: available, level }))
  expect(new Set(levels).size).toBe(permissionLevels.length)
  expect(machineText({ ...facts, sandbox: available, level: 'auto', unattended: true })).toContain('Nobody is there')
})

test('the workspace is told by its folder, its branch and what lies at its top, bounded and visible', () => {
  const base = realpathSync(temporaryFolder())
  const place = { workspace: join(base, 'work'), home: join(base, 'home'), dataFolder: join(base, 'data') }
  mkdirSync(place.workspace)
  const empty = workspaceText(place, undefined)
  expect(empty).toBe(
    `# Workspace\n${place.workspace}\nNot a git repository. As this conversation began it held:\n(nothing)`,
  )
  mkdirSync(join(place.workspace, '.git'))
  mkdirSync(join(place.workspace, 'src'))
  writeFileSync(join(place.workspace, 'bad\nname\u202e'), '')
  writeFileSync(join(place.workspace, 'long'.repeat(40)), '')
  const text = workspaceText(place, { branch: 'main' })
  expect(text).toContain('A git repository, on branch main.')
  expect(text.split('\n').at(-1)).toBe(`bad\\u{a}name\\u{202e}, ${'long'.repeat(20)}…, src/`)
  for (let at = 0; at < 100; at++) writeFileSync(join(place.workspace, `file-${at}`), '')
  expect(workspaceText(place, {})).toMatch(/on no branch.*\(and 43 more\)$/s)
})

test('the end of a prompt has the plan while there is something to do, open files, and reminders when it is time', () => {
  expect(todoText([])).toBe('')
  expect(todoText([{ id: '1', text: 'a', status: 'done' }])).toBe('')
  expect(
    todoText([
      { id: '1', text: 'a', status: 'done' },
      { id: '2', text: 'b', status: 'pending' },
    ]),
  ).toBe('Your plan now:\n[x] a\n[ ] b')
  expect(openFilesText([])).toBe('')
  expect(openFilesText(['/w/a.ts', '/w/b\n.ts'])).toBe('The person has open: /w/a.ts, /w/b\\u{a}.ts')
  expect(reminderText({ callTools: false, roundsLeft: 100 })).toBe('')
  expect(reminderText({ callTools: false, roundsLeft: 5 })).toContain('5 rounds are left')
  expect(reminderText({ callTools: true, roundsLeft: 1, branchNow: 'next' }).split('\n').length).toBe(3)
})
