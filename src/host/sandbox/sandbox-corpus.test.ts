import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../platform/clock.ts'
import { silentLogger } from '../platform/logger.ts'
import { createTerminals } from '../terminals/create-terminals.ts'
import { createSandbox } from './create-sandbox.ts'
import { protectedNames } from './protected-names.ts'
import type { Sandbox, SandboxPolicy, SandboxViolation } from './sandbox.ts'

/**
 * The cases of the attack corpus (attacks README, S), each in a scene of its own, started as the agent's commands are: wrapped
 * by the sandbox, in a pty. With ROADSTEAD_PROVE_ATTACKS=1, in a throw-away container only, each attack is also run without
 * the sandbox, where it must succeed (S6).
 */

const corpusFile = resolve(process.env['ROADSTEAD_SHARED'] ?? '../shared', 'attacks/sandbox.json')
const proves = process.env['ROADSTEAD_PROVE_ATTACKS'] === '1'

/** Cases that do not hold yet, with the reason. */
const notYet: Readonly<Record<string, string>> = {}

/** Attacks that fail without a sandbox too, so that they show nothing here. */
const unprovable: Readonly<Record<string, string>> = {
  'sbx-013': 'outside, process 1 is the system and never had the variable',
  'sbx-058': 'our terminals end stubborn processes without a sandbox too',
}

const settleMs = 2_000
/** A command that takes longer is stopped, and its exit code then fails the case. */
const caseLimitMs = 60_000

const corpusCase = z.object({
  id: z.string(),
  platform: z.string(),
  inside: z.string(),
  expected: z.enum(['blocked', 'reported', 'works']),
  why: z.string(),
  env: z.record(z.string(), z.string()).optional(),
  fd7: z.enum(['secret', 'dir', 'outdir']).optional(),
  survivors: z.string().optional(),
  stopAfterMs: z.number().optional(),
  prints: z.string().optional(),
  exit: z.number().optional(),
  leavesNothing: z.boolean().optional(),
  mayBeAbsent: z.boolean().optional(),
})
type CorpusCase = z.infer<typeof corpusCase>

interface Outcome {
  readonly output: string
  readonly exitCode: number | undefined
  /** What S1 forbids and yet happened. */
  readonly broken: readonly string[]
  readonly violations: readonly SandboxViolation[]
  readonly workspace: string
}

const cases = existsSync(corpusFile)
  ? z.object({ cases: z.array(corpusCase) }).parse(JSON.parse(readFileSync(corpusFile, 'utf8'))).cases
  : []
const ours = cases.filter((each) => each.platform === process.platform)
const outcomes = new Map<string, Outcome>()
const proofs = new Map<string, Outcome>()
let root: string
let unavailable: string | undefined

/** Every entry below a folder with what it is and holds. */
function photograph(folder: string): string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found) return [`${folder} missing`]
  const line = `${folder} ${found.mode} ${found.isDirectory() ? '' : `${found.size} ${found.mtimeMs}`}`
  if (found.isSymbolicLink()) return [`${line} ${readlinkSync(folder)}`]
  if (found.isDirectory())
    return [
      line,
      ...readdirSync(folder)
        .sort()
        .flatMap((name) => photograph(join(folder, name))),
    ]
  return [found.isFile() ? `${line} ${createHash('sha256').update(readFileSync(folder)).digest('hex')}` : line]
}

function listening(server: Server, ...where: [number, string] | [string]): Promise<void> {
  return new Promise((resolveListening, reject) => {
    server.once('error', reject)
    if (where.length === 2) server.listen(where[0], where[1], resolveListening)
    else server.listen(where[0], resolveListening)
  })
}

class Scene {
  readonly folder: string
  readonly home: string
  readonly workspace: string
  readonly outside: string
  readonly scratch: string
  readonly secret: string
  readonly canary = `canary${randomBytes(12).toString('hex')}`
  private static made = 0
  /** New on the whole machine: two numbers by chance were equal once in twenty runs. */
  readonly id = `${process.pid}${String(Scene.made++).padStart(4, '0')}`
  reached: string[] = []
  private servers: Server[] = []
  private victims: ChildProcess[] = []
  private values: Record<string, string> = {}

  constructor(name: string) {
    this.folder = mkdtempSync(join(root, `${name}-`))
    const make = (...parts: string[]) => {
      const path = join(this.folder, ...parts)
      mkdirSync(path, { recursive: true })
      return path
    }
    this.home = make('home')
    this.workspace = make('proj')
    this.outside = make('out')
    this.scratch = make('scratch')
    this.secret = join(this.outside, 'secret')
    for (const path of ['.ssh/id_test', '.local/share/roadstead/token', '.bashrc', '.gitconfig']) {
      mkdirSync(join(this.home, path, '..'), { recursive: true })
      const isSecret = path.includes('/')
      writeFileSync(join(this.home, path), isSecret ? `${this.canary}\n` : '')
    }
    writeFileSync(join(this.outside, 'existing'), 'existing\n')
    make('out', 'dir')
    writeFileSync(this.secret, `${this.canary}\n`)
    writeFileSync(join(this.workspace, 'f.txt'), 'content\n')
    make('proj', '.roadstead')
    writeFileSync(join(this.workspace, '.roadstead', 'settings.json'), '{}\n')
    make('proj', 'sub')
    const git = (cwd: string, ...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd, stdio: 'ignore' })
    git(this.workspace, 'init', '-q', '.')
    git(join(this.workspace, 'sub'), 'init', '-q', '.')
    git(this.workspace, 'add', 'f.txt')
    git(this.workspace, 'commit', '-q', '-m', 'first')
  }

  async open(): Promise<void> {
    const listen = async (label: string, ...where: [number, string] | [string]) => {
      const server = createServer((socket) => {
        this.reached.push(label)
        // Enough of an answer for clients that speak HTTP.
        socket.on('error', () => {}).end('HTTP/1.0 200 OK\r\n\r\n')
      })
      await listening(server, ...where)
      this.servers.push(server)
      const address = server.address()
      return typeof address === 'object' && address ? String(address.port) : ''
    }
    const paths = { SOCK: join(this.outside, 'sock'), WSSOCK: join(this.workspace, 'wssock'), ABS: `abs-${this.id}` }
    await listen('SOCK', paths.SOCK)
    await listen('WSSOCK', paths.WSSOCK)
    await listen('ABS', `\0${paths.ABS}`)
    const tcp = await listen('TCP', 0, '127.0.0.1')
    const tcp6 = await listen('TCP6', 0, '::1')
    const victim = spawn('sleep', ['600'], { cwd: this.outside, env: { SECRET: this.canary }, stdio: 'ignore' })
    this.victims = [victim, spawn('bash', ['-c', 'read -r x', this.canary], { stdio: ['pipe', 'ignore', 'ignore'] })]
    this.values = {
      ...paths,
      TCP: tcp,
      TCP6: tcp6,
      PID: String(victim.pid),
      HOME: this.home,
      WS: this.workspace,
      WSNAME: 'proj',
      OUT: this.outside,
      OUTSECRET: this.secret,
      ID: this.id,
      CANARY: this.canary,
    }
  }

  close(): void {
    for (const server of this.servers) server.close()
    for (const victim of this.victims) victim.kill('SIGKILL')
  }

  fill(text: string): string {
    return text
      .replaceAll('workbench', 'roadstead')
      .replace(/\{([A-Z0-9]+)\}/g, (whole, name: string) => this.values[name] ?? whole)
  }

  get policy(): SandboxPolicy {
    return {
      workspace: this.workspace,
      scratch: this.scratch,
      home: this.home,
      hidden: [join(this.home, '.local/share/roadstead'), this.secret],
      readable: [this.outside],
    }
  }

  /** What must be the same afterwards. */
  photograph(): string[] {
    const guarded = [this.home, this.outside, ...protectedNames.map((name) => join(this.workspace, name))]
    return guarded.flatMap((path) => photograph(path))
  }
}

function runningWith(text: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() === text
    } catch {
      return false
    }
  })
}

function leaks(id: string): string[] {
  const shared = ['/tmp', '/var/tmp', '/dev/shm'].filter((folder) => existsSync(folder))
  return shared.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.includes(`leak-${id}`))
      .map((name) => join(folder, name)),
  )
}

function sandboxFor(hostEnv: Record<string, string>, name: string): Sandbox {
  return createSandbox({
    platform: process.platform,
    arch: process.arch,
    clock: systemClock,
    hostEnv,
    folder: join(root, `sandbox-${name}`),
  })
}

const plainEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' }
let shared: Sandbox

/** Runs one case and looks at what it did; `ended` is called when the command has ended and only waiting is left. */
async function perform(each: CorpusCase, confined: boolean, ended: () => void): Promise<Outcome> {
  const scene = new Scene(each.id)
  const terminals = createTerminals({
    ringFolder: join(scene.folder, 'ring'),
    clock: systemClock,
    logger: silentLogger,
  })
  try {
    await scene.open()
    const extra = Object.fromEntries(Object.entries(each.env ?? {}).map(([name, value]) => [name, scene.fill(value)]))
    const sandbox = each.env ? sandboxFor({ ...plainEnv, ...extra }, each.id) : shared
    const command = scene.fill(each.inside)
    const before = scene.photograph()
    const listing = readdirSync(scene.workspace)
    const wrapped = confined ? await sandbox.wrap({ command, cwd: scene.workspace }, scene.policy) : undefined
    if (wrapped?.kind === 'unavailable') throw new Error(wrapped.reason)
    const launch = wrapped?.wrapped ?? {
      file: '/bin/bash',
      args: ['--noprofile', '--norc', '-c', command],
      cwd: scene.workspace,
      env: { ...plainEnv, ...extra, HOME: scene.home },
    }
    const fd7 = { secret: scene.secret, dir: join(scene.home, '.ssh'), outdir: scene.outside }
    const leftOpen =
      each.fd7 === undefined ? [] : ['/bin/bash', '-c', 'exec 7<"$1"; shift; exec "$@"', 'x', fd7[each.fd7]]
    const [file = '', ...args] = [...leftOpen, launch.file, ...launch.args]
    const started = terminals.start('command', { file, args, cwd: launch.cwd, env: launch.env, cols: 200, rows: 50 })
    if (started.kind === 'failed') throw new Error(started.reason)
    if (each.stopAfterMs !== undefined) {
      await Promise.race([started.terminal.exited, new Promise((after) => setTimeout(after, each.stopAfterMs))])
      await started.terminal.kill(300)
    }
    const limit = setTimeout(() => void started.terminal.kill(0), caseLimitMs)
    const exit = await started.terminal.exited
    clearTimeout(limit)
    const violations = (await wrapped?.wrapped.release()) ?? []
    ended()
    await new Promise((after) => setTimeout(after, settleMs))
    const output = started.terminal.output().text
    const after = scene.photograph()
    const survivors = each.survivors === undefined ? [] : runningWith(scene.fill(each.survivors))
    for (const pid of survivors) process.kill(Number(pid), 'SIGKILL')
    const left = leaks(scene.id)
    for (const path of left) rmSync(path)
    const changed = [
      ...before.filter((line) => !after.includes(line)),
      ...after.filter((line) => !before.includes(line)),
    ]
    const broken = [
      ...(output.includes(scene.canary) ? ['printed the canary'] : []),
      ...(output.includes('ESCAPED') ? ['printed ESCAPED'] : []),
      ...changed.map((line) => `changed: ${line}`),
      ...scene.reached.map((label) => `reached ${label}`),
      ...survivors.map((pid) => `survivor ${pid}`),
      ...left.map((path) => `left ${path}`),
      ...(each.leavesNothing && String(readdirSync(scene.workspace)) !== String(listing) ? ['left something'] : []),
    ]
    return { output, exitCode: exit.exitCode, broken, violations, workspace: scene.workspace }
  } finally {
    scene.close()
    await terminals.stop()
    rmSync(scene.folder, { recursive: true, force: true })
  }
}

/** Runs all, a few at a time. */
async function performAll(list: readonly CorpusCase[], confined: boolean, into: Map<string, Outcome>): Promise<void> {
  const waiting = [...list]
  const performances: Promise<void>[] = []
  const worker = async () => {
    for (let each = waiting.shift(); each; each = waiting.shift()) {
      const { id } = each
      await new Promise<void>((ended) => {
        performances.push(
          perform(each, confined, ended).then(
            (outcome) => void into.set(id, outcome),
            (error: unknown) => {
              ended()
              throw error
            },
          ),
        )
      })
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  await Promise.all(performances)
}

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'corpus-')))
  shared = sandboxFor(plainEnv, 'shared')
  const state = await shared.selfTest()
  if (state.status === 'unavailable') {
    unavailable = state.reason
    return
  }
  await performAll(ours, true, outcomes)
  if (proves)
    await performAll(
      ours.filter((each) => each.expected === 'blocked'),
      false,
      proofs,
    )
}, 300_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Why a case is not run here, counted and shown as a skip. */
function findReasonToSkip(each: CorpusCase): string | undefined {
  if (each.platform !== process.platform) return `belongs to ${each.platform}`
  if (unavailable !== undefined) return `no sandbox here: ${unavailable}`
  return notYet[each.id]
}

describe('the sandbox corpus', () => {
  it('is there', (context) => {
    if (cases.length === 0) context.skip(`no corpus at ${corpusFile}`)
    expect(cases.length).toBeGreaterThan(80)
  })

  for (const each of cases) {
    it(`${each.id} ${each.expected}: ${each.why}`, (context) => {
      const reason = findReasonToSkip(each)
      if (reason !== undefined) context.skip(reason)
      const { output, exitCode, broken, violations, workspace } = outcomes.get(each.id)!
      if (each.expected === 'works') {
        expect({ exitCode, broken }).toEqual({ exitCode: each.exit ?? 0, broken: [] })
        expect(output).toContain(each.prints ?? '')
      } else if (each.expected === 'blocked') {
        expect(broken).toEqual([])
      } else {
        expect(broken.filter((line) => !line.startsWith('changed'))).toEqual([])
        const named = violations.filter(({ path }) => path.startsWith(`${workspace}/`) && path.endsWith('/.git'))
        expect(named).not.toEqual([])
      }
    })
  }
})

const describeProof = proves ? describe : () => {}
describeProof('without the sandbox the same attack succeeds', () => {
  for (const each of ours.filter(({ expected }) => expected === 'blocked')) {
    it(`${each.id}: ${each.why}`, (context) => {
      if (unavailable !== undefined) context.skip(`no sandbox here: ${unavailable}`)
      if (unprovable[each.id] !== undefined) context.skip(unprovable[each.id])
      const broken = proofs.get(each.id)?.broken ?? []
      if (each.mayBeAbsent && broken.length === 0) context.skip('this kernel refuses it anyway')
      expect(broken).not.toEqual([])
    })
  }
})
