/** Absolute paths as lists of parts, so that "inside" is decided by whole parts and never by text prefix (P4). */

/** Whose path rules apply. Every other POSIX system counts as linux. */
export type PathPlatform = 'linux' | 'darwin' | 'win32'

/** An absolute path without `.` and `..`: its parts from the root. On win32 the first part is the drive, `C:`. */
export type Place = readonly string[]

/** The rules of the machine this runs on. */
export function ownPlatform(): PathPlatform {
  return process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux'
}

/** The parts of a path as they are written: empty ones dropped, `.` and `..` kept. */
export function splitParts(text: string, platform: PathPlatform): string[] {
  return text.split(platform === 'win32' ? /[\\/]/ : '/').filter((part) => part !== '')
}

/** Whether the text begins at the root (or a drive's root; on win32 a leading separator means the current drive). */
export function isAbsolute(text: string, platform: PathPlatform): boolean {
  return platform === 'win32' ? /^(?:[A-Za-z]:)?[\\/]/.test(text) : text.startsWith('/')
}

/** Takes `.` and `..` out of absolute parts without looking at the disk. `..` stays at the root. */
export function withoutDots(steps: readonly string[], platform: PathPlatform): Place {
  const least = platform === 'win32' ? 1 : 0
  const place: string[] = []
  for (const step of steps) {
    if (step === '.') continue
    if (step !== '..') place.push(step)
    else if (place.length > least) place.pop()
  }
  return place
}

/** The place an absolute text names, dots taken out on the text alone. */
export function placeOf(text: string, platform: PathPlatform): Place {
  return withoutDots(splitParts(text, platform), platform)
}

/** The text of a place as the system writes it. */
export function placeText(place: Place, platform: PathPlatform): string {
  if (platform !== 'win32') return `/${place.join('/')}`
  return place.length === 1 ? `${place[0]}\\` : place.join('\\')
}

/** Characters HFS+ leaves out of names when it compares them. */
const ignorable = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g

/** A name without ignorable characters, composed, without case: equal names are one file on a disk that folds. */
export function foldName(name: string): string {
  // Upper before lower, so that letters with one upper form (K and the Kelvin sign, s and the long s) become one.
  return name.replace(ignorable, '').normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

/** Whether two parts name the same entry of a folder under the platform's rules (P3, P11). */
function isSameName(one: string, other: string, platform: PathPlatform): boolean {
  return one === other || (platform !== 'linux' && foldName(one) === foldName(other))
}

/** Whether `place` is `folder` or lies below it. */
export function isInside(folder: Place, place: Place, platform: PathPlatform): boolean {
  return folder.length <= place.length && folder.every((part, index) => isSameName(part, place[index] ?? '', platform))
}
