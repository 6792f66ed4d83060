import { afterEach, expect, test } from 'vitest'
import { createAgentScene } from '../../testing/agent-scene.ts'
import { playAnswers } from '../../testing/fake-models.ts'

const scenes: { dispose(): Promise<void> }[] = []
afterEach(async () => {
  for (const made of scenes.splice(0)) await made.dispose()
})
function scene(...args: Parameters<typeof createAgentScene>) {
  const made = createAgentScene(...args)
  scenes.push(made)
  return made
}

test('it reads, edits, runs and answers, each round with what the one before came to', async () => {
  const { harness, turn, repository, requests, record } = scene(
    playAnswers(
      ['I look.', { name: 'read_file', input: { path: 'a.txt' } }],
      [{ name: 'replace_string_in_file', input: { path: 'a.txt', old_string: 'one', new_string: 'two' } }],
      [{ name: 'run_command', input: { command: 'cat a.txt' } }],
      ['It says two now.'],
    ),
  )
  repository.write('a.txt', 'one\n')
  const { context, text } = turn({ message: 'Make it two.' })
  expect(await harness.run(context)).toEqual({ kind: 'complete' })
  expect(repository.read('a.txt')).toBe('two\n')
  expect(text()).toBe('I look.It says two now.')
  expect(requests.map((request) => request.conversation.length)).toEqual([1, 2, 3, 4])
  expect(requests[3]?.conversation[0]).toEqual({ kind: 'told', told: { text: 'Make it two.' } })
  expect(
    requests[3]?.conversation.flatMap((item) =>
      item.kind === 'round' ? item.results.map((result) => result.text) : [],
    ),
  ).toEqual(['1\tone', 'Edited a.txt in one place (line 1).', 'The command ended: exit code 0.\ntwo'])
  expect(record.ends.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded'])
})
