import { withoutModelKeys } from '../platform/secrets/key-variables.ts'
import { isExecutable } from '../platform/is-executable.ts'
import { delimiter, isAbsolute } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The person's own shell, as a login shell, so that their start-up files count. `SHELL` where it names a program, else the
 * first usual one; on Windows PowerShell, else the command interpreter. `exists` is for tests.
 */
export function loginShell(
  env: Environment,
  platform: string,
  exists: (path: string) => boolean = isExecutable,
): { readonly file: string; readonly args: readonly string[] } {
  if (platform === 'win32') {
    const system = env['SystemRoot'] ?? 'C:\\Windows'
    const powerShell = `${system}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`
    return exists(powerShell)
      ? { file: powerShell, args: ['-NoLogo'] }
      : { file: env['ComSpec'] ?? `${system}\\System32\\cmd.exe`, args: [] }
  }
  const usual = platform === 'darwin' ? ['/bin/zsh', '/bin/bash'] : ['/bin/bash', '/usr/bin/bash']
  const named = env['SHELL']
  const candidates = [...(named !== undefined && isAbsolute(named) ? [named] : []), ...usual]
  return { file: candidates.find((path) => exists(path)) ?? '/bin/sh', args: ['-l'] }
}

/** Variables that npm sets for the scripts it runs, and ours; they would change what the person's own commands do. */
const notThePersons = /^(npm_|INIT_CWD$|NODE_ENV$|NODE_OPTIONS$|ELECTRON_|ROADSTEAD_|TMUX|STY$|COLUMNS$|LINES$)/

/** Folders that npm puts in front of PATH for its scripts. */
function isOfNpmScripts(folder: string): boolean {
  return /[\\/]node_modules[\\/]\.bin$|[\\/]node-gyp-bin$/.test(folder)
}

/**
 * The environment for the person's own shell: the host's, without what npm or Electron put there to start the host, and without
 * keys of models: what a shell shows is seen by every client. Start-up files may set the person's own again.
 */
export function shellEnvironment(env: Environment, version: string): Record<string, string> {
  const isStartedByNpm = env['npm_lifecycle_event'] !== undefined
  const kept = Object.entries(withoutModelKeys(env)).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || notThePersons.test(name)) return []
    const isPath = name.toUpperCase() === 'PATH'
    if (!isPath || !isStartedByNpm) return [[name, value]]
    return [
      [
        name,
        value
          .split(delimiter)
          .filter((folder) => !isOfNpmScripts(folder))
          .join(delimiter),
      ],
    ]
  })
  return {
    ...Object.fromEntries(kept),
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'Roadstead',
    TERM_PROGRAM_VERSION: version,
  }
}
