/** Rule P7 (and the win32 half of P11): places of secrets, of files that run at start, and of the system. */
import { isInside, placeOf } from './place.ts'
import type { PathPlatform, Place } from './place.ts'

const homeSecrets = ['.ssh', '.aws', '.gnupg', '.kube', '.netrc', '.config/gh', '.docker']
const homeSecretsWindows = ['.ssh', '.aws', '.gnupg', '.kube', '.docker']
const homeStartup = (
  '.bashrc .bash_profile .bash_login .profile .zshrc .zshenv .zprofile .zlogin .inputrc .gitconfig ' +
  '.config/git .config/fish .npmrc'
).split(' ')
const system = ['/etc', '/usr', '/bin', '/sbin', '/lib', '/lib64', '/boot', '/dev', '/sys']
const systemDarwin = [...system, '/private/etc', '/System']
const systemWindows = /^(?:windows|program files.*|programdata)$/i

/** Where the secrets of one session lie. `homes` and `dataFolders`: as handed in and really. */
export interface SecretPlaces {
  readonly secret: readonly Place[]
  readonly unwritable: readonly Place[]
  readonly platform: PathPlatform
}

/** Builds the lists for one person's home and data folder. */
export function secretPlaces(
  homes: readonly Place[],
  dataFolders: readonly Place[],
  platform: PathPlatform,
): SecretPlaces {
  const inHome = (names: readonly string[]) =>
    homes.flatMap((home) => names.map((name) => [...home, ...name.split('/')]))
  if (platform === 'win32')
    return { secret: [...inHome(homeSecretsWindows), ...dataFolders], unwritable: inHome(homeStartup), platform }
  // Somebody else's home, unless the person is root: then the names above are the secrets in it.
  const rootIsHome = homes.some((home) => home.length === 1 && home[0] === 'root')
  const fixed = ['/etc/shadow', '/etc/sudoers', '/proc', ...(rootIsHome ? [] : ['/root'])]
  if (platform === 'darwin') fixed.push('/private/etc/sudoers')
  const places = (texts: readonly string[]) => texts.map((text) => placeOf(text, platform))
  return {
    secret: [...inHome(homeSecrets), ...dataFolders, ...places(fixed)],
    unwritable: [...inHome(homeStartup), ...places(platform === 'darwin' ? systemDarwin : system)],
    platform,
  }
}

/** Whether reading there gives a secret away. */
export function isSecret(place: Place, places: SecretPlaces): boolean {
  return places.secret.some((secret) => isInside(secret, place, places.platform))
}

/** Whether a write there changes the system, or what a shell or git runs at its start. */
export function isUnwritable(place: Place, places: SecretPlaces): boolean {
  if (places.platform === 'win32' && systemWindows.test(place[1] ?? '') && /^c:$/i.test(place[0] ?? '')) return true
  return places.unwritable.some((folder) => isInside(folder, place, places.platform))
}

/** Whether a folder holds a secret place somewhere below it. */
export function holdsSecret(folder: Place, places: SecretPlaces): boolean {
  return places.secret.some((secret) => isInside(folder, secret, places.platform))
}

/** `/proc` shows processes, their memory and their open files: whatever passes through it is refused. */
export function passesThroughProc(places: readonly Place[], platform: PathPlatform): boolean {
  return platform !== 'win32' && places.some((place) => isInside(['proc'], place, platform))
}
