import { isExecutable } from '../platform/is-executable.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathFolders } from './environment.ts'
import { findSystem, type MachineFacts } from './facts.ts'
import type { RunProcess } from './run-process.ts'

/** The first program of that name: in the system's folders first, so that a folder on PATH cannot pose as bubblewrap. */
function findProgram(name: string, path: string | undefined): string | undefined {
  const folders = ['/usr/bin', '/bin', '/usr/local/bin', ...pathFolders(path)]
  return folders.map((folder) => join(folder, name)).find((candidate) => isExecutable(candidate))
}

/**
 * Asks all of it of one process: each that the host starts itself holds it up for as long as copying its memory's map takes, and
 * a start waits for this. Two lines of answers, then whatever bubblewrap says of its version.
 */
const questions = `bwrap=$1 env=$2
[[ $("$bwrap" --help 2>&1) == *--size* ]]; echo "sizes $?"
[[ $env ]] && "$env" --default-signal=INT,QUIT true &>/dev/null; echo "resets $?"
"$bwrap" --version`

/** What this machine offers, or which program is missing. */
export async function findMachine(
  path: string | undefined,
  run: RunProcess,
): Promise<{ kind: 'found'; machine: MachineFacts; version: string } | { kind: 'missing'; program: string }> {
  const bubblewrap = findProgram('bwrap', path)
  if (bubblewrap === undefined) return { kind: 'missing', program: 'bubblewrap' }
  const bash = findProgram('bash', path)
  if (bash === undefined) return { kind: 'missing', program: 'bash' }
  const env = findProgram('env', path)
  const asked = await run(
    bash,
    ['--noprofile', '--norc', '-p', '-c', questions, 'roadstead-sandbox', bubblewrap, env ?? ''],
    { cwd: '/', env: { PATH: '/usr/bin:/bin' }, limitMs: 5_000 },
  )
  const [sizes, resets, ...version] = asked.output.split('\n')
  return {
    kind: 'found',
    version: version.join('\n').trim(),
    machine: {
      bubblewrap,
      bash,
      ...(env !== undefined && resets === 'resets 0' ? { resettingEnv: env } : {}),
      sizes: sizes === 'sizes 0',
      system: findSystem(),
    },
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

/** The line that installs a package here, or undefined where we do not know the system. `osRelease` is `/etc/os-release`. */
export function installLine(name: string, osRelease: string): string | undefined {
  const ids = [...osRelease.matchAll(/^(?:ID|ID_LIKE)=(.*)$/gm)].flatMap((match) =>
    (match[1] ?? '').replaceAll('"', '').split(' '),
  )
  if (ids.some((id) => id === 'debian' || id === 'ubuntu')) return `sudo apt-get install -y ${name}`
  if (ids.some((id) => id === 'fedora' || id === 'rhel')) return `sudo dnf install -y ${name}`
  if (ids.includes('arch')) return `sudo pacman -S --noconfirm ${name}`
  if (ids.some((id) => id === 'suse' || id === 'opensuse')) return `sudo zypper install -y ${name}`
  return ids.includes('alpine') ? `sudo apk add ${name}` : undefined
}

/** `installLine` for this machine. */
export function installLineHere(name: string): string | undefined {
  return installLine(name, readText('/etc/os-release'))
}

/** Lets bubblewrap, and only bubblewrap, make user namespaces where AppArmor keeps them from everybody (Ubuntu 24.04). */
const appArmorFix =
  "printf 'abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) {\\n  userns,\\n}\\n'" +
  ' | sudo tee /etc/apparmor.d/bwrap >/dev/null && sudo apparmor_parser -r /etc/apparmor.d/bwrap'

/** What lifts the restriction that keeps bubblewrap from starting, as far as the kernel's settings tell. */
export function namespaceFix(read: (path: string) => string = readText): string | undefined {
  if (read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1') return appArmorFix
  if (read('/proc/sys/kernel/unprivileged_userns_clone') === '0') {
    return 'echo kernel.unprivileged_userns_clone=1 | sudo tee /etc/sysctl.d/60-userns.conf && sudo sysctl --system'
  }
  if (read('/proc/sys/user/max_user_namespaces') === '0') return 'sudo sysctl -w user.max_user_namespaces=15000'
  return undefined
}
