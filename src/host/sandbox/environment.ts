import { isAbsolute } from 'node:path'

/** Passed on as they are. Everything else stays outside: tokens and keys live in the environment too. */
const passedOn = new Set(['LANG', 'LANGUAGE', 'TZ', 'USER', 'LOGNAME', 'CI', 'COLORTERM'])

/** Where toolchains live. Passed on only if the value is an absolute path. */
const toolchainRoots = new Set([
  'JAVA_HOME',
  'GOROOT',
  'GOPATH',
  'PYENV_ROOT',
  'RBENV_ROOT',
  'NVM_DIR',
  'VOLTA_HOME',
  'RUSTUP_HOME',
  'CARGO_HOME',
  'ASDF_DIR',
  'ASDF_DATA_DIR',
  'MISE_DATA_DIR',
  'SDKMAN_DIR',
  'DOTNET_ROOT',
])

const defaultPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The absolute entries of a PATH text, each once. Relative ones would mean something else in every folder. */
export function pathFolders(path: string | undefined): string[] {
  return [...new Set((path ?? defaultPath).split(':').filter((entry) => isAbsolute(entry)))]
}

/** Names bash accepts as variables; others cannot be passed on. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
}

/**
 * The environment of a command inside: an allow list of the host's own, the places that differ inside, and what keeps
 * programs from waiting for a person (pagers, prompts).
 */
export function scrubEnvironment(
  hostEnv: Readonly<Record<string, string | undefined>>,
  places: { readonly home: string; readonly scratch: string; readonly shell: string },
): Record<string, string> {
  const kept = Object.entries(hostEnv).filter((entry): entry is [string, string] => {
    const [name, value] = entry
    if (value === undefined) return false
    if (toolchainRoots.has(name)) return isAbsolute(value)
    return passedOn.has(name) || /^LC_[A-Z]+$/.test(name)
  })
  return {
    ...Object.fromEntries(kept),
    PATH: pathFolders(hostEnv['PATH']).join(':') || defaultPath,
    HOME: places.home,
    TMPDIR: places.scratch,
    SHELL: places.shell,
    TERM: 'xterm-256color',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    NO_UPDATE_NOTIFIER: '1',
  }
}
