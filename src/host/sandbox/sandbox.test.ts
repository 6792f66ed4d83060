import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createSocket } from 'node:dgram'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createSandbox, type SandboxDeps } from './create-sandbox.ts'
import { pathFolders, scrubEnvironment } from './environment.ts'
import { outsideGitFolders } from './git-folders.ts'
import { installLine, namespaceFix } from './machine.ts'
import { compareEntries, ProtectedScan } from './protected-entries.ts'
import { runProcess } from './run-process.ts'
import type { Sandbox, SandboxPolicy, SandboxViolation } from './sandbox.ts'
import { StandIns } from './stand-ins.ts'
import { findToolchains } from './toolchains.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function make(...parts: string[]): string {
  const path = join(folder, ...parts)
  mkdirSync(path, { recursive: true })
  return path
}
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    cwd,
    stdio: 'pipe',
  }).toString()

describe('the environment of a command', () => {
  it('is an allow list: nothing that looks like a key or changes how programs load gets in', () => {
    const env = scrubEnvironment(
      {
        PATH: './bin:/opt/x:/usr/bin:/usr/bin',
        LC_CTYPE: 'C.UTF-8',
        TZ: 'UTC',
        CI: 'true',
        JAVA_HOME: '/usr/lib/jvm/17',
        GOPATH: 'relative',
        ANTHROPIC_API_KEY: 'sk',
        LC_SECRET1: 'x',
        LD_PRELOAD: '/x.so',
        NODE_OPTIONS: '--require ./x',
        SSH_AUTH_SOCK: '/run/ssh',
        HOME: '/elsewhere',
      },
      { home: '/home/dev', scratch: '/s', shell: '/bin/bash' },
    )
    expect(env).toEqual({
      PATH: '/opt/x:/usr/bin',
      LC_CTYPE: 'C.UTF-8',
      TZ: 'UTC',
      CI: 'true',
      JAVA_HOME: '/usr/lib/jvm/17',
      HOME: '/home/dev',
      TMPDIR: '/s',
      SHELL: '/bin/bash',
      TERM: 'xterm-256color',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      NO_UPDATE_NOTIFIER: '1',
    })
  })

  it('has a usual PATH where the host has none', () => {
    expect(pathFolders(undefined)).toContain('/usr/bin')
  })
})

describe('readable toolchains', () => {
  it('are known ones and those on PATH, never a folder that is, holds or lies in a secret one', () => {
    const home = make('home')
    const nvm = make('home/.nvm/versions/bin')
    make('home/.ssh/bin')
    make('home/.local/share/roadstead/bin')
    make('home/.local/share/mise')
    make('opt/node/lib')
    const onPath = [
      nvm,
      home,
      folder,
      join(home, '.ssh/bin'),
      join(home, '.local/share'),
      make('opt/node/bin'),
      '/no/such',
    ]
    const found = findToolchains(home, onPath, [join(home, '.local/share/roadstead')])
    expect(found.map((path) => path.slice(folder.length)).sort()).toEqual([
      '/home/.local/share/mise',
      '/home/.nvm',
      '/opt/node',
    ])
  })

  it('hold the real folder of a node that PATH only links to', () => {
    const home = make('home')
    writeFileSync(join(make('app/node_modules/node-linux/bin'), 'node'), '')
    symlinkSync('../node-linux/bin/node', join(make('app/node_modules/.bin'), 'node'))
    const found = findToolchains(home, [join(folder, 'app/node_modules/.bin')], [])
    expect(found.map((path) => path.slice(folder.length)).sort()).toEqual([
      '/app/node_modules/.bin',
      '/app/node_modules/node-linux/bin',
    ])
  })
})

describe('git folders outside the workspace', () => {
  it('are those of a worktree and of its repository', () => {
    const repository = make('repository')
    git(repository, 'init', '-q', '.')
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'x')
    const worktree = join(folder, 'worktree')
    git(repository, 'worktree', 'add', '-q', worktree)
    expect(outsideGitFolders(worktree)).toEqual([join(repository, '.git/worktrees/worktree'), join(repository, '.git')])
    expect(outsideGitFolders(repository)).toEqual([])
  })

  it('are none where the repository does not know the workspace', () => {
    const repository = make('repository')
    git(repository, 'init', '-q', '.')
    writeFileSync(join(make('thief'), '.git'), `gitdir: ${repository}/.git\n`)
    expect(outsideGitFolders(join(folder, 'thief'))).toEqual([])
  })
})

describe('the scan for protected entries', () => {
  const changes = async (change: () => void): Promise<SandboxViolation[]> => {
    const scan = new ProtectedScan(folder)
    const before = await scan.read()
    change()
    return compareEntries(before, await scan.read())
  }

  it('names what appeared, changed and went, at any depth', async () => {
    make('a/b/.vscode')
    writeFileSync(join(folder, 'a/b/.vscode/tasks.json'), '{}')
    writeFileSync(join(make('c'), '.npmrc'), 'x')
    writeFileSync(join(make('d/.git'), 'config'), '')
    expect(
      await changes(() => {
        rmSync(join(folder, 'c/.npmrc'))
        rmSync(join(folder, 'd/.git/config'))
        writeFileSync(join(folder, 'd/.git/config'), '[core]')
        writeFileSync(join(make('new/deep/.git'), 'config'), '')
      }),
    ).toEqual([
      { path: join(folder, 'c/.npmrc'), what: 'removed' },
      { path: join(folder, 'd/.git'), what: 'changed' },
      { path: join(folder, 'new/deep/.git'), what: 'appeared' },
    ])
  })

  it('is quiet about ordinary files, empty stand-ins and what git itself does in its folder', async () => {
    writeFileSync(join(make('.git'), 'config'), '')
    expect(
      await changes(() => {
        writeFileSync(join(folder, '.git/index'), 'x')
        writeFileSync(join(folder, 'x.txt'), 'x')
        make('.idea')
        writeFileSync(join(make('node_modules/p'), '.npmrc'), 'x')
      }),
    ).toEqual([])
  })

  it('sees a change although the folder was given its old time back', async () => {
    make('a')
    expect(
      await changes(() => {
        writeFileSync(join(make('a/.git'), 'config'), '')
        execFileSync('touch', ['-d', '2001-01-01', join(folder, 'a')])
      }),
    ).toEqual([{ path: join(folder, 'a/.git'), what: 'appeared' }])
  })
})

describe('stand-ins for missing names', () => {
  it('stay while any command needs them and go with the last, unless something was put there', () => {
    const standIns = new StandIns(join(folder, 'notes'))
    const [one, two] = [join(folder, '.vscode'), join(folder, '.idea')]
    const first = standIns.hold([one, two])
    const second = standIns.hold([one, two])
    first()
    first()
    expect([existsSync(one), existsSync(two)]).toEqual([true, true])
    writeFileSync(join(two, 'mine.xml'), '')
    second()
    expect([existsSync(one), readdirSync(two)]).toEqual([false, ['mine.xml']])
    expect(readdirSync(join(folder, 'notes'))).toEqual([])
  })

  it('are noted together, and the note goes with the last of them', () => {
    const standIns = new StandIns(join(folder, 'notes'))
    const [one, two, three] = [join(folder, '.vscode'), join(folder, '.idea'), join(folder, '.mcp.json')]
    const notes = () => readdirSync(join(folder, 'notes')).length
    const first = standIns.hold([one, two])
    const second = standIns.hold([two, three])
    expect(notes()).toBe(2)
    first()
    expect([existsSync(one), existsSync(two), existsSync(three), notes()]).toEqual([false, true, true, 2])
    second()
    expect([existsSync(two), existsSync(three), notes()]).toEqual([false, false, 0])
  })

  it('of a killed host are removed by the next one', () => {
    const path = join(folder, '.vscode')
    new StandIns(join(folder, 'notes')).hold([path])
    writeFileSync(join(folder, 'notes', 'torn.json'), '{"pat')
    new StandIns(join(folder, 'notes'))
    expect([existsSync(path), readdirSync(join(folder, 'notes'))]).toEqual([false, []])
  })

  it('leave what exists alone', () => {
    const path = make('.vscode')
    new StandIns(join(folder, 'notes')).hold([path])()
    expect(existsSync(path)).toBe(true)
  })
})

describe('advice', () => {
  it('is the line of the system at hand', () => {
    expect(installLine('bubblewrap', 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n')).toBe(
      'sudo apt-get install -y bubblewrap',
    )
    expect(installLine('bubblewrap', 'ID="rocky"\nID_LIKE="rhel centos fedora"\n')).toBe(
      'sudo dnf install -y bubblewrap',
    )
    expect(installLine('bubblewrap', 'ID=plan9\n')).toBeUndefined()
  })

  it('names what keeps bubblewrap from starting', () => {
    expect(namespaceFix((path) => (path.includes('apparmor') ? '1' : ''))).toContain('/etc/apparmor.d/bwrap')
    expect(namespaceFix((path) => (path.includes('userns_clone') ? '0' : ''))).toContain('unprivileged_userns_clone=1')
    expect(namespaceFix(() => '')).toBeUndefined()
  })
})

const depsFor = (more: Partial<SandboxDeps> = {}): SandboxDeps => ({
  platform: 'linux',
  arch: process.arch,
  clock: systemClock,
  hostEnv: { PATH: process.env['PATH'] },
  folder: join(folder, 'data', 'sandbox'),
  ...more,
})

function policyHere(): SandboxPolicy {
  return { workspace: make('ws'), scratch: make('scratch'), home: make('home'), hidden: [make('data')] }
}

describe('a sandbox that cannot hold', () => {
  it('refuses with the reason, and never wraps to nothing', async () => {
    const mac = createSandbox(depsFor({ platform: 'darwin' }))
    expect(await mac.wrap({ command: 'true', cwd: '/' }, policyHere())).toEqual({
      kind: 'unavailable',
      reason: 'Roadstead has no sandbox for this system yet.',
    })
    const odd = createSandbox(depsFor({ arch: 'riscv64' }))
    expect(odd.state()).toEqual({
      status: 'unavailable',
      reason: 'Roadstead has no system call filter for riscv64 processors.',
    })
  })

  it('says so when what it runs does not start or does not hold', async (context) => {
    context.skip(process.platform !== 'linux', 'the sandbox is for Linux')
    const fails = createSandbox(
      depsFor({ run: () => Promise.resolve({ code: 1, output: '', errors: 'bwrap: No permissions' }) }),
    )
    expect(await fails.selfTest()).toMatchObject({
      status: 'unavailable',
      reason: 'The sandbox does not start: bwrap: No permissions',
    })
    const open = [
      'workspace',
      'temporary',
      'outside',
      'git',
      'missing',
      'home',
      'data',
      'process',
      'network',
      'socket',
      'filter',
      'shared',
    ]
    const output = open.map((name) => `${name} open\n`).join('') + 'finished\n'
    const leaks = createSandbox(depsFor({ run: () => Promise.resolve({ code: 0, output, errors: '' }) }))
    expect(await leaks.selfTest()).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('A command in the sandbox could write outside the workspace, write into .git'),
    })
    const blind = createSandbox(
      depsFor({
        run: () => Promise.resolve({ code: 0, output: 'workspace open\ntemporary open\nfinished\n', errors: '' }),
      }),
    )
    expect(await blind.selfTest()).toMatchObject({
      reason: expect.stringMatching(/^Could not check whether a command can/),
    })
  })
})

const bubblewrapHere = existsSync('/usr/bin/bwrap')
if (!bubblewrapHere) it('is tried for real', (context) => context.skip('bubblewrap is not installed here'))

describe.runIf(bubblewrapHere)('a real sandbox', () => {
  let sandbox: Sandbox
  let sandboxFolder: string
  beforeAll(async () => {
    sandboxFolder = mkdtempSync(join(tmpdir(), 'sandbox-data-'))
    sandbox = createSandbox({ ...depsFor(), folder: sandboxFolder })
    expect(await sandbox.selfTest()).toEqual({
      status: 'available',
      tool: expect.stringContaining('bubblewrap'),
      selfTestedAt: expect.any(String),
    })
  })
  afterAll(() => {
    expect(readdirSync(sandboxFolder).sort()).toEqual(['filter.bpf', 'stand-ins'])
    rmSync(sandboxFolder, { recursive: true, force: true })
  })

  async function run(command: string, policy = policyHere(), env: Record<string, string> = {}) {
    const result = await sandbox.wrap({ command, cwd: policy.workspace, env }, policy)
    if (result.kind === 'unavailable') throw new Error(result.reason)
    const { wrapped } = result
    const ended = await runProcess(wrapped.file, wrapped.args, { cwd: wrapped.cwd, env: wrapped.env, limitMs: 30_000 })
    return { ...ended, violations: await wrapped.release() }
  }

  it('runs the node and npm of the PATH the host has', async () => {
    const { output } = await run('node -p 1+1 && npm --version')
    expect(output).toMatch(/^2\n\d+\./)
  })

  it('lets git read a repository of which nothing can be written, and shows it no stand-ins', async () => {
    const policy = policyHere()
    git(policy.workspace, 'init', '-q', '.')
    writeFileSync(join(policy.workspace, 'a.txt'), 'x')
    const before = readdirSync(policy.workspace)
    const { output, violations } = await run('git status --short; git add . || echo refused', policy)
    expect(output).toBe('?? a.txt\nrefused\n')
    expect(violations).toEqual([])
    expect(readdirSync(policy.workspace)).toEqual(before)
  })

  it('lets git work in a worktree, whose repository lies outside', async () => {
    const repository = make('repository')
    git(repository, 'init', '-q', '.')
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'first')
    const workspace = join(folder, 'worktree')
    git(repository, 'worktree', 'add', '-q', workspace)
    const { output } = await run(`git log --format=%s; echo x 2>/dev/null > ${repository}/.git/x || echo shut`, {
      ...policyHere(),
      workspace,
    })
    expect(output).toBe('first\nshut\n')
  })

  it('reports a repository that a command made below the workspace', async () => {
    const policy = policyHere()
    const { violations } = await run('mkdir -p new && git init -q new', policy)
    expect(violations).toEqual([{ path: join(policy.workspace, 'new/.git'), what: 'appeared' }])
  })

  it('protects a nested repository that is there, and what a protected link leads to', async () => {
    const policy = policyHere()
    git(policy.workspace, 'init', '-q', 'nested')
    writeFileSync(join(policy.workspace, 'real.json'), '{}')
    symlinkSync('real.json', join(policy.workspace, '.mcp.json'))
    const { output } = await run(
      'echo x 2>/dev/null > nested/.git/config; echo x 2>/dev/null > .mcp.json; cat real.json; rm .mcp.json',
      policy,
    )
    expect(output).toBe('{}')
  })

  it('reports a protected link that was replaced', async () => {
    const policy = policyHere()
    writeFileSync(join(policy.workspace, 'real.json'), '{}')
    symlinkSync('real.json', join(policy.workspace, '.mcp.json'))
    const { violations } = await run('rm .mcp.json; echo evil > .mcp.json', policy)
    expect(violations).toEqual([{ path: join(policy.workspace, '.mcp.json'), what: 'changed' }])
  })

  it('keeps files in TMPDIR from one command of a session to the next', async () => {
    const policy = policyHere()
    await run('echo kept > "$TMPDIR/a"', policy)
    expect((await run('cat "$TMPDIR/a"', policy)).output).toBe('kept\n')
  })

  it('lets nothing of a command or its variables act before the sandbox stands', async () => {
    const policy = policyHere()
    const outside = join(make('outside'), 'written')
    writeFileSync(join(policy.workspace, 'evil.sh'), `echo x > ${outside}\n`)
    chmodSync(join(policy.workspace, 'evil.sh'), 0o755)
    const env = {
      BASH_ENV: join(policy.workspace, 'evil.sh'),
      ENV: join(policy.workspace, 'evil.sh'),
      PROMPT_COMMAND: `echo x > ${outside}`,
    }
    await run(`"; echo x > ${outside}; $(echo x > ${outside}) '`, policy, env)
    await run('true', policy, env)
    expect(existsSync(outside)).toBe(false)
  })

  it('cannot change the settings of the kernel, even when root runs it', async () => {
    const { output } = await run(
      'cat /proc/sys/kernel/core_pattern 2>/dev/null > /proc/sys/kernel/core_pattern || echo shut; echo; cat /etc/shadow 2>/dev/null || echo closed',
    )
    expect(output).toBe('shut\n\nclosed\n')
  })

  it('does not reach a datagram socket file through a connected pair', async (context) => {
    if (!existsSync('/usr/bin/perl')) context.skip('needs perl')
    const policy = policyHere()
    const attack = (path: string) =>
      `perl -e 'use Socket; socketpair(my $a, my $b, AF_UNIX, SOCK_DGRAM, 0) or die "refused\\n"; send($a, "x", 0, pack_sockaddr_un("${path}")) or die "unsent\\n"; print "sent\\n"' 2>&1`
    const path = join(policy.workspace, 'socket')
    const receiver = spawn(
      'perl',
      [
        '-e',
        `use Socket; socket(my $s, AF_UNIX, SOCK_DGRAM, 0); bind($s, pack_sockaddr_un("${path}")); print "up\\n"; $|=1; print ""; sleep 60`,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    try {
      await expect.poll(() => existsSync(path), { timeout: 10_000 }).toBe(true)
      expect((await run(attack(path), policy)).output).toBe('refused\n')
      const outside = await runProcess('/bin/bash', ['-c', attack(path)], {
        cwd: '/',
        env: { PATH: '/usr/bin:/bin' },
        limitMs: 10_000,
      })
      expect(outside.output).toBe('sent\n')
    } finally {
      receiver.kill('SIGKILL')
    }
  })

  it('has no network: neither the machine nor names', async () => {
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    let received = 0
    socket.on('message', () => (received += 1))
    const port = socket.address().port
    await run(`echo x > /dev/udp/127.0.0.1/${port}; getent hosts example.com`)
    await runProcess('/bin/bash', ['-c', `echo x > /dev/udp/127.0.0.1/${port}`], { cwd: '/', env: {}, limitMs: 5_000 })
    await expect.poll(() => received).toBe(1)
    socket.close()
  })

  it('does not start a command where a mount shows other files than those meant', async () => {
    const policy = policyHere()
    mkdirSync(join(policy.workspace, 'sub'))
    writeFileSync(join(policy.workspace, 'sub', '.npmrc'), 'own')
    writeFileSync(join(policy.home, '.npmrc'), 'token')
    const result = await sandbox.wrap({ command: 'cat sub/.npmrc', cwd: policy.workspace }, policy)
    if (result.kind === 'unavailable') throw new Error(result.reason)
    const { file, args, env, release } = result.wrapped
    const own = join(policy.workspace, 'sub', '.npmrc')
    // What bubblewrap makes of it while another command has a link to the home in the place of `sub`.
    const misled = args.map((word, at) =>
      word === own && args[at - 1] === '--ro-bind' ? join(policy.home, '.npmrc') : word,
    )
    const start = (words: readonly string[]) => runProcess(file, words, { cwd: '/', env, limitMs: 30_000 })
    expect(await start(misled)).toEqual({ code: 126, output: '', errors: expect.stringContaining('was replaced') })
    expect(await start(args)).toEqual({ code: 0, output: 'own', errors: '' })
    await release()
  })

  it('lets nothing write into the git folder that a .git file leads to, whatever its name', async () => {
    const policy = policyHere()
    git(policy.workspace, 'init', '-q', '--bare', '.bare')
    writeFileSync(join(policy.workspace, '.git'), 'gitdir: ./.bare\n')
    const { output } = await run(
      'echo x 2>/dev/null >> .bare/config || echo shut; mv .bare b 2>/dev/null || echo kept',
      policy,
    )
    expect(output).toBe('shut\nkept\n')
  })

  it('refuses what it cannot confine', async () => {
    const policy = policyHere()
    const reasons = await Promise.all(
      [
        sandbox.wrap({ command: 'a\0b', cwd: policy.workspace }, policy),
        sandbox.wrap({ command: 'x'.repeat(200_000), cwd: policy.workspace }, policy),
        sandbox.wrap({ command: 'true', cwd: '/' }, policy),
        sandbox.wrap({ command: 'true', cwd: folder }, { ...policy, workspace: folder }),
        sandbox.wrap({ command: 'true', cwd: make('data/ws') }, { ...policy, workspace: make('data/ws') }),
        sandbox.wrap({ command: 'true', cwd: make('home/.ssh') }, { ...policy, workspace: make('home/.ssh') }),
      ].map(async (answer) => {
        const result = await answer
        return result.kind === 'unavailable' ? result.reason : 'wrapped'
      }),
    )
    expect(reasons).toEqual([
      'The command holds a NUL character.',
      'The command is too long to be run.',
      'The command would start outside the workspace.',
      'A folder that holds the home folder cannot be a workspace.',
      'The workspace lies in a hidden folder.',
      'The workspace lies in a secret folder.',
    ])
  })

  it('writes its filter anew when somebody removed it', async () => {
    rmSync(join(sandboxFolder, 'filter.bpf'))
    expect((await run('grep Seccomp: /proc/self/status')).output).toMatch(/Seccomp:\s2/)
    expect(readFileSync(join(sandboxFolder, 'filter.bpf')).length % 8).toBe(0)
  })
})
