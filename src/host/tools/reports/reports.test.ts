import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { boundText, plainText } from '../terminal-text.ts'
import { parseJunit } from './junit.ts'
import { planReport } from './plan-report.ts'
import { parseSummary } from './summaries.ts'
import { parseTap } from './tap.ts'

describe('TAP', () => {
  test('asserts of tape are counted and named after the test they are in', () => {
    const output = [
      '',
      '> demo@1.0.0 test',
      '> tape test/*.js',
      '',
      'TAP version 13',
      '# parse args',
      'ok 1 no args',
      'not ok 2 long opts',
      '  ---',
      '    operator: deepEqual',
      '    expected: |-',
      '      { a: 1 }',
      '    actual: |-',
      '      { a: 2 }',
      '    at: Test.<anonymous> (/w/test/a.js:4:4)',
      '  ...',
      '# whitespace',
      'ok 3 should be equivalent',
      'ok 4 not here # SKIP no such system',
      'not ok 5 some day # TODO',
      '',
      '1..5',
      '# tests 5',
      '# pass  3',
      '# fail  2',
    ]
    expect(parseTap(output.join('\n'))).toEqual({
      passed: 2,
      failed: 1,
      skipped: 2,
      failures: [{ name: 'parse args: long opts', message: 'expected { a: 1 }, got { a: 2 }' }],
    })
  })

  test('subtests count, and the test above them only when it failed by itself', () => {
    const output = [
      'TAP version 14',
      '# Subtest: suite',
      '    ok 1 - a',
      '    not ok 2 - b',
      '      ---',
      "      error: 'it''s wrong'",
      '      ...',
      '    1..2',
      'not ok 1 - suite',
      '# Subtest: hook',
      '    ok 1 - c',
      '    1..1',
      'not ok 2 - hook',
      '  ---',
      '  error: |-',
      '    after hook failed',
      '    badly',
      '  ...',
      'ok 3 - alone \\# not a directive',
      '1..3',
    ]
    expect(parseTap(output.join('\n'))).toEqual({
      passed: 3,
      failed: 2,
      skipped: 0,
      failures: [
        { name: 'b', message: "it's wrong" },
        { name: 'hook', message: 'after hook failed\nbadly' },
      ],
    })
  })

  test('a bail-out is a failure, and prose with "ok" in it is no report', () => {
    expect(parseTap('1..3\nok 1 - a\nBail out! no database\n')).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: [{ name: 'Bail out!', message: 'no database' }],
    })
    expect(parseTap('ok  \tgithub.com/a/b\t0.1s\nok 1 more thing\n')).toBeUndefined()
  })

  test("what Node's runner prints is read as it counts itself", () => {
    const folder = temporaryFolder()
    const file = join(folder, 'a.test.mjs')
    writeFileSync(
      file,
      `import { test, describe } from 'node:test'; import assert from 'node:assert'
       describe('outer', () => { describe('inner', () => { test('one', () => {}); test('two', () => assert.fail('no')) }) })
       test('with subtests', async t => { await t.test('sub', () => {}) })
       test('later', { skip: true }, () => {}); test('some day', { todo: true }, () => { throw new Error('x') })`,
    )
    const env = { PATH: process.env['PATH'] ?? '' }
    const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], { encoding: 'utf8', env })
    expect(parseTap(stdout)).toEqual({ passed: 2, failed: 1, skipped: 2, failures: [{ name: 'two', message: 'no' }] })
  })
})

describe('JUnit', () => {
  test('cases, failures, errors and skips are counted; entities and CDATA are read', () => {
    const xml = `<?xml version="1.0"?><!-- <testcase name="no"/> --><testsuites><testsuite name="s">
      <testcase classname="test_a" name="good"/><testcase classname="test_a" name="also good" time="0.1"></testcase>
      <testcase classname="test_a" name="a &lt; b &#38; &#x63;"><failure message="assert 1 &gt; 2">trace</failure></testcase>
      <testcase name="broken"><error><![CDATA[<boom> & more]]></error></testcase>
      <testcase name="later"><skipped type="x"/></testcase></testsuite></testsuites>`
    expect(parseJunit(xml)).toEqual({
      passed: 2,
      failed: 2,
      skipped: 1,
      failures: [
        { name: 'test_a: a < b & c', message: 'assert 1 > 2' },
        { name: 'broken', message: '<boom> & more' },
      ],
    })
  })

  test('a file without tests is no report', () => {
    expect([parseJunit('<html/>'), parseJunit('<testsuites>')]).toEqual([undefined, undefined])
  })

  test('what pytest writes is read', (context) => {
    const folder = temporaryFolder()
    const python = spawnSync('python3', ['-c', 'import pytest'], { cwd: folder })
    if (python.status !== 0) context.skip('pytest is not installed here')
    writeFileSync(join(folder, 'test_a.py'), 'def test_good(): pass\ndef test_bad(): assert 1 == 2\n')
    const plan = planReport('pytest -q', join(folder, 'r.xml'), () => undefined)
    const ran = spawnSync('python3', ['-m', 'pytest', '-q'], {
      cwd: folder,
      // What is read has no colours any more; pytest takes any value of FORCE_COLOR for a yes.
      env: { ...process.env, ...plan.env, FORCE_COLOR: undefined },
      encoding: 'utf8',
    })
    const tests = { passed: 1, failed: 1, skipped: 0 }
    expect(parseJunit(execFileSync('cat', [join(folder, 'r.xml')], { encoding: 'utf8' }))).toMatchObject(tests)
    expect(parseSummary(ran.stdout)).toMatchObject({ ...tests, failures: [{ name: 'test_a.py::test_bad' }] })
  })
})

test.each([
  [
    'node',
    'ℹ tests 3\nℹ suites 0\nℹ pass 1\nℹ fail 1\nℹ skipped 1\nℹ todo 0\n✖ failing tests:\n✖ bad (0.5ms)',
    [1, 1, 1, 'bad'],
  ],
  [
    'vitest',
    ' FAIL  a.test.ts > bad\n Test Files  1 failed (1)\n      Tests  1 failed | 3 passed | 1 skipped (5)',
    [3, 1, 1, 'a.test.ts > bad'],
  ],
  ['jest', '  ● math › adds\nTests:       1 failed, 2 passed, 3 total', [2, 1, 0, 'math › adds']],
  ['mocha', '  3 passing (5ms)\n  1 pending\n  1 failing', [3, 1, 1, undefined]],
  ['pytest', 'FAILED t.py::test_a - assert\n=== 1 failed, 2 passed, 1 skipped in 0.12s ===', [2, 1, 1, 't.py::test_a']],
  [
    'cargo',
    'test a ... FAILED\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured\ntest result: ok. 2 passed; 0 failed; 1 ignored;',
    [3, 1, 1, 'a'],
  ],
  ['go', '--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL', [1, 1, 0, 'TestB']],
] as const)('the last lines of %s are read', (_, output, [passed, failed, skipped, name]) => {
  expect(parseSummary(output)).toEqual({ passed, failed, skipped, failures: name === undefined ? [] : [{ name }] })
})

test.each([
  ['node --test', ['NODE_OPTIONS']],
  ['cd pkg && CI=1 node --test test/', ['NODE_OPTIONS']],
  ['node --test a && node --test b', []],
  ['node --test --test-reporter=dot', []],
  ['npm test', ['NODE_OPTIONS']],
  ['pytest -x', ['PYTEST_ADDOPTS']],
  ['python3 -m pytest', ['PYTEST_ADDOPTS']],
  ['npx vitest run', []],
  ['node node_modules/tape/bin/tape test/*.js', []],
  ['node node_modules/mocha/bin/mocha.js', []],
  ['go test ./...', []],
  ['cargo test', []],
])('%s is recognised as a test', (command, variables) => {
  const plan = planReport(command, '/tmp/s/r.xml', () => 'node --test')
  expect([plan.isTest, Object.keys(plan.env)]).toEqual([true, variables])
})

test.each(['ls test', 'node test.js', 'echo npm test', 'npm run build', 'git commit -m "pytest"', 'npm testify'])(
  '%s is not recognised as a test',
  (command) => {
    expect(planReport(command, '/tmp/r.xml', () => 'node --test')).toEqual({ isTest: false, env: {} })
  },
)

test('a place whose name these variables could not carry is not asked for', () => {
  expect(planReport('pytest', '/tmp/a b/r.xml', () => undefined)).toEqual({ isTest: true, env: {} })
})

test.each([
  ['comments without an end', '<testsuites>' + '<!--'.repeat(500_000)],
  ['CDATA without an end', '<testsuites><testcase name="a"><failure>' + '<![CDATA['.repeat(200_000)],
  ['blocks without an end', '1..2\n' + 'not ok 1\n  ---\n'.repeat(100_000)],
  ['blocks without an end among points as deep', `1..2\n${' ok 1 - x\n ---\n'.repeat(200_000)}`],
  ['many points', '1..2\n' + 'ok 1\n'.repeat(500_000)],
  ['line ends', `${'\n'.repeat(1_000_000)}x`],
  ['digits', `Tests ${'1'.repeat(1_000_000)} (1)`],
  ['returns', `${'\r'.repeat(1_000_000)}x`],
])('output made to be slow, %s, is read soon', (_, output) => {
  const startedMs = performance.now()
  const text = plainText(output)
  boundText(text)
  parseTap(text)
  parseJunit(text)
  parseSummary(text)
  expect(performance.now() - startedMs).toBeLessThan(5000)
})

test('no output makes a reader throw', () => {
  const piece = fc.constantFrom(
    'ok 1 - a',
    'not ok',
    '    ',
    '\n',
    '---',
    '...',
    '1..2',
    '# Subtest: x',
    '<testcase name="a">',
    '<failure>',
    'ℹ tests 1',
    '\u001b[1m',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
      const text = pieces.join('')
      parseTap(text)
      parseJunit(text)
      parseSummary(text)
    }),
  )
})
