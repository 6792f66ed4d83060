import { expect, test } from 'vitest'
import { missingFor, type StartFacts } from './missing.ts'

const whole: StartFacts = {
  isOnline: true,
  isWritten: true,
  folder: 'ok',
  mayWork: true,
  hasAgent: true,
  needsModel: false,
  hasTask: true,
}

test('what is missing before a session can be started is told one by one', () => {
  const told = (facts: Partial<StartFacts>) => missingFor({ ...whole, ...facts })
  expect([
    told({}),
    told({ hasTask: false }),
    told({ hasTask: false, needsModel: true }),
    told({ hasAgent: false }),
    told({ mayWork: false, needsModel: true }),
    told({ folder: 'missing', mayWork: false }),
    told({ folder: undefined }),
    told({ isWritten: false, folder: undefined, hasTask: false }),
    told({ isOnline: false }),
  ]).toEqual([
    undefined,
    'first.needs.task',
    'first.needs.model',
    'first.needs.agent',
    'first.needs.trust',
    'first.needs.folder',
    'first.needs.checked',
    'first.needs.folder',
    'first.needs.host',
  ])
})
