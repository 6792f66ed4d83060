import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunProcess } from './run-process.ts'
import type { SandboxedCommand, SandboxPolicy, WrappedCommand } from './sandbox.ts'

/** What the test tries. All but the workspace must succeed outside and fail inside. */
const attacks = {
  outside: 'write outside the workspace',
  git: 'write into .git',
  missing: 'create a protected name',
  home: 'read the home folder',
  data: 'read the data folder',
  process: 'reach a process outside',
  network: 'connect to this machine',
  socket: 'make a Unix socket',
  filter: 'run without a system call filter',
  shared: 'write into the shared temporary folder',
} as const

/**
 * Prints `NAME open` or `NAME shut` for each attempt. The same text runs inside and outside. A start waits for it, so the shell
 * does itself what it can.
 */
const script = `attempt() { local name=$1; shift; if "$@" 2>/dev/null; then echo "$name open"; else echo "$name shut"; fi; }
into() { echo x > "$1"; }
missing() { into .mcp.json/x || into .mcp.json; }
reads() { local text; read -r text < "$1"; [[ $text ]]; }
connect() { : < "/dev/tcp/127.0.0.1/$PORT"; }
unfiltered() { local line; while read -r line; do [[ $line != Seccomp:*0 ]] || return 0; done < /proc/self/status; return 1; }
socket() {
  if command -v perl; then perl -e 'socket(my $s, 1, 1, 0) or exit 1'
  elif command -v python3; then python3 -c 'import socket; socket.socket(socket.AF_UNIX)'
  elif command -v node; then node -e 'require("net").createServer().on("error", () => process.exit(1)).listen("probe.sock", () => process.exit(0))'
  else socat -u OPEN:/dev/null UNIX-LISTEN:probe.sock & sleep 0.2; [ -S probe.sock ]; fi
} >/dev/null
attempt workspace into written
attempt temporary into "\${TMPDIR:-/tmp}/written"
attempt outside into "$OUTSIDE/written"
attempt git into .git/config
attempt missing missing
attempt home reads "$HOME/canary"
attempt data reads "$DATA/canary"
attempt process kill -0 "$HOST"
attempt network connect
attempt socket socket
attempt filter unfiltered
attempt shared into "$SHARED/written"
echo finished`

/** What came of it; `problem` says in words what does not hold. */
export type SelfTestResult =
  { readonly kind: 'passed' } | { readonly kind: 'failed'; readonly problem: string; readonly cannotStart: boolean }

interface Scene {
  readonly policy: SandboxPolicy
  readonly env: Readonly<Record<string, string>>
}

function buildScene(folder: string, shared: string, port: number): Scene {
  const [workspace, scratch, home, data, outside] = ['workspace', 'scratch', 'home', 'data', 'outside'].map((name) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true })
    return path
  }) as [string, string, string, string, string]
  mkdirSync(join(workspace, '.git'))
  writeFileSync(join(workspace, '.git', 'config'), '')
  writeFileSync(join(home, 'canary'), 'canary')
  writeFileSync(join(data, 'canary'), 'canary')
  return {
    policy: { workspace, scratch, home, hidden: [data] },
    env: { OUTSIDE: outside, SHARED: shared, DATA: data, PORT: String(port), HOST: String(process.pid) },
  }
}

function openNames(output: string): Set<string> {
  return new Set([...output.matchAll(/^(\w+) open$/gm)].map((match) => match[1] ?? ''))
}

function judge(inside: string, outside: string): string | undefined {
  const openInside = openNames(inside)
  const openOutside = openNames(outside)
  const names = Object.keys(attacks) as (keyof typeof attacks)[]
  const escaped = names.filter((name) => openInside.has(name)).map((name) => attacks[name])
  if (escaped.length > 0) return `A command in the sandbox could ${escaped.join(', ')}.`
  if (!openInside.has('workspace')) return 'A command in the sandbox could not write in its workspace.'
  if (!openInside.has('temporary')) return 'A command in the sandbox had no temporary folder.'
  // What fails outside too shows nothing about the sandbox.
  const unproven = names.filter((name) => !openOutside.has(name)).map((name) => attacks[name])
  return unproven.length > 0 ? `Could not check whether a command can ${unproven.join(', ')}.` : undefined
}

/**
 * Runs the attempts inside and, as the proof that they are real ones, outside on a copy of the scene, in a new folder below
 * `folder`; that and a folder in the system's temporary one are removed afterwards.
 */
export async function runSelfTest(
  folder: string,
  bash: string,
  run: RunProcess,
  wrap: (command: SandboxedCommand, policy: SandboxPolicy) => Promise<WrappedCommand>,
): Promise<SelfTestResult> {
  const place = realpathSync(mkdtempSync(join(folder, 'self-test-')))
  const shared = realpathSync(mkdtempSync(join(tmpdir(), 'roadstead-self-test-')))
  const listener = createServer((socket) => socket.destroy())
  try {
    await new Promise<void>((resolve, reject) => listener.once('error', reject).listen(0, '127.0.0.1', resolve))
    const { port } = listener.address() as AddressInfo
    const [inner, outer] = [
      buildScene(join(place, 'inside'), shared, port),
      buildScene(join(place, 'outside'), shared, port),
    ]
    const wrapped = await wrap({ command: script, cwd: inner.policy.workspace, env: inner.env }, inner.policy)
    const [inside, outside] = await Promise.all([
      run(wrapped.file, wrapped.args, { cwd: wrapped.cwd, env: wrapped.env, limitMs: 20_000 }),
      run(bash, ['--noprofile', '--norc', '-c', script], {
        cwd: outer.policy.workspace,
        env: {
          ...outer.env,
          HOME: outer.policy.home,
          TMPDIR: outer.policy.scratch,
          PATH: '/usr/local/bin:/usr/bin:/bin',
        },
        limitMs: 20_000,
      }),
    ])
    await wrapped.release()
    if (!inside.output.includes('finished')) {
      const why = inside.errors.trim().split('\n').at(-1) ?? ''
      return { kind: 'failed', cannotStart: true, problem: `The sandbox does not start: ${why || 'no output'}` }
    }
    const problem = judge(inside.output, outside.output)
    return problem === undefined ? { kind: 'passed' } : { kind: 'failed', cannotStart: false, problem }
  } finally {
    listener.close()
    for (const made of [place, shared]) rmSync(made, { recursive: true, force: true })
  }
}
