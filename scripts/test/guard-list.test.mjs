import { expect, it } from 'vitest'
import { root } from '../paths.mjs'
import { faultOf, parseTest, readGuards } from './guard-list.mjs'

it('can switch off every guard of the list: its text stands once where it says, and its tests are there', () => {
  const faults = readGuards(root).flatMap((guard) => {
    const fault = faultOf(guard, root)
    return fault === undefined ? [] : [`${guard.name}: ${fault}`]
  })
  expect(faults).toEqual([])
})

it('lists every guard under a name of its own', () => {
  const names = readGuards(root).map((guard) => guard.name)
  expect(names).toEqual([...new Set(names)])
})

it('says what is wrong with a guard that cannot be switched off', () => {
  const guard = { name: 'a', file: 'package.json', find: '"license": "MIT"', replace: '', tests: ['package.json'] }
  expect(faultOf(guard, root)).toBeUndefined()
  expect(faultOf({ ...guard, find: '"' }, root)).toMatch(/stands \d+ times in package.json, not once/)
  expect(faultOf({ ...guard, find: 'not there at all' }, root)).toMatch(/stands 0 times/)
  expect(faultOf({ ...guard, tests: [] }, root)).toMatch(/at least one test/)
  expect(faultOf({ ...guard, tests: ['no.test.ts'] }, root)).toMatch(/no.test.ts is not there/)
})

it('reads the name of a test after -t', () => {
  expect(parseTest('src/a.test.ts -t refuses a -t too')).toEqual({ file: 'src/a.test.ts', name: 'refuses a -t too' })
  expect(parseTest('src/a.test.ts')).toEqual({ file: 'src/a.test.ts', name: undefined })
})
