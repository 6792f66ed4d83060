import { expect, test } from 'vitest'
import { forgetSession, perSession } from './per-session.ts'

test('what is remembered of a session goes with it, in all memories, and nothing of another', () => {
  const one = perSession<number>()
  const two = perSession<string>()
  one.set('ahp-session:/a', 1).set('ahp-session:/a ahp-chat:/x', 2).set('ahp-session:/ab', 3)
  two.set('ahp-session:/a', 'x')
  forgetSession('ahp-session:/a')
  expect([[...one], [...two]]).toEqual([[['ahp-session:/ab', 3]], []])
})
