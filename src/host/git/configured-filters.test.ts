import { expect, test } from 'vitest'
import { couldFilter } from './configured-filters.ts'

test('guard: only what converts nothing is run without a look at the filters', () => {
  const free = [
    ['rev-parse', '--show-toplevel'],
    ['read-tree', 'abc'],
    ['update-index', '-z', '--index-info'],
    ['diff-index', '--cached', '--raw', '-z', '--full-index', '--no-renames', 'abc', '--', '-u', 'src'],
    ['cat-file', '--batch-check=%(objectname)'],
  ]
  const converting = [
    ['status'],
    ['cat-file', '--filters', 'abc'],
    ['read-tree', '-m', '-u', 'abc'],
    ['read-tree', 'abc', '--reset'],
    ['update-index', '-q', '--refresh'],
    ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'],
    ['update-index', '-z', '--index-info', '--refresh'],
    ['diff-index', '--raw', '-z', '--full-index', 'abc', '--'],
    ['diff-index', '--cached', '--raw', '-z', '--full-index', '--no-renames', '--textconv', 'abc', '--'],
    ['diff-index', '--cached'],
    [],
  ]
  expect(free.filter(couldFilter)).toEqual([])
  expect(converting.filter((args) => !couldFilter(args))).toEqual([])
})
