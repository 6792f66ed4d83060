import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isoNow, type Clock } from '../platform/clock.ts'
import { bubblewrapArgs } from './bubblewrap.ts'
import { isVariableName, scrubEnvironment } from './environment.ts'
import { findPolicyFacts, type MachineFacts } from './facts.ts'
import { findMachine, installLineHere, namespaceFix } from './machine.ts'
import { isWithin } from './path-relation.ts'
import { compareEntries, ProtectedScan } from './protected-entries.ts'
import { protectedNames, secretsInHome } from './protected-names.ts'
import { runProcess, type RunProcess } from './run-process.ts'
import type { Sandbox, SandboxedCommand, SandboxPolicy, SandboxState, WrappedCommand } from './sandbox.ts'
import { seccompProgram } from './seccomp.ts'
import { runSelfTest } from './self-test.ts'
import { StandIns } from './stand-ins.ts'

/** The longest single argument the kernel takes, less the final NUL. */
const longestArgument = 128 * 1024 - 1

/** What a sandbox needs from outside. */
export interface SandboxDeps {
  /** As `process.platform` names it. */
  readonly platform: string
  /** As `process.arch` names it. */
  readonly arch: string
  readonly clock: Clock
  /** The host's own environment; commands get an allow list of it. */
  readonly hostEnv: Readonly<Record<string, string | undefined>>
  /** A folder of the host's own for the filter, notes on stand-ins and the self-test's scene. Made if missing (0700). */
  readonly folder: string
  /** For the self-test and for asking programs what they can do. */
  readonly run?: RunProcess
}

/** Why this policy or command cannot be confined, in words; undefined if it can. */
function findObstacle(command: SandboxedCommand, policy: SandboxPolicy): string | undefined {
  const { workspace, home } = policy
  const values = [command.command, command.cwd, ...Object.values(command.env ?? {})]
  if (values.some((value) => value.includes('\0'))) return 'The command holds a NUL character.'
  if (values.some((value) => Buffer.byteLength(value) > longestArgument)) return 'The command is too long to be run.'
  if (isWithin(home, workspace)) return 'A folder that holds the home folder cannot be a workspace.'
  if (secretsInHome.some((name) => isWithin(workspace, join(home, name))))
    return 'The workspace lies in a secret folder.'
  if (policy.hidden.some((folder) => isWithin(workspace, folder))) return 'The workspace lies in a hidden folder.'
  if (!isWithin(command.cwd, workspace)) return 'The command would start outside the workspace.'
  for (const folder of [workspace, policy.scratch, command.cwd]) {
    if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)) return `There is no folder ${folder}.`
    if (folder !== command.cwd && realpathSync(folder) !== folder) return `${folder} is not a real path.`
  }
  return isWithin(realpathSync(command.cwd), workspace) ? undefined : 'The command would start outside the workspace.'
}

class BubblewrapSandbox implements Sandbox {
  private current: SandboxState = { status: 'unavailable', reason: 'The sandbox has not been tested yet.' }
  private machine: MachineFacts | undefined
  private tested: Promise<SandboxState> | undefined
  private readonly scans = new Map<string, ProtectedScan>()
  private standIns: StandIns | undefined
  private readonly filterFile: string
  private readonly deps: SandboxDeps
  private readonly run: RunProcess
  private readonly filter: Uint8Array

  constructor(deps: SandboxDeps, filter: Uint8Array) {
    this.deps = deps
    this.filter = filter
    this.run = deps.run ?? runProcess
    this.filterFile = join(deps.folder, 'filter.bpf')
  }

  state(): SandboxState {
    return this.current
  }

  async selfTest(): Promise<SandboxState> {
    this.tested = this.test().catch((error: unknown) => ({
      status: 'unavailable',
      reason: `The sandbox's self-test broke off: ${error instanceof Error ? error.message : String(error)}`,
    }))
    this.current = await this.tested
    return this.current
  }

  async wrap(
    command: SandboxedCommand,
    policy: SandboxPolicy,
  ): Promise<{ kind: 'wrapped'; wrapped: WrappedCommand } | { kind: 'unavailable'; reason: string }> {
    await (this.tested ?? this.selfTest())
    if (this.current.status === 'unavailable') return { kind: 'unavailable', reason: this.current.reason }
    if (!this.machine || !this.standIns) return { kind: 'unavailable', reason: 'The sandbox has not been tested yet.' }
    const obstacle = findObstacle(command, policy)
    if (obstacle !== undefined) return { kind: 'unavailable', reason: obstacle }
    return { kind: 'wrapped', wrapped: await this.confine(command, policy, this.machine, this.standIns) }
  }

  private async test(): Promise<SandboxState> {
    mkdirSync(this.deps.folder, { recursive: true, mode: 0o700 })
    this.standIns ??= new StandIns(join(this.deps.folder, 'stand-ins'))
    const { standIns } = this
    const found = await findMachine(this.deps.hostEnv['PATH'], this.run)
    if (found.kind === 'missing') {
      const fix = installLineHere(found.program)
      return {
        status: 'unavailable',
        reason: `${found.program} is not installed.`,
        ...(fix === undefined ? {} : { fix }),
      }
    }
    const { machine } = found
    const result = await runSelfTest(this.deps.folder, machine.bash, this.run, (command, policy) =>
      this.confine(command, policy, machine, standIns),
    )
    if (result.kind === 'failed') {
      const fix = result.cannotStart ? namespaceFix() : undefined
      return { status: 'unavailable', reason: result.problem, ...(fix === undefined ? {} : { fix }) }
    }
    this.machine = machine
    return { status: 'available', tool: found.version, selfTestedAt: isoNow(this.deps.clock) }
  }

  private async confine(
    command: SandboxedCommand,
    policy: SandboxPolicy,
    machine: MachineFacts,
    standIns: StandIns,
  ): Promise<WrappedCommand> {
    if (!existsSync(this.filterFile)) writeFileSync(this.filterFile, this.filter, { mode: 0o600 })
    const scan = this.scanOf(policy.workspace)
    const before = await scan.read()
    const giveBack = standIns.hold(protectedNames.map((name) => join(policy.workspace, name)))
    const extra = Object.entries(command.env ?? {}).filter(([name]) => isVariableName(name))
    const args = bubblewrapArgs(policy, command, {
      machine,
      policy: findPolicyFacts(policy, before, this.deps.hostEnv['PATH']),
      env: {
        ...scrubEnvironment(this.deps.hostEnv, { home: policy.home, scratch: policy.scratch, shell: machine.bash }),
        ...Object.fromEntries(extra),
      },
      filter: this.filterFile,
      mountinfo: readFileSync('/proc/self/mountinfo', 'utf8'),
    })
    return {
      file: machine.bash,
      args,
      cwd: '/',
      // The launcher's own. The first process inside keeps it readable, so it holds nothing.
      env: { PATH: '/usr/bin:/bin' },
      release: async () => {
        giveBack()
        return compareEntries(before, await scan.read())
      },
    }
  }

  private scanOf(workspace: string): ProtectedScan {
    const known = this.scans.get(workspace) ?? new ProtectedScan(workspace)
    this.scans.set(workspace, known)
    return known
  }
}

function unavailableSandbox(reason: string): Sandbox {
  const state: SandboxState = { status: 'unavailable', reason }
  return {
    state: () => state,
    selfTest: () => Promise.resolve(state),
    wrap: () => Promise.resolve({ kind: 'unavailable', reason }),
  }
}

/**
 * The sandbox of this machine: bubblewrap with our own filter on Linux, elsewhere one that says why there is none. It is
 * unavailable until its self-test has passed; `wrap` runs the test if nobody did.
 */
export function createSandbox(deps: SandboxDeps): Sandbox {
  if (deps.platform !== 'linux') return unavailableSandbox('Roadstead has no sandbox for this system yet.')
  const filter = seccompProgram(deps.arch)
  if (!filter) return unavailableSandbox(`Roadstead has no system call filter for ${deps.arch} processors.`)
  return new BubblewrapSandbox(deps, filter)
}
