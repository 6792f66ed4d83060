import { describe, expect, test } from 'vitest'
import { parseCommandLine } from './command-line.ts'
import { commandHelp, generalHelp } from './help.ts'

const commands = ['start', 'host', 'run', 'attach', 'sessions', 'demo', 'pair', 'models', 'doctor'] as const
const parse = (line: string) => parseCommandLine(line.split(' ').filter((word) => word !== ''))

test('nothing, --help, -h and help print the help of the program', () => {
  for (const line of ['', '--help', '-h', 'help']) expect(parse(line)).toEqual({ kind: 'help', text: generalHelp })
  expect(parse('--version')).toEqual({ kind: 'version' })
  expect(parse('-v')).toEqual({ kind: 'version' })
})

describe.each(commands)('%s', (command) => {
  test('--help and -h print its own help, whatever else is written', () => {
    expect(parse(`${command} --help`)).toEqual({ kind: 'help', text: commandHelp[command] })
    expect(parse(`${command} -h`)).toEqual({ kind: 'help', text: commandHelp[command] })
    expect(generalHelp).toContain(`  ${command} `)
  })

  test('its help names every option it takes', () => {
    expect(commandHelp[command]).toContain(`roadstead ${command}`)
    expect(commandHelp[command]).toContain('--data DIR')
  })

  test('an option it does not have is named, with its help beside it', () => {
    const line = parse(`${command} --nonsense`)
    expect(line).toEqual({ kind: 'usage', problem: 'There is no option --nonsense.', hint: commandHelp[command] })
  })

  test('an option without its value, and a value where none belongs, are said in words', () => {
    expect(parse(`${command} --data`)).toMatchObject({ kind: 'usage', problem: expect.stringContaining('--data') })
    expect(parse(`${command} --help=yes`)).toMatchObject({ kind: 'usage', problem: expect.stringContaining('--help') })
  })
})

test('a command that is none is named, with those there are', () => {
  expect(parse('hots')).toEqual({
    kind: 'usage',
    problem: 'There is no command "hots".',
    hint: 'Commands: host, start, run, attach, sessions, models, doctor, pair, demo.',
  })
  expect(parse('toString')).toMatchObject({ kind: 'usage' })
})

test.each([
  ['host', { kind: 'host', json: false }],
  ['host --port 0 --data /d --json', { kind: 'host', port: 0, data: '/d', json: true }],
  ['start', { kind: 'start', demo: false, open: true }],
  ['start --demo --no-open --port 65535', { kind: 'start', demo: true, open: false, port: 65_535 }],
  ['run Fix it', { kind: 'run', prompt: 'Fix it', agent: 'builtin', trust: false, yes: false }],
  [
    'run --script s.json Fix it',
    { kind: 'run', prompt: 'Fix it', agent: 'scripted', script: 's.json', trust: false, yes: false },
  ],
  [
    'run --model p/m --effort high Go',
    { kind: 'run', prompt: 'Go', agent: 'builtin', model: 'p/m', effort: 'high', trust: false, yes: false },
  ],
  [
    'run --agent a --model p/m --cwd /c --script s.json --trust --level ask -y --data d Go on',
    {
      ...{ kind: 'run', prompt: 'Go on', agent: 'a', model: 'p/m', cwd: '/c', script: 's.json' },
      ...{ trust: true, level: 'ask', yes: true, data: 'd' },
    },
  ],
  ['run -- --yes', { kind: 'run', prompt: '--yes', agent: 'builtin', trust: false, yes: false }],
  ['attach abcd --json', { kind: 'attach', session: 'abcd', json: true }],
  ['sessions', { kind: 'sessions', verb: 'list', json: false }],
  ['sessions list --json', { kind: 'sessions', verb: 'list', json: true }],
  [
    'sessions rename abcd New name',
    { kind: 'sessions', verb: 'rename', session: 'abcd', title: 'New name', json: false },
  ],
  ['sessions archive abcd', { kind: 'sessions', verb: 'archive', session: 'abcd', json: false }],
  ['sessions unarchive abcd', { kind: 'sessions', verb: 'unarchive', session: 'abcd', json: false }],
  ['sessions delete abcd', { kind: 'sessions', verb: 'delete', session: 'abcd', json: false }],
  ['models --json', { kind: 'models', json: true }],
  ['doctor --json --data d', { kind: 'doctor', json: true, data: 'd' }],
  ['pair', { kind: 'pair', json: false, scope: 'full' }],
  ['pair --scope watch --json', { kind: 'pair', json: true, scope: 'watch' }],
  ['demo --dir d --yes --json', { kind: 'demo', dir: 'd', yes: true, json: true }],
])('%s', (line, expected) => {
  expect(parse(line)).toEqual(expected)
})

test.each([
  ['host --port 65536', '--port is a number from 0 to 65535; 0 takes any free one.'],
  ['host --port -1', /--port/],
  ['start --port 1e3', '--port is a number from 0 to 65535; 0 takes any free one.'],
  ['host here', '"here" is too much here.'],
  ['start x', '"x" is too much here.'],
  ['doctor x', '"x" is too much here.'],
  ['pair x', '"x" is too much here.'],
  ['demo x', '"x" is too much here.'],
  ['run', 'What should the agent do? Write it behind the options.'],
  ['run --level high Go', '--level is one of ask, sandboxed, auto, autopilot.'],
  ['run --effort wild Go', '--effort is one of none, minimal, low, medium, high, xhigh, max.'],
  ['models x', '"x" is too much here.'],
  ['pair --scope all', '--scope is one of watch, approve, full.'],
  ['attach', 'Which session? Give its id or URI.'],
  ['attach a b', 'Which session? Give its id or URI.'],
  ['sessions list a', '"a" is too much here.'],
  ['sessions forget a', 'There is no "sessions forget".'],
  ['sessions delete', 'Which session? Give its id or URI.'],
  ['sessions archive a b', '"b" is too much here.'],
  ['sessions rename a', 'What should the session be called?'],
])('%s is a wrong command line', (line, problem) => {
  const parsed = parse(line)
  expect(parsed).toMatchObject({
    kind: 'usage',
    problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    hint: commandHelp[line.split(' ')[0] as keyof typeof commandHelp],
  })
})
