/** What git's process gets to see, and the settings no repository may override (FAULTS: Git by the app). */
import { devNull } from 'node:os'
import { delimiter, isAbsolute } from 'node:path'

/** A git setting as `[key, value]`; given through the environment, where it beats every configuration file. */
export type GitSetting = readonly [key: string, value: string]

/** All that git needs from the host's environment; secrets of the host are not among it, nor is any `GIT_*`. */
const passedOn = [
  'HOME',
  'USER',
  'LOGNAME',
  'SUDO_UID',
  'XDG_CONFIG_HOME',
  'TMPDIR',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'SYSTEMROOT',
  'WINDIR',
  'TEMP',
  'TMP',
  'COMSPEC',
  'PATHEXT',
]

/**
 * Everything a repository could use to have a program started or its own network opened. Filters are named by the
 * repository and are emptied one by one (`configured-filters.ts`).
 */
export const hardenedSettings: readonly GitSetting[] = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['core.editor', 'false'],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.alternateRefsCommand', ''],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['diff.submodule', 'short'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['protocol.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
  ['log.showSignature', 'false'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  // A repository may relax how changes are noticed; what is shown and kept must not depend on that.
  ['core.trustctime', 'true'],
  ['core.checkStat', 'default'],
  ['core.untrackedCache', 'false'],
  ['core.splitIndex', 'false'],
  ['core.safecrlf', 'false'],
  ['i18n.commitEncoding', 'UTF-8'],
  ['i18n.logOutputEncoding', 'UTF-8'],
]

/** The environment of one git process: the little that is passed on, the guards, then `settings`, then `extra`. */
export function gitEnvironment(
  host: Readonly<Record<string, string | undefined>>,
  settings: readonly GitSetting[],
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const environment: Record<string, string> = {}
  const names = new Set(passedOn)
  for (const [name, value] of Object.entries(host)) {
    if (value !== undefined && names.has(name.toUpperCase())) environment[name] = value
  }
  environment['PATH'] = absoluteEntries(host['PATH'] ?? host['Path'] ?? '').join(delimiter)
  Object.assign(environment, {
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    // The list of permitted transports; one that does not exist permits none, whatever `protocol.<name>.allow` says.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'false',
    GIT_ASKPASS: '',
    GIT_SSH_COMMAND: 'false',
    ...extra,
  })
  environment['GIT_CONFIG_COUNT'] = String(settings.length)
  settings.forEach(([key, value], index) => {
    environment[`GIT_CONFIG_KEY_${index}`] = key
    environment[`GIT_CONFIG_VALUE_${index}`] = value
  })
  return environment
}

/** The entries of a search path that name a place by themselves; a relative one would look into the repository. */
export function absoluteEntries(searchPath: string): string[] {
  return searchPath.split(delimiter).filter((entry) => isAbsolute(entry))
}
