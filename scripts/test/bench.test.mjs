import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inRoot } from '../paths.mjs'
import { judgeFigure, parseFigure } from './bench.mjs'

it('prints the absolute number beside the ratio, and judges by the bound', () => {
  const floor = { unit: 'ms', max: 15 }
  expect(judgeFigure({ name: 'round', value: 7.5, unit: 'ms' }, floor)).toEqual({
    outcome: { passed: 1, failed: [], skipped: [] },
    line: 'round: 7.5 ms (at most 15 ms, 0.50 of the bound)',
  })
  expect(judgeFigure({ name: 'round', value: 16, unit: 'ms' }, floor).outcome.failed).toHaveLength(1)
  expect(judgeFigure({ name: 'rate', value: 9, unit: '1/s' }, { unit: '1/s', min: 10 }).outcome.failed).toHaveLength(1)
})

it('fails a figure that no floor names, or names in another unit', () => {
  expect(judgeFigure({ name: 'round', value: 1, unit: 'ms' }, undefined).outcome.failed).toHaveLength(1)
  expect(judgeFigure({ name: 'round', value: 1, unit: 's' }, { unit: 'ms', max: 15 }).outcome.failed).toHaveLength(1)
})

it('reads figures and leaves talk alone', () => {
  expect(parseFigure('{"name":"a","value":1,"unit":"ms"}')).toEqual({ name: 'a', value: 1, unit: 'ms' })
  expect(parseFigure('{"name":"a","skipped":"no browser"}')).toEqual({ name: 'a', skipped: 'no browser' })
  expect(parseFigure('warming up')).toBeUndefined()
  expect(parseFigure('{broken')).toBeUndefined()
})

it('keeps each file of floors within 40 lines', () => {
  for (const name of readdirSync(inRoot('bench', 'floors')))
    expect(readFileSync(inRoot('bench', 'floors', name), 'utf8').split('\n').length, name).toBeLessThanOrEqual(41)
})
