import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { permissionLevels, type DeviceScope, type PermissionLevel } from '../protocol/roadstead.ts'
import { efforts, type Effort } from '../protocol/model-facts.ts'
import { commandHelp, generalHelp } from './help.ts'

/** A command line, checked. `usage` says what is wrong and how it is written. */
export type CommandLine =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version' }
  | { readonly kind: 'usage'; readonly problem: string; readonly hint: string }
  | HostLine
  | StartLine
  | RunLine
  | { readonly kind: 'attach'; readonly data?: string; readonly session: string; readonly json: boolean }
  | SessionsLine
  | { readonly kind: 'models'; readonly data?: string; readonly json: boolean }
  | { readonly kind: 'doctor'; readonly data?: string; readonly json: boolean }
  | {
      readonly kind: 'pair'
      readonly data?: string
      readonly json: boolean
      readonly scope: DeviceScope
    }
  | {
      readonly kind: 'demo'
      readonly data?: string
      readonly dir?: string
      readonly yes: boolean
      readonly json: boolean
    }

/** `roadstead host`. */
export interface HostLine {
  readonly kind: 'host'
  readonly data?: string
  readonly port?: number
  readonly json: boolean
}

/** `npm start`. */
export interface StartLine {
  readonly kind: 'start'
  readonly data?: string
  readonly port?: number
  readonly demo: boolean
  readonly open: boolean
}

/** `roadstead run`. */
export interface RunLine {
  readonly kind: 'run'
  readonly data?: string
  readonly prompt: string
  readonly agent: string
  /** PROVIDER/NAME. */
  readonly model?: string
  readonly effort?: Effort
  readonly cwd?: string
  readonly script?: string
  readonly trust: boolean
  readonly level?: PermissionLevel
  readonly yes: boolean
}

/** `roadstead sessions`. */
export interface SessionsLine {
  readonly kind: 'sessions'
  readonly data?: string
  readonly verb: 'list' | 'rename' | 'archive' | 'unarchive' | 'delete'
  readonly session?: string
  readonly title?: string
  readonly json: boolean
}

const common = { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
const optionsOf = {
  host: { ...common, port: { type: 'string' }, json: { type: 'boolean' } },
  start: { ...common, port: { type: 'string' }, demo: { type: 'boolean' }, 'no-open': { type: 'boolean' } },
  run: {
    ...common,
    agent: { type: 'string' },
    model: { type: 'string' },
    effort: { type: 'string' },
    cwd: { type: 'string' },
    script: { type: 'string' },
    trust: { type: 'boolean' },
    level: { type: 'string' },
    yes: { type: 'boolean', short: 'y' },
  },
  attach: { ...common, json: { type: 'boolean' } },
  sessions: { ...common, json: { type: 'boolean' } },
  models: { ...common, json: { type: 'boolean' } },
  doctor: { ...common, json: { type: 'boolean' } },
  pair: { ...common, json: { type: 'boolean' }, scope: { type: 'string' } },
  demo: { ...common, dir: { type: 'string' }, yes: { type: 'boolean', short: 'y' }, json: { type: 'boolean' } },
} as const satisfies Record<string, ParseArgsOptionsConfig>

type CommandName = keyof typeof optionsOf

/** Reads the arguments after the program's name. Never throws. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return { kind: 'help', text: generalHelp }
  if (name === '--version' || name === '-v') return { kind: 'version' }
  if (!Object.hasOwn(optionsOf, name)) {
    return {
      kind: 'usage',
      problem: `There is no command "${name}".`,
      hint: `Commands: ${Object.keys(optionsOf).join(', ')}.`,
    }
  }
  const command = name as CommandName
  try {
    const { values, positionals } = parseArgs({
      args: rest,
      options: optionsOf[command] as ParseArgsOptionsConfig,
      allowPositionals: true,
      strict: true,
    })
    if (values['help'] === true) return { kind: 'help', text: commandHelp[command] }
    return build(command, values, positionals)
  } catch (error) {
    return { kind: 'usage', problem: problemOf(error), hint: commandHelp[command] }
  }
}

class Misuse extends Error {}

function problemOf(error: unknown): string {
  if (error instanceof Misuse) return error.message
  const message = error instanceof Error ? error.message : String(error)
  const unknown = /Unknown option '([^']+)'/.exec(message)?.[1]
  return unknown === undefined ? (message.split('. ')[0] ?? message) : `There is no option ${unknown}.`
}

function build(command: CommandName, values: Record<string, unknown>, positionals: readonly string[]): CommandLine {
  const text = (key: string) => (typeof values[key] === 'string' ? { [key]: values[key] } : {})
  const data = text('data') as { data?: string }
  const flag = (key: string) => values[key] === true
  const none = () => {
    if (positionals.length > 0) throw new Misuse(`"${positionals[0]}" is too much here.`)
  }
  switch (command) {
    case 'host':
      none()
      return { kind: 'host', ...data, ...portOf(values['port']), json: flag('json') }
    case 'start':
      none()
      return { kind: 'start', ...data, ...portOf(values['port']), demo: flag('demo'), open: !flag('no-open') }
    case 'run': {
      const prompt = positionals.join(' ').trim()
      if (prompt === '') throw new Misuse('What should the agent do? Write it behind the options.')
      const level = values['level']
      if (level !== undefined && !isLevel(level)) throw new Misuse(`--level is one of ${permissionLevels.join(', ')}.`)
      const effort = values['effort']
      if (effort !== undefined && !isEffort(effort)) throw new Misuse(`--effort is one of ${efforts.join(', ')}.`)
      // A script is what the scripted agent says; every other agent has models.
      const usual = values['script'] === undefined ? 'builtin' : 'scripted'
      return {
        kind: 'run',
        ...data,
        prompt,
        agent: typeof values['agent'] === 'string' ? values['agent'] : usual,
        ...(text('model') as { model?: string }),
        ...(effort === undefined ? {} : { effort }),
        ...(text('cwd') as { cwd?: string }),
        ...(text('script') as { script?: string }),
        trust: flag('trust'),
        ...(level === undefined ? {} : { level }),
        yes: flag('yes'),
      }
    }
    case 'attach': {
      const [session, ...more] = positionals
      if (session === undefined || more.length > 0) throw new Misuse('Which session? Give its id or URI.')
      return { kind: 'attach', ...data, session, json: flag('json') }
    }
    case 'sessions':
      return sessionsLine(data, positionals, flag('json'))
    case 'models':
      none()
      return { kind: 'models', ...data, json: flag('json') }
    case 'doctor':
      none()
      return { kind: 'doctor', ...data, json: flag('json') }
    case 'pair': {
      none()
      const scope = values['scope'] ?? 'full'
      if (scope !== 'watch' && scope !== 'approve' && scope !== 'full')
        throw new Misuse('--scope is one of watch, approve, full.')
      return { kind: 'pair', ...data, json: flag('json'), scope }
    }
    case 'demo':
      none()
      return { kind: 'demo', ...data, ...(text('dir') as { dir?: string }), yes: flag('yes'), json: flag('json') }
  }
}

function sessionsLine(data: { data?: string }, positionals: readonly string[], json: boolean): SessionsLine {
  const [verb = 'list', session, ...rest] = positionals
  if (verb === 'list') {
    if (session !== undefined) throw new Misuse(`"${session}" is too much here.`)
    return { kind: 'sessions', ...data, verb, json }
  }
  if (verb !== 'rename' && verb !== 'archive' && verb !== 'unarchive' && verb !== 'delete') {
    throw new Misuse(`There is no "sessions ${verb}".`)
  }
  if (session === undefined) throw new Misuse('Which session? Give its id or URI.')
  const title = rest.join(' ').trim()
  if (verb === 'rename' && title === '') throw new Misuse('What should the session be called?')
  if (verb !== 'rename' && title !== '') throw new Misuse(`"${title}" is too much here.`)
  return { kind: 'sessions', ...data, verb, session, ...(verb === 'rename' ? { title } : {}), json }
}

function portOf(value: unknown): { port?: number } {
  if (value === undefined) return {}
  const port = Number(value)
  if (typeof value !== 'string' || !/^\d{1,5}$/.test(value) || port > 65_535)
    throw new Misuse('--port is a number from 0 to 65535; 0 takes any free one.')
  return { port }
}

function isLevel(value: unknown): value is PermissionLevel {
  return (permissionLevels as readonly unknown[]).includes(value)
}

function isEffort(value: unknown): value is Effort {
  return (efforts as readonly unknown[]).includes(value)
}
