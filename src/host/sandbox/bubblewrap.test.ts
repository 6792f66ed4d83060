import { describe, expect, it } from 'vitest'
import { bubblewrapArgs } from './bubblewrap.ts'
import type { MachineFacts, PolicyFacts } from './facts.ts'
import type { SandboxPolicy } from './sandbox.ts'

const machine: MachineFacts = {
  bubblewrap: '/usr/bin/bwrap',
  bash: '/bin/bash',
  resettingEnv: '/usr/bin/env',
  sizes: true,
  system: [
    { kind: 'read-only', at: '/usr' },
    { kind: 'link', at: '/bin', to: 'usr/bin' },
    { kind: 'read-only', at: '/etc' },
    { kind: 'closed', at: '/etc/shadow' },
  ],
}
const mountinfo = '27 1 254:0 / / rw - ext4 /dev/vda rw\n28 27 254:1 /@home /home rw - btrfs /dev/vdb rw\n'
const nothing: PolicyFacts = { toolchains: [], gitFolders: [], protectedPaths: [], hiddenFolders: [], hiddenFiles: [] }
const policy: SandboxPolicy = {
  workspace: '/home/dev/proj',
  scratch: '/home/dev/.local/share/roadstead/scratch/s1',
  hidden: ['/home/dev/.local/share/roadstead'],
  home: '/home/dev',
}

function argsFor(
  facts: Partial<PolicyFacts> = {},
  more: Partial<SandboxPolicy> = {},
  env: Record<string, string> = {},
) {
  return bubblewrapArgs(
    { ...policy, ...more },
    { command: 'npm test; rm "x"', cwd: '/home/dev/proj/sub' },
    { machine, policy: { ...nothing, ...facts }, env, filter: '/data/filter.bpf', mountinfo },
  )
}

/** Where in the arguments this run of words stands; -1 if nowhere. */
function placeOf(args: readonly string[], ...words: string[]): number {
  return args.findIndex((_, index) => words.every((word, offset) => args[index + offset] === word))
}

describe('the arguments for bubblewrap', () => {
  it('ask for every namespace, no capability, the filter, and death with the host', () => {
    const args = argsFor()
    for (const word of [
      '--unshare-pid',
      '--unshare-net',
      '--unshare-ipc',
      '--unshare-uts',
      '--unshare-user-try',
      '--die-with-parent',
    ]) {
      expect(args).toContain(word)
    }
    expect(placeOf(args, '--cap-drop', 'ALL')).toBeGreaterThan(0)
    expect(placeOf(args, '--seccomp', '9')).toBeGreaterThan(0)
    expect(args).not.toContain('--share-net')
  })

  it('end with the command as it was given, run by a bash without start-up files', () => {
    const args = argsFor()
    expect(args.slice(args.indexOf('--chdir'), args.indexOf('--chdir') + 3)).toEqual([
      '--chdir',
      '/home/dev/proj/sub',
      '--',
    ])
    expect(args.slice(-7)).toEqual([
      '/usr/bin/env',
      '--default-signal=INT,QUIT',
      '/bin/bash',
      '--noprofile',
      '--norc',
      '-c',
      'npm test; rm "x"',
    ])
  })

  it('clear the environment before anything is set', () => {
    const args = argsFor({}, {}, { PATH: '/usr/bin', LD_PRELOAD: './evil.so' })
    const at = args.indexOf('--clearenv')
    expect(args.slice(at, at + 7)).toEqual([
      '--clearenv',
      '--setenv',
      'PATH',
      '/usr/bin',
      '--setenv',
      'LD_PRELOAD',
      './evil.so',
    ])
  })

  it('place outer folders before inner ones: home, then what is hidden in it, then the scratch folder in that', () => {
    const args = argsFor({ hiddenFolders: policy.hidden, toolchains: ['/home/dev/.nvm'] })
    const places = [
      placeOf(args, '--tmpfs', '/home/dev'),
      placeOf(args, '--ro-bind', '/home/dev/.nvm', '/home/dev/.nvm'),
      placeOf(args, '--tmpfs', '/home/dev/.local/share/roadstead'),
      placeOf(args, '--bind', policy.scratch, policy.scratch),
      placeOf(args, '--remount-ro', '/home/dev/.local/share/roadstead'),
      placeOf(args, '--remount-ro', '/'),
    ]
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(Math.min(...places)).toBeGreaterThan(0)
  })

  it('mount protected entries over the writable workspace', () => {
    const args = argsFor({ protectedPaths: ['/home/dev/proj/.git', '/home/dev/proj/sub/.git'] })
    const workspace = placeOf(args, '--bind', '/home/dev/proj', '/home/dev/proj')
    expect(placeOf(args, '--ro-bind', '/home/dev/proj/.git', '/home/dev/proj/.git')).toBeGreaterThan(workspace)
    expect(placeOf(args, '--ro-bind', '/home/dev/proj/sub/.git', '/home/dev/proj/sub/.git')).toBeGreaterThan(workspace)
  })

  it("close the system's secrets, and the kernel's settings even for root", () => {
    const args = argsFor()
    expect(placeOf(args, '--ro-bind', '/dev/null', '/etc/shadow')).toBeGreaterThan(
      placeOf(args, '--ro-bind', '/etc', '/etc'),
    )
    expect(placeOf(args, '--ro-bind-try', '/proc/sys', '/proc/sys')).toBeGreaterThan(placeOf(args, '--proc', '/proc'))
  })

  it('do not repeat what the system shows already', () => {
    const args = argsFor({ toolchains: ['/usr/local/bin', '/bin'] })
    expect(args.filter((word) => word === '/usr/local/bin' || word === '/bin')).toEqual(['/bin'])
  })

  it('give /tmp to the session, or to the command alone where a mount lies below it', () => {
    expect(placeOf(argsFor(), '--bind', policy.scratch, '/tmp')).toBeGreaterThan(0)
    expect(placeOf(argsFor({}, { workspace: '/tmp/proj' }), '--tmpfs', '/tmp')).toBeGreaterThan(0)
  })

  it('name what must really be mounted: the workspace and everything in it that is protected', () => {
    const args = argsFor({
      protectedPaths: ['/home/dev/proj/.git', '/home/dev/proj/a b/.git'],
      gitFolders: ['/srv/x.git'],
    })
    const at = args.indexOf('roadstead-sandbox', args.indexOf('--'))
    expect(args.slice(at + 1, at + 6)).toEqual([
      '4',
      '254:0 /srv/x.git /srv/x.git',
      '254:1 /@home/dev/proj /home/dev/proj',
      '254:1 /@home/dev/proj/.git /home/dev/proj/.git',
      '254:1 /@home/dev/proj/a\\040b/.git /home/dev/proj/a\\040b/.git',
    ])
  })
})
