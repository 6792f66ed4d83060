import { expect, test } from 'vitest'
import type { PromptPartText } from '../../../protocol/model-facts.ts'
import { compareParts } from './compare-parts.ts'

const part = (name: PromptPartText['name'], text: string, role = 'user'): PromptPartText => ({
  name,
  role,
  text,
  bytes: text.length,
  hash: text,
})
const outline = (before: PromptPartText[], after: PromptPartText[]) =>
  compareParts(before, after).map((change) =>
    change.kind === 'changed'
      ? `~ ${change.before.text} → ${change.after.text}`
      : `${{ equal: '=', added: '+', removed: '-' }[change.kind]} ${change.part.text}`,
  )

const head = [part('system', 'be brief'), part('tools', 'read')]

test('a later round of the same turn has what came since added at its end', () => {
  const before = [...head, part('message', 'fix it'), part('todo', 'plan')]
  const after = [
    ...head,
    part('message', 'fix it'),
    part('reply', 'reading', 'assistant'),
    part('results', 'text'),
    part('todo', 'plan'),
  ]
  expect(outline(before, after)).toEqual(['= be brief', '= read', '= fix it', '+ reading', '+ text', '= plan'])
})

test('what stands in the same place under the same name is changed, not replaced', () => {
  expect(
    outline([...head, part('todo', 'a: no')], [...head, part('todo', 'a: yes'), part('reminder', 'go on')]),
  ).toEqual(['= be brief', '= read', '~ a: no → a: yes', '+ go on'])
})

test('nothing in common, and nothing at all', () => {
  expect(outline([part('system', 'a')], [part('message', 'b')])).toEqual(['- a', '+ b'])
  expect(outline([], [part('message', 'b')])).toEqual(['+ b'])
  expect(outline(head, [])).toEqual(['- be brief', '- read'])
  expect(outline(head, head)).toEqual(['= be brief', '= read'])
})
