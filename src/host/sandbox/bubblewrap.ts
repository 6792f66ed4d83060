import type { MachineFacts, PolicyFacts } from './facts.ts'
import { mountCheck, mountRecord } from './mount-check.ts'
import { hasMountBelow, mountArguments, placesShownAsThemselves, type Mount } from './mounts.ts'
import { isWithin } from './path-relation.ts'
import type { SandboxedCommand, SandboxPolicy } from './sandbox.ts'

/** The descriptor the filter arrives on. bubblewrap reads and closes it before the command starts. */
const filterDescriptor = 9

const homeMegabytes = 1024
const temporaryMegabytes = 2048

/**
 * Starts bubblewrap so that nothing of the host's is left open to it: closes every inherited descriptor, opens the filter, and
 * puts the command before the host when memory runs out. Everything variable arrives as an argument, so nothing in it can be
 * taken for program text. With `reset` the sandbox itself does not hear Ctrl-C; the command inside does.
 */
const launcher = `filter=$1 reset=$2
shift 2
for entry in /proc/self/fd/*; do
  number=\${entry##*/}
  if ((number > 2)); then exec {number}>&-; fi
done
ulimit -c 0
echo 500 2>/dev/null >/proc/self/oom_score_adj
if [[ $reset ]]; then trap '' INT QUIT; fi
exec "$@" ${filterDescriptor}<"$filter"`

function planMounts(policy: SandboxPolicy, machine: MachineFacts, facts: PolicyFacts): Mount[] {
  const readOnly = (at: string): Mount => ({ kind: 'read-only', at })
  const shown = machine.system.filter((mount) => mount.kind === 'read-only' || mount.kind === 'link')
  const isOfSystem = (path: string) => shown.some((mount) => isWithin(path, mount.at))
  const places: Mount[] = [
    ...machine.system,
    { kind: 'processes', at: '/proc' },
    // Root owns what lies in there and could change the whole machine's settings, capabilities or not.
    { kind: 'read-only', at: '/proc/sys', optional: true },
    { kind: 'read-only', at: '/proc/sysrq-trigger', optional: true },
    { kind: 'devices', at: '/dev' },
    { kind: 'memory', at: '/var/tmp', megabytes: temporaryMegabytes },
    { kind: 'memory', at: '/run', megabytes: 64 },
    { kind: 'memory', at: policy.home, megabytes: homeMegabytes },
    ...facts.toolchains.filter((folder) => !isOfSystem(folder)).map(readOnly),
    ...(policy.readable ?? []).map(readOnly),
    ...facts.gitFolders.map(readOnly),
    ...facts.hiddenFolders.map((at): Mount => ({ kind: 'empty', at })),
    ...facts.hiddenFiles.map((at): Mount => ({ kind: 'closed', at })),
    { kind: 'writable', at: policy.scratch },
    { kind: 'writable', at: policy.workspace },
    ...facts.protectedPaths.map(readOnly),
  ]
  // Files in /tmp last from one command of a session to the next, unless mounts would leave their places in the scratch folder.
  const temporary: Mount = hasMountBelow(places, '/tmp')
    ? { kind: 'memory', at: '/tmp', megabytes: temporaryMegabytes }
    : { kind: 'writable', at: '/tmp', from: policy.scratch }
  return [temporary, ...places]
}

/**
 * Arguments for bash (`machine.bash`) that start a command under bubblewrap. Pure: what is on disk is in the facts.
 *
 * No `--new-session`: agent commands run in a pty that only this host reads, so the command may have it as its terminal (job
 * control, Ctrl-C, size changes); typing into it from inside is refused by the filter. `env` is the whole environment inside.
 */
export function bubblewrapArgs(
  policy: SandboxPolicy,
  command: SandboxedCommand,
  facts: {
    readonly machine: MachineFacts
    readonly policy: PolicyFacts
    readonly env: Readonly<Record<string, string>>
    readonly filter: string
    /** The host's own `/proc/self/mountinfo`. */
    readonly mountinfo: string
  },
): string[] {
  const { machine } = facts
  const mounts = planMounts(policy, machine, facts.policy)
  // Other commands can write around these, and so replace a folder on the way to them.
  const replaceable = [policy.workspace, ...facts.policy.gitFolders, ...facts.policy.protectedPaths]
  const checked = placesShownAsThemselves(mounts, replaceable).map(
    (place) => mountRecord(place, facts.mountinfo) ?? place,
  )
  const resetSignals = machine.resettingEnv === undefined ? [] : [machine.resettingEnv, '--default-signal=INT,QUIT']
  return [
    '--noprofile',
    '--norc',
    '-p',
    '-c',
    launcher,
    'roadstead-sandbox',
    facts.filter,
    machine.resettingEnv === undefined ? '' : 'yes',
    machine.bubblewrap,
    '--unshare-user-try',
    '--unshare-pid',
    '--unshare-net',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    '--seccomp',
    String(filterDescriptor),
    ...mountArguments(mounts, { sizes: machine.sizes }),
    '--clearenv',
    ...Object.entries(facts.env).flatMap(([name, value]) => ['--setenv', name, value]),
    '--chdir',
    command.cwd,
    '--',
    machine.bash,
    '--noprofile',
    '--norc',
    '-p',
    '-c',
    mountCheck,
    'roadstead-sandbox',
    String(checked.length),
    ...checked,
    ...resetSignals,
    machine.bash,
    '--noprofile',
    '--norc',
    '-c',
    command.command,
  ]
}
